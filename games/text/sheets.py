"""The choice of a game's sheet."""

from collections.abc import Mapping
from typing import Any

from games.text.displays import SHEETS
from games.text.sheet import Sheet


def make_sheet(game: Mapping[str, Any]) -> Sheet:
    """Return the sheet of a game, a plain one if its ruleset has none."""
    return SHEETS.get(game["ruleset"], Sheet)(game)
