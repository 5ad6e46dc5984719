from django.urls import path

from notifications.api import channels, preferences, receivers

urlpatterns = [
    path("channels", channels.Channels.as_view()),
    path("me/notifications", preferences.MyPreferences.as_view()),
    path("me/receivers", receivers.Receivers.as_view()),
    path("me/receivers/<id:receiver>", receivers.OneReceiver.as_view()),
    path("me/receivers/<id:receiver>/test", receivers.Trial.as_view()),
    path("me/receivers/<id:receiver>/told", receivers.ToldThere.as_view()),
    path("games/<id:game>/notifications", preferences.OfGame.as_view()),
]
