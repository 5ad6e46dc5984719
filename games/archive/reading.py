"""The history of an archived game. Whether somebody may see it is not asked here."""

from functools import lru_cache

from games.archive import keeping, packing
from games.archive.history import History
from games.models import ArchivedGame

NOTHING = History([], [], [], [])
KEPT = 8
"""Histories that a process keeps at most, of 1 to 6 MB each: who looks through a game asks call by call."""


def find(game_id: str) -> History | None:
    """What has happened in a game that is archived, None for any other. Raises `ApiError` (`unavailable`).

    Others may be given the same rows, so nobody changes them.
    """
    row = ArchivedGame.objects.filter(pk=game_id).first()
    return None if row is None else _unpacked(keeping.content(row), game_id)


def history(game_id: str) -> History:
    """The same, and nothing at all for a game that is not archived."""
    return find(game_id) or NOTHING


# What lies there is fetched and decrypted each time: only its unpacking is spared (docs/why.md#unpacked).
_unpacked = lru_cache(maxsize=KEPT)(packing.unpack)
