"""The displays and sheets that are here, by game. `games.enrolment` brings them."""

from games.text.display import Display
from games.text.sheet import Sheet

DISPLAYS: dict[str, type[Display]] = {}
SHEETS: dict[str, type[Sheet]] = {}


def enrol(ruleset_id: str, display: type[Display], sheet: type[Sheet] = Sheet) -> None:
    """Have this game shown by this display, and written down by this sheet."""
    DISPLAYS[ruleset_id] = display
    SHEETS[ruleset_id] = sheet
