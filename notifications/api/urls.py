from django.urls import path

from notifications.api import channels, preferences, receivers
from notifications.subscriptions import api as subscriptions

urlpatterns = [
    path("channels", channels.Channels.as_view()),
    path("me/notifications", preferences.MyPreferences.as_view()),
    path("me/receivers", receivers.Receivers.as_view()),
    path("me/receivers/<id:receiver>", receivers.OneReceiver.as_view()),
    path("me/receivers/<id:receiver>/test", receivers.Trial.as_view()),
    path("me/receivers/<id:receiver>/told", receivers.ToldThere.as_view()),
    path("me/subscriptions", subscriptions.Subscriptions.as_view()),
    path("me/subscriptions/<id:subscription>", subscriptions.OneSubscription.as_view()),
    path("games/<id:game>/notifications", preferences.OfGame.as_view()),
]
