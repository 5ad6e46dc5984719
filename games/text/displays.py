"""The displays that are here, by game. `games.enrolment` brings them."""

from games.text.display import Display

DISPLAYS: dict[str, type[Display]] = {}


def enrol(ruleset_id: str, display: type[Display]) -> None:
    """Have this game shown by this display."""
    DISPLAYS[ruleset_id] = display
