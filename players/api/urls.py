from django.urls import path

from players.api import views

urlpatterns = [
    path("players", views.Players.as_view()),
    path("tokens", views.Tokens.as_view()),
    path("tokens/<id:token>", views.OneToken.as_view()),
    path("me", views.Me.as_view()),
]
