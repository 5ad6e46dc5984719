"""The save of a decision with what follows from it, and games that are set aside because their rules raise.

Operators see those, and the sweep tries them again.
"""

import logging
from collections.abc import Callable
from datetime import timedelta

from django.db import Error as DatabaseFault

from common.rest import log_lines
from games.clock.now import now
from games.models import Turn
from games.repository.game_state import GameState
from games.repository.games import save_games

log = logging.getLogger(__name__)

MIN_RETRY_DELAY = timedelta(seconds=5)
MAX_RETRY_DELAY = timedelta(minutes=10)
MAX_FAULTS = 30_000
"""The highest count of failed tries that is stored for a turn."""


def apply_and_save(game: GameState, follow: Callable[[GameState], object]) -> None:
    """Save what was decided under the game's lock, together with what follows from it.

    If the rules raise, or return what cannot be written, only the decision is saved: a sealed answer stays
    sealed. Then the game is set aside, and the sweep tries again.
    """
    decided, turn = game.copy(), game.open_turn
    game.is_saved = True
    try:
        follow(game)
        save_games([game])
    except DatabaseFault:
        raise
    except Exception as error:  # noqa: BLE001  Whatever rules may raise.
        save_games([decided])
        if turn is not None:
            # Last, because what was decided may move the moment at which the turn is looked at.
            set_aside(turn, error)


def set_aside(turn: Turn, error: Exception) -> None:
    """Schedule another try of the turn, with a longer delay after each failure. Its deadlines stay."""
    wait = min(MAX_RETRY_DELAY, MIN_RETRY_DELAY * 2 ** min(turn.faults, 10))
    Turn.objects.filter(pk=turn.pk).update(
        faults=min(turn.faults + 1, MAX_FAULTS),
        fault=log_lines.describe_place(error),
        next_check_at=now() + wait,
    )
    with log_lines.log_about(turn.game_id):
        log.error(
            "Turn %s of game %s cannot be closed, next try in %s s: %s",
            turn.number,
            turn.game_id,
            int(wait.total_seconds()),
            log_lines.describe_place(error),
        )


def retry_game(game_id: str) -> bool:
    """Have the sweep check a game now. Return False if it is not set aside."""
    rows = Turn.objects.set_aside().filter(game=game_id)
    return bool(rows.update(next_check_at=now()))


def find_games_set_aside() -> list[str]:
    """Return the ids of the games that are set aside."""
    return list(Turn.objects.set_aside().values_list("game", flat=True))
