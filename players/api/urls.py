from django.urls import path

from players.api import leaving, views

urlpatterns = [
    path("players", views.Players.as_view()),
    path("tokens", views.Tokens.as_view()),
    path("tokens/<id:token>", views.OneToken.as_view()),
    path("me", views.Me.as_view()),
    path("me/ending", leaving.MyEnding.as_view()),
    path("me/exports", leaving.Exports.as_view()),
    path("me/exports/<id:export>", leaving.OneExport.as_view()),
    path("me/exports/<id:export>/archives/<count:archive>", leaving.OneArchive.as_view()),
]
