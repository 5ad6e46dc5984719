"""Addresses by which the table's page uses its browser's session."""

from django.urls import path

from players.page_session import views

urlpatterns = [
    path("session/token", views.give_token, name="session_token"),
    path("session/guest", views.begin_guest, name="session_guest"),
    path("session/claim", views.claim_guest, name="session_claim"),
    path("session/end", views.end_session, name="session_end"),
]
