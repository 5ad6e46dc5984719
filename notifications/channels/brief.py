"""A notice in a title, a sentence and a link: for lock screens, chats, calendars and other readers.

Nothing that only the player's seat may see is in it: which game, that something is asked, and until when.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.utils.formats import date_format
from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import override

from games.clock.now import now
from games.models import Turn
from notifications.links import to_game, to_route
from notifications.notice import Kind, Notice
from notifications.words import title


class Urgency(StrEnum):
    """Urgency of a notice, in the words of RFC 8030, section 5.3."""

    LOW = "low"
    NORMAL = "normal"
    HIGH = "high"


QUIET = frozenset(
    {Kind.STAGE_ENDED, Kind.GAME_ENDED, Kind.TABLE_FULL, Kind.VACATION_ENDS, Kind.MESSAGE}
)
"""What nobody need be woken up for."""


@dataclass(frozen=True, slots=True)
class Brief:
    """A notice in short. `left` is for how many seconds it is of use; None for always."""

    title: str
    text: str
    url: str
    urgency: Urgency
    left: int | None


def brief(notice: Notice) -> Brief:
    """The notice as it is at this moment; one statement, or two for a question."""
    due = deadline(notice)
    moment = now()
    return Brief(
        title=title(notice),
        text=_text(notice, due, moment),
        url=to_route("table_home") if notice.game is None else to_game(notice.game.pk),
        urgency=_urgency(notice.kind),
        left=None if due is None else max(0, round((due - moment).total_seconds())),
    )


def deadline(notice: Notice) -> datetime | None:
    """Until when the question of the notice can be answered; None if it is about none that is open."""
    if not notice.asks or notice.game is None or notice.turn is None:
        return None
    open_turn = Turn.objects.filter(game=notice.game, number=notice.turn, closed_at=None)
    found = open_turn.only("asked", "dues").first()
    if found is None or notice.seat not in found.asked:
        return None
    return found.due(notice.seat)


def _text(notice: Notice, due: datetime | None, moment: datetime) -> str:
    if notice.data.get("event") == "test":
        with override(notice.language):
            return _("This is a test: notifications reach you here.")
    return "" if due is None else _until(notice, due, moment)


def _until(notice: Notice, due: datetime, moment: datetime) -> str:
    with override(notice.language):
        at = date_format(due.astimezone(notice.zone), "D j M, H:i")
        if due <= moment:
            return _("Until {time}.").format(time=at)
        left = timeuntil(due, moment, depth=1).replace("\xa0", " ")
        return _("Until {time}: {left} left.").format(time=at, left=left)


def _urgency(kind: Kind) -> Urgency:
    if kind == Kind.NEARLY_UP:
        return Urgency.HIGH
    return Urgency.LOW if kind in QUIET else Urgency.NORMAL


def cut(text: str, most: int) -> str:
    """At most so many characters of a text, with a sign that there was more."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
