"""Occasions for notifications, found in the events of a player's feed.

A player is not notified of their own actions, nor of a move made by their standing order.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from common.rest.json_codec import Json
from games.models import Seat, Submission
from games.shapes.events import FeedEvent
from notifications.notice import NoticeKind

VACATION_LEAD = timedelta(hours=12)
"""Time between the notification and the end of the vacation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """A reason to notify a player once, known by its `cause`; `at` is when, None for now.

    `due_at` is the deadline of the question, or the end of the vacation.
    """

    kind: NoticeKind
    cause: str
    game: str | None = None
    turn: int | None = None
    number: int | None = None
    at: datetime | None = None
    due_at: datetime | None = None


OF_GAMES = {
    "stage_ended": NoticeKind.STAGE_ENDED,
    "finished": NoticeKind.GAME_ENDED,
    "cancelled": NoticeKind.GAME_ENDED,
    "invited": NoticeKind.INVITED,
    "offered_to_you": NoticeKind.INVITED,
    "table_full": NoticeKind.TABLE_FULL,
    "seat_lost": NoticeKind.SEAT_LOST,
    "message_written": NoticeKind.MESSAGE,
    "webhook_disabled": NoticeKind.ACCOUNT,
    "receiver_disabled": NoticeKind.ACCOUNT,
}
"""Event types that always notify. Only rules that have stages say that a stage is over."""
MOVING = frozenset({"turn_opened", "deadlines_moved", "clock_moved"})
"""Event types after which an open question has another deadline, or there is another question."""


def find_occasion(event: FeedEvent, seat: int | None) -> Occasion | None:
    """Return the occasion of an event, if any; `seat` is the player's seat in its game."""
    kind = OF_GAMES.get(event["type"])
    if kind is None and seat is not None and _played_for(event, seat):
        kind = NoticeKind.PLAYED_FOR_YOU
    if event["type"] == "vacation" and event["data"]["seat"] == seat:
        return _end_of_vacation(event)
    if kind is None:
        return None
    return Occasion(
        kind=kind,
        cause=f"feed:{event['number']}",
        # What people have to do with each other is in no game's log, and names its game in its data.
        game=event["game"] or event["data"].get("game"),
        turn=event["data"].get("turn") if kind == NoticeKind.PLAYED_FOR_YOU else None,
        number=event["number"],
    )


def _played_for(event: FeedEvent, seat: int) -> bool:
    """Return whether the clock answered for this seat, or a bot stands in from now on."""
    data = event["data"]
    if event["type"] == "stand_in":
        return bool(data["seat"] == seat and data["away"] == Seat.Away.ABSENT)
    if event["type"] != "turn_closed":
        return False
    by_clock = (one["seat"] for one in data["actions"] if one["by"] == Submission.By.CLOCK)
    return seat in by_clock


def _end_of_vacation(event: FeedEvent) -> Occasion | None:
    since, until = (datetime.fromisoformat(event["data"][end]) for end in ("from", "until"))
    if until <= max(since, datetime.fromisoformat(event["at"])):
        return None  # It was called off, or the player has ended it.
    return Occasion(
        kind=NoticeKind.VACATION_ENDS,
        # The same in all games of the player.
        cause=f"vacation:{event['data']['until']}",
        at=until - VACATION_LEAD,
        due_at=until,
    )


def iterate_occasions(
    game: str, turn: int, opened_at: datetime, due_at: datetime, lead: timedelta, last: timedelta
) -> Iterator[Occasion]:
    """Yield the occasions of an open question: that it waits, and two reminders before its deadline.

    `lead` and `last` say how long before. A reminder is left out where that is more than half of the player's
    time: the question itself is recent news then. Another deadline is another cause.
    """
    question: Json = {"game": game, "turn": turn, "due_at": due_at}
    yield Occasion(kind=NoticeKind.YOUR_TURN, cause=f"turn:{game}:{turn}", **question)
    before = f"{game}:{turn}:{due_at.isoformat()}"
    half = (due_at - opened_at) / 2
    if last < lead <= half:
        yield Occasion(
            kind=NoticeKind.REMINDER, cause=f"reminder:{before}", at=due_at - lead, **question
        )
    if last <= half:
        yield Occasion(
            kind=NoticeKind.NEARLY_UP, cause=f"nearly_up:{before}", at=due_at - last, **question
        )
