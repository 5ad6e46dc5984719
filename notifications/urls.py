"""Addresses outside of the API: of calendars, news readers and mails."""

from django.urls import path

from common.optional_packages import is_installed
from notifications import atom
from notifications.mail import previews, unsubscribe

urlpatterns = [
    path("atom/games.xml", atom.games, name="atom_games"),
    path("atom/players/<id:username>.xml", atom.of_player, name="atom_player"),
    path("atom/games/<id:game>.xml", atom.of_game, name="atom_game"),
    path("atom/mine/<secret:secret>.xml", atom.of_mine, name="atom_mine"),
    path("account/notices/stop/<str:token>", unsubscribe.stop, name="notices_stop"),
    path("dev/mail/", previews.all_mails, name="dev_mails"),
    path("dev/mail/<str:name>", previews.one_mail, name="dev_mail"),
    path("dev/mail/<str:name>/html", previews.html, name="dev_mail_html"),
]

if is_installed("calendar"):
    from notifications.calendar import calendar

    urlpatterns.append(path("calendar/<secret:secret>.ics", calendar, name="calendar"))
