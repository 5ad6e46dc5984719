from django.urls import path

from notifications.api import channels, preferences, receivers
from notifications.subscriptions import api as subscriptions

app_name = "notifications"
urlpatterns = [
    path("channels", channels.Channels.as_view(), name="channels"),
    path("me/notifications", preferences.MyPreferences.as_view(), name="me-notifications"),
    path("me/receivers", receivers.Receivers.as_view(), name="me-receiver-list"),
    path("me/receivers/<id:receiver>", receivers.OneReceiver.as_view(), name="me-receiver-detail"),
    path("me/receivers/<id:receiver>/test", receivers.Trial.as_view(), name="me-receiver-test"),
    path("me/receivers/<id:receiver>/told", receivers.ToldThere.as_view(), name="me-receiver-told"),
    path("me/subscriptions", subscriptions.Subscriptions.as_view(), name="me-subscription-list"),
    path(
        "me/subscriptions/<id:subscription>",
        subscriptions.OneSubscription.as_view(),
        name="me-subscription-detail",
    ),
    path("games/<id:game>/notifications", preferences.OfGame.as_view(), name="game-notifications"),
]
