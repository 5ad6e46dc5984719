"""SQL of games that is written by hand, a file for each purpose; comments name the indexes that are used.

The statements of writers stand in `games.repository.games` and `games.repository.saving`.

Why so: docs/decisions/database.md, docs/decisions/game-rows.md.
"""

from collections.abc import Callable
from pathlib import Path

from common.db.sql_files import SqlFile
from games import models
from games.repository import columns, rows
from players import models as of_players
from players.sql import caller_query


def _row(alias: str, model: str, only: str = "") -> str:
    """Return SQL that makes a row, or some of its columns, a JSON array for `games.repository.rows.read`."""
    its = getattr(models, model, None) or getattr(of_players, model)
    return rows.select_columns(its, alias, getattr(columns, only) if only else ())


_FUNCTIONS: dict[str, Callable[..., str]] = {"row": _row}
FILES: dict[str, SqlFile] = {}


def _file(name: str) -> SqlFile:
    FILES[name] = SqlFile(Path(__file__).with_name(f"{name}.sql"), _FUNCTIONS, FILES)
    return FILES[name]


viewing = _file("viewing")


SNAPSHOT_FOR_CALLER = caller_query(
    "snapshot.*",
    viewing.find_part("snapshot_for_caller"),
    viewing.find_comment("snapshot_for_caller"),
)
VERSION_FOR_CALLER = caller_query(
    viewing.find_part("version_for_caller"),
    viewing.find_part("version_joined"),
    viewing.find_comment("version_for_caller"),
)
