"""What one person is told, whatever the channel."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any
from zoneinfo import ZoneInfo

from games.models import Game
from players.models import Player

UTC = ZoneInfo("UTC")


class Kind(StrEnum):
    """What there is to be told. Each may be switched off, for one channel or for all."""

    YOUR_TURN = "your_turn"
    """A question waits for her. Never sent for one that is answered, by herself or by an order."""
    REMINDER = "reminder"
    """The same question still waits, as long before its deadline as she has chosen."""
    NEARLY_UP = "nearly_up"
    """The last call before the clock plays."""
    PLAYED_FOR_YOU = "played_for_you"
    """The clock or a stand-in has answered for her."""
    STAGE_ENDED = "stage_ended"
    GAME_ENDED = "game_ended"
    INVITED = "invited"
    TABLE_FULL = "table_full"
    SEAT_LOST = "seat_lost"
    VACATION_ENDS = "vacation_ends"
    MESSAGE = "message"
    ACCOUNT = "account"


ASKS = frozenset({Kind.YOUR_TURN, Kind.REMINDER, Kind.NEARLY_UP})
"""The kinds that are about a question which waits, and are worth nothing once it is answered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """One thing that one person is told.

    `id` is the same with every attempt and in every channel. `turn` and `seat` are set for questions. `data`
    holds what the kind needs besides, never anything sealed: what only she may know is read when it is told,
    from the view of her seat (`games.visibility`), so no row and no queue holds it.
    """

    id: str
    kind: Kind
    player: Player
    at: datetime
    game: Game | None = None
    turn: int | None = None
    seat: int | None = None
    data: Mapping[str, Any] = field(default_factory=dict)
    language: str = "en"
    zone: ZoneInfo = UTC

    @property
    def asks(self) -> bool:
        """Whether an answer is wanted."""
        return self.kind in ASKS


@dataclass(frozen=True, slots=True)
class Press:
    """A move by one press: its name for people, and the address of its page, which only shows it.

    A POST to the same address makes the move (`notifications.presses`).
    """

    label: str
    url: str
