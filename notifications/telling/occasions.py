"""An event of a player's feed, and what there is to be told of it.

Nothing is told of what she has done herself, and nothing of a move that her standing order has made.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from games.models import Seat, Submission
from notifications.notice import Kind

Json = dict[str, Any]

VACATION_LEAD = timedelta(hours=12)
"""How long before a vacation ends its player is told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """Something that a player is to be told once, known by its `cause`; `at` is when, None for now.

    `due_at` is what it has to do with: the deadline of a question, or the end of a vacation.
    """

    kind: Kind
    cause: str
    game: str | None = None
    turn: int | None = None
    number: int | None = None
    at: datetime | None = None
    due_at: datetime | None = None


OF_GAMES = {
    "stage_ended": Kind.STAGE_ENDED,
    "finished": Kind.GAME_ENDED,
    "cancelled": Kind.GAME_ENDED,
    "invited": Kind.INVITED,
    "offered_to_you": Kind.INVITED,
    "table_full": Kind.TABLE_FULL,
    "seat_lost": Kind.SEAT_LOST,
    "message_written": Kind.MESSAGE,
    "webhook_disabled": Kind.ACCOUNT,
    "receiver_disabled": Kind.ACCOUNT,
}
"""Types of events that are told as they are. That a stage is over is said by rules that have stages."""
MOVING = frozenset({"turn_opened", "deadlines_moved", "clock_moved"})
"""Types of events after which the deadline of an open question is another, or there is another question."""


def occasion(event: Json, seat: int | None) -> Occasion | None:
    """What is told of an event of her feed; `seat` is hers in its game, None without one."""
    kind = OF_GAMES.get(event["type"])
    if kind is None and seat is not None and _played_for(event, seat):
        kind = Kind.PLAYED_FOR_YOU
    if event["type"] == "vacation" and event["data"]["seat"] == seat:
        return _end_of_vacation(event)
    if kind is None:
        return None
    return Occasion(
        kind=kind,
        cause=f"feed:{event['number']}",
        # What people have to do with each other is in no game's log, and names its game in its data.
        game=event["game"] or event["data"].get("game"),
        turn=event["data"].get("turn") if kind == Kind.PLAYED_FOR_YOU else None,
        number=event["number"],
    )


def _played_for(event: Json, seat: int) -> bool:
    """Whether the clock has answered for her, or a bot stands in from now on."""
    data = event["data"]
    if event["type"] == "stand_in":
        return bool(data["seat"] == seat and data["away"] == Seat.Away.ABSENT)
    if event["type"] != "turn_closed":
        return False
    by_clock = (one["seat"] for one in data["actions"] if one["by"] == Submission.By.CLOCK)
    return seat in by_clock


def _end_of_vacation(event: Json) -> Occasion | None:
    since, until = (datetime.fromisoformat(event["data"][end]) for end in ("from", "until"))
    if until <= max(since, datetime.fromisoformat(event["at"])):
        return None  # It was called off, or she has ended it herself.
    return Occasion(
        kind=Kind.VACATION_ENDS,
        # The same from all of her games.
        cause=f"vacation:{event['data']['until']}",
        at=until - VACATION_LEAD,
        due_at=until,
    )


def asked(
    game: str, turn: int, opened_at: datetime, due_at: datetime, lead: timedelta, last: timedelta
) -> Iterator[Occasion]:
    """What is told of a question that waits for her: that it does, and twice before its time is up.

    `lead` and `last` are how long before. Where that is more than half of her time, it is not told: she has
    just been told of the question itself. Another deadline is another cause.
    """
    question: Json = {"game": game, "turn": turn, "due_at": due_at}
    yield Occasion(kind=Kind.YOUR_TURN, cause=f"turn:{game}:{turn}", **question)
    before = f"{game}:{turn}:{due_at.isoformat()}"
    half = (due_at - opened_at) / 2
    if last < lead <= half:
        yield Occasion(kind=Kind.REMINDER, cause=f"reminder:{before}", at=due_at - lead, **question)
    if last <= half:
        yield Occasion(
            kind=Kind.NEARLY_UP, cause=f"nearly_up:{before}", at=due_at - last, **question
        )
