"""The events in the OpenAPI document, with their examples; the source is `games.event_types`.

Why so: docs/decisions/feeds.md.
"""

from typing import Any

from games.api import rulings
from games.event_types.catalogue import event_types
from games.event_types.event_type import EventType
from games.rules import registry
from tideapi.examples import EVENTS
from tideapi.rest.schemas import Schema

Json = dict[str, Any]


def describe_events(schemas: dict[str, Schema]) -> dict[str, Schema]:
    """The document's schemas, the data of each type of event with what it means."""
    meant = {schema_of(event): {"description": event.means} for event in event_types()}
    return {name: {**schema, **meant.get(name, {})} for name, schema in schemas.items()}


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
