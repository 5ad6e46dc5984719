"""Addresses that calendars and news readers fetch."""

from django.urls import path

from notifications.atom import views as atom
from tideapi.extras import is_installed

urlpatterns = [
    path("atom/games.xml", atom.games, name="atom_games"),
    path("atom/players/<id:username>.xml", atom.of_player, name="atom_player"),
    path("atom/games/<id:game>.xml", atom.of_game, name="atom_game"),
    path("atom/mine/<secret:secret>.xml", atom.of_mine, name="atom_mine"),
]

if is_installed("calendar"):
    from notifications.calendar.view import calendar

    urlpatterns.append(path("calendar/<secret:secret>.ics", calendar, name="calendar"))
