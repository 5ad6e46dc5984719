"""What a notice is about, in a sentence."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from notifications.notice import Kind, Notice

LEADS: Mapping[Kind, Promise | str] = {
    Kind.YOUR_TURN: _("It is your turn."),
    Kind.REMINDER: _("Your answer is still wanted."),
    Kind.NEARLY_UP: _("Your time is nearly up."),
    Kind.PLAYED_FOR_YOU: _("You had not answered in time, so it was played for you."),
    Kind.STAGE_ENDED: _("A stage is over."),
    Kind.GAME_ENDED: _("The game is over."),
    Kind.INVITED: _("{other} would like to play with you."),
    Kind.TABLE_FULL: _("All seats are taken."),
    Kind.SEAT_LOST: _("Your seat was given to another player."),
    Kind.VACATION_ENDS: _("Your clocks run again when your vacation is over."),
    Kind.MESSAGE: _("{other} writes:"),
    Kind.ACCOUNT: _("Something has changed about your account."),
}
"""`other` is whom the notice is about."""
OF_EVENTS: Mapping[str, Promise | str] = {
    "cancelled": _("The game was called off."),
    "offered_to_you": _("{other} offers you a seat in a game that is under way."),
    "stand_in": _("You had not answered for some time, so a bot plays for you until you answer."),
    "receiver_disabled": _("One of the places where you are told of things was switched off."),
    "webhook_disabled": _("A webhook of yours was switched off."),
    "test": _("This is a test: what you are told arrives."),
}
"""What some events have to say that others of their kind have not."""


def lead(notice: Notice) -> str:
    """A sentence with which a mail may begin, in the language that is active."""
    words = OF_EVENTS.get(notice.data.get("event", ""), LEADS[notice.kind])
    return str(words).format(other=one_line(notice.data.get("other", "")))


def one_line(text: object) -> str:
    """Somebody's text as it may stand in a line of ours: without any end of a line in it."""
    return " ".join(str(text).split())
