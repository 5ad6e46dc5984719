"""The events on the page of their own in the reference: fields, audience and real data of each."""

from collections.abc import Iterator

from django.urls import reverse

from common.rest.json_codec import Json
from games.api import ruleset_schemas
from games.event_types.catalogue import event_groups
from games.event_types.event_type import READ_GAMES, Audience, EventType
from games.rulesets import registry
from tideapi.examples import EVENTS
from tideapi.reference.document import schemas_by_name
from tideapi.reference.fields import field_rows


def events_address() -> str:
    """Return the address of the page."""
    return reverse("reference_events")


def anchor_of(event: EventType) -> str:
    """Return the anchor of an event: two games may have events of one name."""
    return event.type if event.ruleset is None else f"{event.ruleset}.{event.type}"


def event_group_rows() -> list[Json]:
    """Return all groups of events with what is shown of each."""
    return [
        {
            "title": group.title,
            "description": group.description,
            "events": [*_event_entries(group.types)],
        }
        for group in event_groups()
    ]


def _event_entries(events: tuple[EventType, ...]) -> Iterator[Json]:
    for event in events:
        schema, anchor = schema_of(event), anchor_of(event)
        yield {
            "type": event.type,
            "anchor": anchor,
            "means": event.means,
            "when": event.when,
            "audience": "" if event.audience is Audience.ALL else str(event.audience),
            "scope": "" if event.scope == READ_GAMES else event.scope,
            "schema": schema,
            "fields": [*field_rows(schemas_by_name()[schema], anchor)],
            "examples": examples_of(event),
        }


def schema_of(event: EventType) -> str:
    """The name in the document of what the `data` of such an event is."""
    own = () if event.ruleset is None else (event.ruleset,)
    return ruleset_schemas.component_name(*own, event.type, "data")


def examples_of(event: EventType) -> list[Json]:
    """The `data` of real events: of one that opens a turn from each game of which one was recorded."""
    if event.ruleset is not None:
        return [registry.RULESETS[event.ruleset].schemas.examples["events"][event.type]]
    names = [example_name(event.type, ruleset) for ruleset in registry.RULESETS]
    return [EVENTS[name]["data"] for name in dict.fromkeys(names) if name in EVENTS]


def example_name(kind: str, ruleset: str | None) -> str:
    """The name of an event's example: the event that opens a turn is another in each game."""
    return f"{ruleset}.{kind}" if kind == "turn_opened" else kind
