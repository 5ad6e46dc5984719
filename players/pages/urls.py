"""The addresses below /account/."""

from django.urls import include, path

from players.pages import views

urlpatterns = [
    path("", views.overview, name="account"),
    path("", include("allauth.urls")),
]
