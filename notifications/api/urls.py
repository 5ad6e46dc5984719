from django.urls import path

from notifications.api import deliveries, preferences, receivers, subscriptions

app_name = "notifications"
urlpatterns = [
    path("me/notifications", preferences.MyPreferences.as_view(), name="me-notifications"),
    path("me/receivers", receivers.Receivers.as_view(), name="me-receiver-list"),
    path("me/receivers/<id:receiver>", receivers.OneReceiver.as_view(), name="me-receiver-detail"),
    path(
        "me/receivers/<id:receiver>/secret", receivers.Secret.as_view(), name="me-receiver-secret"
    ),
    path("me/receivers/<id:receiver>/test", deliveries.Trial.as_view(), name="me-receiver-test"),
    path(
        "me/receivers/<id:receiver>/deliveries",
        deliveries.Deliveries.as_view(),
        name="me-receiver-delivery-list",
    ),
    path(
        "me/receivers/<id:receiver>/deliveries/<id:delivery>/redeliver",
        deliveries.Redelivery.as_view(),
        name="me-receiver-delivery-redeliver",
    ),
    path("me/subscriptions", subscriptions.Subscriptions.as_view(), name="me-subscription-list"),
    path(
        "me/subscriptions/<id:subscription>",
        subscriptions.OneSubscription.as_view(),
        name="me-subscription-detail",
    ),
]
