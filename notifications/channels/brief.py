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
from games.models import Question
from notifications.notice import Notice, NoticeKind
from notifications.words import title
from players.mail.links import to_game, to_route


class Urgency(StrEnum):
    """Urgency of a notice, in the words of RFC 8030, section 5.3."""

    LOW = "low"
    NORMAL = "normal"
    HIGH = "high"


QUIET = frozenset(
    {
        NoticeKind.STAGE_ENDED,
        NoticeKind.GAME_ENDED,
        NoticeKind.TABLE_FULL,
        NoticeKind.VACATION_ENDS,
        NoticeKind.MESSAGE,
    }
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


def build_brief(notice: Notice) -> Brief:
    """The notice as it is at this moment; one statement, or two for a question."""
    due = question_deadline(notice)
    moment = now()
    return Brief(
        title=title(notice),
        text=_brief_text(notice, due, moment),
        url=to_route("table_home") if notice.game is None else to_game(notice.game.pk),
        urgency=_brief_urgency(notice.kind),
        left=None if due is None else max(0, round((due - moment).total_seconds())),
    )


def question_deadline(notice: Notice) -> datetime | None:
    """Until when the question of the notice can be answered; None if it is about none that is open."""
    if not notice.asks or notice.turn is None or notice.seat is None:
        return None
    asked = Question.objects.filter(
        turn__game=notice.game,
        turn__number=notice.turn,
        turn__closed_at=None,
        seat__number=notice.seat,
    )
    return asked.values_list("due_at", flat=True).first()


def _brief_text(notice: Notice, due: datetime | None, moment: datetime) -> str:
    with override(notice.language):
        if notice.data.get("event") == "test":
            return _("This is a test: notifications reach you here.")
        if due is None:
            return ""
        at = date_format(due.astimezone(notice.zone), "D j M, H:i")
        if due <= moment:
            return _("Until {time}.").format(time=at)
        left = timeuntil(due, moment, depth=1).replace("\xa0", " ")
        return _("Until {time}: {left} left.").format(time=at, left=left)


def _brief_urgency(kind: NoticeKind) -> Urgency:
    if kind == NoticeKind.NEARLY_UP:
        return Urgency.HIGH
    return Urgency.LOW if kind in QUIET else Urgency.NORMAL


def shorten_text(text: str, most: int) -> str:
    """At most so many characters of a text, with a sign that there was more."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
