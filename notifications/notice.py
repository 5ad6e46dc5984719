"""A notice to one player, in any channel."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any
from zoneinfo import ZoneInfo

from games.models import Game
from players.models import Player

UTC = ZoneInfo("UTC")


class NoticeKind(StrEnum):
    """Kinds of notification. Each may be switched off, for one channel or for all."""

    YOUR_TURN = "your_turn"
    """A question waits for the player. Not sent once the player or a standing order has answered."""
    REMINDER = "reminder"
    """The same question still waits; the player chooses how long before its deadline."""
    NEARLY_UP = "nearly_up"
    """The last reminder before the clock plays."""
    PLAYED_FOR_YOU = "played_for_you"
    """The clock or a stand-in has answered for the player."""
    STAGE_ENDED = "stage_ended"
    GAME_ENDED = "game_ended"
    INVITED = "invited"
    TABLE_FULL = "table_full"
    SEAT_LOST = "seat_lost"
    VACATION_ENDS = "vacation_ends"
    MESSAGE = "message"
    ACCOUNT = "account"


ASKS = frozenset({NoticeKind.YOUR_TURN, NoticeKind.REMINDER, NoticeKind.NEARLY_UP})
"""Kinds about a waiting question; they are dropped once it is answered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """A notice to one player.

    `id` is the same with every attempt and in every channel. `turn` and `seat` are set for questions. `data`
    is what the kind needs, never anything sealed: private data is read when the notice is sent, from the view
    of the player's seat (`games.visibility`), so no row and no queue holds it.
    """

    id: str
    kind: NoticeKind
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
        """Return whether the notice asks for an answer."""
        return self.kind in ASKS


@dataclass(frozen=True, slots=True)
class ActionLink:
    """A link to a move: its label, and the address of its page, which only shows it.

    A POST to the same address makes the move (`notifications.answer_links`).
    """

    label: str
    url: str
