"""The names of events' schemas in the OpenAPI document, and their examples.

Why so: docs/decisions/feeds.md.
"""

from typing import Any

from games.api import rulings
from games.event_types.event_type import EventType
from games.rulesets import registry
from tideapi.examples import EVENTS

Json = dict[str, Any]


def schema_of(event: EventType) -> str:
    """The name in the document of what the `data` of such an event is."""
    own = () if event.ruleset is None else (event.ruleset,)
    return rulings.component_name(*own, event.type, "data")


def examples_of(event: EventType) -> list[Json]:
    """The `data` of real events: of one that opens a turn from each game of which one was recorded."""
    if event.ruleset is not None:
        return [registry.RULESETS[event.ruleset].schemas.examples["events"][event.type]]
    names = [example_name(event.type, ruleset) for ruleset in registry.RULESETS]
    return [EVENTS[name]["data"] for name in dict.fromkeys(names) if name in EVENTS]


def example_name(kind: str, ruleset: str | None) -> str:
    """The name of an event's example: the event that opens a turn is another in each game."""
    return f"{ruleset}.{kind}" if kind == "turn_opened" else kind
