"""The history of an archived game. The caller has checked that the viewer may see it."""

from functools import lru_cache

from games.archive import storage
from games.archive.history import History, unpack_history
from games.models import ArchivedGame, Game
from games.repository.game_state import Resolved

NOTHING = History({}, [], [], [], {})  # type: ignore[typeddict-item]
MAX_CACHED = 8
"""The number of histories that a process caches, of 1 to 6 MB each: a viewer reads a game turn by turn."""


def load_history(game_id: str) -> History:
    """Return the history of a game, an empty one if it is not archived. Raises `ApiError` (`unavailable`).

    Other callers get the same rows, so no caller may change them.
    """
    archived = ArchivedGame.objects.filter(pk=game_id).first()
    return NOTHING if archived is None else _unpacked(storage.read_content(archived), game_id)


def find_turn(game: Game, number: int) -> Resolved | None:
    """Return a turn of an archived game with its answers; None for any other game."""
    if game.status != Game.Status.FINISHED:
        return None
    turns = load_history(game.pk).turns
    return next((one for one in turns if one.turn.number == number), None)


# The bytes are fetched and decrypted each time; only their unpacking is cached (docs/decisions/archive.md).
_unpacked = lru_cache(maxsize=MAX_CACHED)(unpack_history)
