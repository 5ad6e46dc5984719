"""The first sentence of a mail about a notice."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.text.event_sentences import SENTENCES
from notifications.notice import Kind, Notice

LEADS: Mapping[Kind, Promise | str] = {
    Kind.YOUR_TURN: _("It is your turn."),
    Kind.REMINDER: _("Your answer is still wanted."),
    Kind.NEARLY_UP: _("Your time is nearly up."),
    Kind.PLAYED_FOR_YOU: _("You had not answered in time, so it was played for you."),
    Kind.STAGE_ENDED: _("A stage is over."),
    Kind.GAME_ENDED: SENTENCES["finished"],
    Kind.INVITED: SENTENCES["invited"],
    Kind.TABLE_FULL: SENTENCES["table_full"],
    Kind.SEAT_LOST: SENTENCES["seat_lost"],
    Kind.VACATION_ENDS: _("Your clocks run again when your vacation is over."),
    Kind.MESSAGE: _("{other} writes:"),
    Kind.ACCOUNT: _("Something has changed about your account."),
}
"""`other` is the player that the notice is about."""
OF_EVENTS: Mapping[str, Promise | str] = {
    **{
        kind: SENTENCES[kind]
        for kind in ("cancelled", "offered_to_you", "receiver_disabled", "webhook_disabled")
    },
    "stand_in": _("You had not answered for some time, so a bot plays for you until you answer."),
    "test": _("This is a test: notifications reach you here."),
}
"""Sentences of events that differ from others of their kind."""


def lead(notice: Notice) -> str:
    """Return the first sentence of a mail, in the active language."""
    words = OF_EVENTS.get(notice.data.get("event", ""), LEADS[notice.kind])
    return str(words).format(other=one_line(notice.data.get("other", "")))


def one_line(text: object) -> str:
    """Return a player's text as one line, without any end of a line in it."""
    return " ".join(str(text).split())
