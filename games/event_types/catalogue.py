"""All types of events, those of the games included.

The one source of the OpenAPI document, docs/events.md, the sentences of events and the scopes of feeds.
The types of the games bring their texts with their rules.

Why so: docs/decisions/feeds.md.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db.models import Q

from games.event_types.absence import ABSENCE
from games.event_types.clock import CLOCK
from games.event_types.event_type import READ_GAMES, Audience, EventType
from games.event_types.lobby import LOBBY
from games.event_types.people import ACCOUNT, PEOPLE
from games.event_types.turns import TURNS
from games.rulesets import registry
from games.shapes.events import FeedEvent
from players.models import Player

SERVER_TYPES = {one.type: one for one in (*LOBBY, *TURNS, *ABSENCE, *CLOCK, *PEOPLE, *ACCOUNT)}
"""The types of the server's own events."""


@dataclass(frozen=True, slots=True)
class EventGroup:
    """Types of events that are read about together."""

    title: str
    description: str
    types: tuple[EventType, ...]


def event_groups() -> tuple[EventGroup, ...]:
    """Return all groups, in the order in which they are listed to people."""
    return (
        EventGroup("Lobby", "Until a game starts, or is called off.", LOBBY),
        EventGroup("Turns", "Questions and answers, in every game.", TURNS),
        *_groups_of_games(),
        EventGroup(
            "Absence",
            "Who plays for a seat, standing orders, and seats that are handed on.",
            ABSENCE,
        ),
        EventGroup("Clock", "What moves deadlines: vacations, pauses, votes to go on.", CLOCK),
        EventGroup(
            "People",
            "What people have to do with each other: in the feed of one player, and in the log of no game.",
            PEOPLE,
        ),
        EventGroup("Account", "Of no game: in a player's own feed, and at the webhooks.", ACCOUNT),
    )


def event_types() -> list[EventType]:
    """Return all types, in the order in which they are listed to people."""
    return [one for group in event_groups() for one in group.types]


def feed_types() -> list[str]:
    """Return the names of all types that feeds have, in alphabetical order."""
    return sorted({one.type for one in event_types() if one.audience is not Audience.WEBHOOK})


def _groups_of_games() -> Iterator[EventGroup]:
    for rules in registry.RULESETS.values():
        types = [
            EventType(
                type=kind,
                means=event.means,
                when=event.when,
                data=event.data["properties"],
                ruleset=rules.id,
            )
            for kind, event in rules.schemas.events.items()
        ]
        yield EventGroup(rules.name, f"What the rules of {rules.name} have to say.", tuple(types))


_SCOPES = {one.type: one.scope for one in SERVER_TYPES.values() if one.scope != READ_GAMES}
"""The scopes of types that `game:read` does not cover."""


def event_scope(kind: str) -> str:
    """Return the scope that a token needs to be shown events of this type."""
    return _SCOPES.get(kind, READ_GAMES)


def shown_types(viewer: Player) -> Q:
    """Return the condition on `type` for rows that the viewer's token may be shown."""
    hidden = [kind for kind, scope in _SCOPES.items() if scope not in viewer.scopes]
    if READ_GAMES in viewer.scopes:
        return ~Q(type__in=hidden)
    return Q(type__in=_SCOPES.keys() - hidden)


def feed_scopes(kinds: Iterable[str]) -> list[str]:
    """Return the scopes of a feed with events of these types; without any, of all types."""
    found = {event_scope(kind) for kind in kinds} or {READ_GAMES, *_SCOPES.values()}
    return sorted(found)


def is_shown(event: FeedEvent, viewer: Player | None) -> bool:
    """Return whether the viewer's token may be shown an event of a feed that the viewer may read."""
    return viewer is None or event_scope(event["type"]) in viewer.scopes
