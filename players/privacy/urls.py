"""Addresses of the pages below /account/."""

from django.urls import path

from players.privacy import pages

urlpatterns = [
    path("data/", pages.data, name="account_data"),
    path("data/<id:export>/<count:number>/", pages.archive, name="account_archive"),
    path("leave/", pages.leave, name="account_leave"),
]
