"""The addresses by which the table's page uses its browser's session."""

from django.urls import path

from players.table import views

urlpatterns = [
    path("session/token", views.token),
    path("session/guest", views.guest),
    path("session/claim", views.claim),
    path("session/end", views.end),
]
