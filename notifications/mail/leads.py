"""The first sentence of a mail about a notice."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.event_types.catalogue import SERVER_TYPES
from notifications.notice import Notice, NoticeKind

LEADS: Mapping[NoticeKind, Promise | str] = {
    NoticeKind.YOUR_TURN: _("It is your turn."),
    NoticeKind.REMINDER: _("Your answer is still wanted."),
    NoticeKind.NEARLY_UP: _("Your time is nearly up."),
    NoticeKind.PLAYED_FOR_YOU: _("You had not answered in time, so it was played for you."),
    NoticeKind.STAGE_ENDED: _("A stage is over."),
    NoticeKind.GAME_ENDED: SERVER_TYPES["finished"].sentence,
    NoticeKind.INVITED: SERVER_TYPES["invited"].sentence,
    NoticeKind.TABLE_FULL: SERVER_TYPES["table_full"].sentence,
    NoticeKind.SEAT_LOST: SERVER_TYPES["seat_lost"].sentence,
    NoticeKind.VACATION_ENDS: _("Your clocks run again when your vacation is over."),
    NoticeKind.MESSAGE: _("{other} writes:"),
    NoticeKind.ACCOUNT: _("Something has changed about your account."),
}
"""`other` is the player that the notice is about."""
OF_EVENTS: Mapping[str, Promise | str] = {
    **{
        kind: SERVER_TYPES[kind].sentence
        for kind in ("cancelled", "offered_to_you", "receiver_disabled", "webhook_disabled")
    },
    "stand_in": _("You had not answered for some time, so a bot plays for you until you answer."),
    "test": _("This is a test: notifications reach you here."),
}
"""Sentences of events that differ from others of their kind."""


def write_lead(notice: Notice) -> str:
    """Return the first sentence of a mail, in the active language."""
    words = OF_EVENTS.get(notice.data.get("event", ""), LEADS[notice.kind])
    return str(words).format(other=one_line(notice.data.get("other", "")))


def one_line(text: object) -> str:
    """Return a player's text as one line, without any end of a line in it."""
    return " ".join(str(text).split())
