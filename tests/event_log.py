"""The events of a game's log, read as the server reads them."""

from typing import Any

from games.fairness.commitments import ChainEvent
from games.repository.log import events_of


def logged_events(game: str, kind: str | None = None, **data: Any) -> list[ChainEvent]:
    """Return the events of a game in their order: all, or those of a type whose data has these members."""
    return [
        event
        for event in events_of(game)
        if kind in {None, event.type} and data.items() <= event.data.items()
    ]
