from django.urls import path
from rest_framework.routers import SimpleRouter

from notifications.api import deliveries, preferences, receivers, subscriptions

router = SimpleRouter(trailing_slash=False, use_regex_path=False)
router.register("me/receivers", receivers.Receivers, basename="me-receiver")
router.register("me/subscriptions", subscriptions.Subscriptions, basename="me-subscription")

app_name = "notifications"
urlpatterns = [
    path("me/notifications", preferences.MyPreferences.as_view(), name="me-notifications"),
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
    *router.urls,
]
