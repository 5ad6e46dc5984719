"""The displays and sheets of this server, by game. `games.enrolment` registers them."""

from typing import TYPE_CHECKING

from games.text.display import Display

if TYPE_CHECKING:  # A sheet needs Django, and a game does not.
    from games.text.sheet import Sheet

DISPLAYS: dict[str, type[Display]] = {}
SHEETS: dict[str, "type[Sheet]"] = {}
"""The sheets of the games that have their own."""


def register_display(
    ruleset_id: str, display: type[Display] = Display, sheet: "type[Sheet] | None" = None
) -> None:
    """Register the display and the sheet of a game."""
    DISPLAYS[ruleset_id] = display
    if sheet is not None:
        SHEETS[ruleset_id] = sheet
