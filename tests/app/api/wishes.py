"""What a game is asked for with."""

from typing import Any

WISH: dict[str, Any] = {"ruleset": "turn_the_tide", "seat_count": 3}


def hours(change: dict[str, Any], **clock: Any) -> dict[str, Any]:
    """The part of a wish that is about hours of play."""
    usual = {"zone": "Europe/Berlin", "days": ["mon", "tue"], "from": "08:00", "to": "22:00"}
    return {"clock": {**clock, "hours": {**usual, **change}}}
