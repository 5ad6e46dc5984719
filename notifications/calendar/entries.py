"""Entries of a player's calendar: the deadline of each waiting question, and vacations."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.lobby import vacations
from games.models import Log
from games.repository.log import read_events
from games.rules import registry
from games.visibility import questions
from players.models import Player

MAX_DEADLINES = 200
MOVING = ("deadlines_moved", "clock_moved")
"""Events that move a deadline (games/event_types/clock.py)."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """The deadline of one question; `moves` counts its changes, `changed_at` is the last of them."""

    game: str
    name: str
    turn: int
    seat: int
    opened_at: datetime
    due_at: datetime
    moves: int
    changed_at: datetime


@dataclass(frozen=True, slots=True)
class VacationEntry:
    """A vacation of the player's."""

    id: str
    since: datetime
    until: datetime
    announced_at: datetime


def list_deadlines(player: Player) -> list[Deadline]:
    """Return the deadlines of all unanswered questions, the earliest first. Two statements.

    Nothing encrypted is read.
    """
    found = questions.list_questions(
        player,
        unanswered=True,
        with_games=False,
        back=False,
        position=None,
        offset=0,
        most=MAX_DEADLINES,
    )
    read = [one.read() for one in found]
    moved = _count_moves({turn.game_id for _, turn, _, _ in read})
    entries = []
    for seat, turn, _, _ in read:
        moves, changed_at = moved.get(turn.game_id, (0, None))
        entries.append(
            Deadline(
                game=turn.game_id,
                name=registry.find_ruleset(turn.game.ruleset).name,
                turn=turn.number,
                seat=seat,
                opened_at=turn.opened_at,
                due_at=turn.seat_deadline(seat),
                moves=moves,
                changed_at=max(turn.opened_at, changed_at or turn.opened_at),
            )
        )
    return entries


def _count_moves(games: Collection[str]) -> dict[str, tuple[int, Any]]:
    """Return by game how often the deadlines of its open turn have moved, and when last."""
    found = {}
    for log in Log.objects.filter(pk__in=games):
        moved = [event.at for event in read_events(log.pk, (), log.recent) if event.type in MOVING]
        found[log.pk] = (len(moved), max(moved, default=None))
    return found


def list_vacations(player: Player, moment: datetime) -> list[VacationEntry]:
    """Return the player's vacations that are not over."""
    return [
        VacationEntry(one.pk, one.from_at, one.until_at, one.announced_at)
        for one in vacations.list_vacations(player)
        if one.until_at > moment
    ]
