"""A game whose rules raise is set aside: visible to operators, tried again, in nobody's way."""

import logging
import traceback
from datetime import timedelta

from django.db.models import QuerySet

from games.clock.now import now
from games.models import Game, Turn
from tideapi.rest import log_lines

log = logging.getLogger(__name__)

RETRY_FIRST = timedelta(seconds=5)
RETRY_LAST = timedelta(minutes=10)
MOST_COUNTED = 30_000


def set_aside(turn: Turn, error: Exception) -> None:
    """Try the turn again later, and later still each time that it fails. Its deadlines stay."""
    wait = min(RETRY_LAST, RETRY_FIRST * 2 ** min(turn.faults, 10))
    Turn.objects.filter(pk=turn.pk).update(
        faults=min(turn.faults + 1, MOST_COUNTED),
        fault=describe_place(error),
        next_check_at=now() + wait,
    )
    with log_lines.about(turn.game_id):
        log.error(
            "Turn %s of game %s cannot be closed, next try in %s s: %s",
            turn.number,
            turn.game_id,
            int(wait.total_seconds()),
            describe_place(error),
        )


def retry(game_id: str) -> bool:
    """Have the sweep look at a game that was set aside now. False where none was."""
    rows = turns_set_aside().filter(game=game_id)
    return bool(rows.update(next_check_at=now()))


def find_games_set_aside() -> list[str]:
    """The ids of the games that are set aside."""
    return list(turns_set_aside().values_list("game", flat=True))


def turns_set_aside() -> "QuerySet[Turn]":
    """The turns that are set aside. Of a game that was called off meanwhile nothing is tried any more."""
    return Turn.objects.filter(
        closed_at__isnull=True, faults__gt=0, game__status=Game.Status.RUNNING
    )


def describe_place(error: Exception) -> str:
    """The kind of an error and the lines that led to it.

    Not its message: that may hold cards which nobody may know.
    """
    frames = traceback.extract_tb(error.__traceback__)
    lines = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    return "\n".join([type(error).__name__, *lines])
