"""The displays and sheets that are here, by game. `games.enrolment` brings them."""

from typing import TYPE_CHECKING

from games.text.display import Display

if TYPE_CHECKING:  # A sheet needs Django, and a game does not.
    from games.text.sheet import Sheet

DISPLAYS: dict[str, type[Display]] = {}
SHEETS: dict[str, "type[Sheet]"] = {}
"""The games that have a sheet of their own."""


def enrol(
    ruleset_id: str, display: type[Display] = Display, sheet: "type[Sheet] | None" = None
) -> None:
    """Have this game shown by this display, and written down by this sheet."""
    DISPLAYS[ruleset_id] = display
    if sheet is not None:
        SHEETS[ruleset_id] = sheet
