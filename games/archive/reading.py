"""The history of an archived game. Whether somebody may see it is not asked here."""

from games.archive import keeping, packing
from games.archive.history import History
from games.models import ArchivedGame

NOTHING = History([], [], [], [])


def find(game_id: str) -> History | None:
    """What has happened in a game that is archived, None for any other. Raises `Refusal` (`unavailable`)."""
    row = ArchivedGame.objects.filter(pk=game_id).first()
    return None if row is None else packing.unpack(keeping.content(row), game_id)


def history(game_id: str) -> History:
    """The same, and nothing at all for a game that is not archived."""
    return find(game_id) or NOTHING
