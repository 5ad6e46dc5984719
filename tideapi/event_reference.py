"""The events reference in the OpenAPI document and in Redoc; its source is `games.feeds.event_types`.

Why so: docs/why.md#events-reference.
"""

from collections.abc import Iterator
from typing import Any

from games.api import rulings
from games.feeds.event_types import Audience, EventType, Group, event_types, groups
from games.rules import registry
from tideapi.examples import EVENTS
from tideapi.rest.schemas import Schema

Json = dict[str, Any]

USUALLY = (
    "Shown is the `data` of each; what stands around it is the same for all (`FeedEvent`). Unless another "
    f"audience is named, an event is for everybody: {Audience.ALL.partition(': ')[2]}"
)


def described(schemas: dict[str, Schema]) -> dict[str, Schema]:
    """The document's schemas, the data of each type of event with what it means."""
    meant = {schema_of(event): {"description": event.text.means} for event in event_types()}
    return {name: {**schema, **meant.get(name, {})} for name, schema in schemas.items()}


def schema_of(event: EventType) -> str:
    """The name in the document of what the `data` of such an event is."""
    own = () if event.ruleset is None else (event.ruleset,)
    return rulings.camel(*own, event.type, "data")


def examples_of(event: EventType) -> list[Json]:
    """The `data` of real events: of one that opens a turn from each game of which one was recorded."""
    if event.ruleset is not None:
        return [registry.RULESETS[event.ruleset].schemas.examples["events"][event.type]]
    names = [key(event.type, ruleset) for ruleset in registry.RULESETS]
    return [EVENTS[name]["data"] for name in dict.fromkeys(names) if name in EVENTS]


def key(kind: str, ruleset: str | None) -> str:
    """The name of an event's example: the event that opens a turn is another in each game."""
    return f"{ruleset}.{kind}" if kind == "turn_opened" else kind


def sections() -> Json:
    """What Redoc adds to the document: a section for each group of events, and real examples of their data.

    The sections are tags without calls and name an element of Redoc's own, so they are no part of the
    document; the examples would make it longer by a fortieth (`make openapi` keeps them in docs/events.md).
    """
    return {
        "tags": [_tag(group) for group in groups()],
        "examples": {schema_of(event): examples_of(event) for event in event_types()},
    }


def _tag(group: Group) -> Json:
    parts = [group.description, USUALLY]
    for event in group.types:
        parts += [f"## {event.type}", *_text(event)]
    return {
        "name": f"events: {group.title}",
        "x-displayName": group.title,
        "x-traitTag": True,
        "description": "\n\n".join(parts),
    }


def _text(event: EventType) -> Iterator[str]:
    yield event.text.means
    yield f"**When:** {event.text.when}"
    if event.audience is not Audience.ALL:
        yield f"**For:** {event.audience}"
    if event.feed_scope != "game:read":
        yield f"**Scope:** `{event.feed_scope}`. Without it, the feed leaves the event out."
    # An element of Redoc's own: the schema with its example.
    yield f'<SchemaDefinition schemaRef="#/components/schemas/{schema_of(event)}" />'
