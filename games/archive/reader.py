"""The history of an archived game. The caller has checked that the viewer may see it."""

from functools import lru_cache

from games.archive import storage
from games.archive.history import History, unpack_history
from games.models import ArchivedGame

NOTHING = History({}, [], [], [], {})  # type: ignore[typeddict-item]
MAX_CACHED = 8
"""The number of histories that a process caches, of 1 to 6 MB each: a viewer reads a game turn by turn."""


def find_history(game_id: str) -> History | None:
    """Return the history of an archived game, None for any other. Raises `ApiError` (`unavailable`).

    Other callers get the same rows, so no caller may change them.
    """
    row = ArchivedGame.objects.filter(pk=game_id).first()
    return None if row is None else _unpacked(storage.read_content(row), game_id)


def load_history(game_id: str) -> History:
    """Return the history of a game, an empty one if it is not archived."""
    return find_history(game_id) or NOTHING


# The bytes are fetched and decrypted each time; only their unpacking is cached (docs/decisions/archive.md).
_unpacked = lru_cache(maxsize=MAX_CACHED)(unpack_history)
