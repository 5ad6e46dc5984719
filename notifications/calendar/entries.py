"""What stands in a player's calendar: a deadline for each question that waits, and her vacations."""

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

MOST = 200
MOVING = ("deadlines_moved", "clock_moved")
"""The events with which a deadline becomes another (games/feeds/event_texts.py)."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """Until when one question waits. `moves` counts on whenever that changes, `changed_at` is when it did."""

    game: str
    name: str
    turn: int
    seat: int
    opened_at: datetime
    due_at: datetime
    moves: int
    changed_at: datetime


@dataclass(frozen=True, slots=True)
class Away:
    """A vacation of hers."""

    id: str
    since: datetime
    until: datetime
    announced_at: datetime


def deadlines(player: Player) -> list[Deadline]:
    """Those of all questions that wait for her and have no answer, the first first. Two statements.

    Nothing that is encrypted is opened: what is asked is not read.
    """
    found = questions.waiting(
        player,
        unanswered=True,
        with_games=False,
        back=False,
        position=None,
        offset=0,
        most=MOST,
    )
    read = [one.read() for one in found]
    moved = _moves({turn.game_id for _, turn, _, _ in read})
    entries = []
    for seat, turn, _, _ in read:
        moves, changed_at = moved.get(turn.game_id, (0, None))
        entries.append(
            Deadline(
                game=turn.game_id,
                name=registry.find(turn.game.ruleset).name,
                turn=turn.number,
                seat=seat,
                opened_at=turn.opened_at,
                due_at=turn.due(seat),
                moves=moves,
                changed_at=max(turn.opened_at, changed_at or turn.opened_at),
            )
        )
    return entries


def _moves(games: Collection[str]) -> dict[str, tuple[int, Any]]:
    """Of each game how often the deadlines of its open turn have moved, and when that was last."""
    found = {}
    for log in Log.objects.filter(pk__in=games):
        moved = [event.at for event in read_events(log.pk, (), log.recent) if event.type in MOVING]
        found[log.pk] = (len(moved), max(moved, default=None))
    return found


def away(player: Player, moment: datetime) -> list[Away]:
    """Her vacations that are not over."""
    return [
        Away(one.pk, one.from_at, one.until_at, one.announced_at)
        for one in vacations.taken(player)
        if one.until_at > moment
    ]
