"""Every type of event there is: meaning, moment and audience.

The one source of the events reference: the OpenAPI document and docs/events.md are made of it
(`tideapi.event_reference`). The types of the games bring their texts with their rules.

Why so: docs/decisions/feeds.md.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Q

from games.feeds.event_texts import ABSENCE, ACCOUNT, CLOCK, LOBBY, PEOPLE, TURNS, WEBHOOKS
from games.rules import registry
from games.rules.ruleset import EventText
from games.shapes.events import FeedEvent
from players.models import Player

OF_TABLES = {"one_seat_left", "table_full"}
"""Types that tell of a table, which the player's games show anyway."""
_SCOPES = {
    **dict.fromkeys(PEOPLE.keys() - OF_TABLES, "message:read"),
    **dict.fromkeys(ACCOUNT, "notice:write"),
}


class Audience(StrEnum):
    """Audience of an event, in words for authors of clients."""

    ALL = "Everybody: in the game's log, and in the feeds and at the webhooks of its players."
    LOG = "Everybody: in the game's log. It is in no feed, because no player has a seat yet."
    ONE = "One player alone: in the feed and at the webhooks."
    WEBHOOK = "One webhook alone. It is in no feed."


@dataclass(frozen=True, slots=True)
class EventType:
    """One type of event. `ruleset` is the id of the game whose own it is, None for the server's."""

    type: str
    text: EventText
    audience: Audience = Audience.ALL
    ruleset: str | None = None

    @property
    def feed_scope(self) -> str:
        """The scope that a token needs to be shown it in a player's feed."""
        return event_scope(self.type)


@dataclass(frozen=True, slots=True)
class Group:
    """Types of events that are read about together."""

    title: str
    description: str
    types: tuple[EventType, ...]


ALONE = {
    "order_given",
    "order_taken_back",
    "order_followed",
    "order_failed",
    "offered_to_you",
    "seat_lost",
    "webhook_disabled",
    "receiver_disabled",
    *PEOPLE,
}
"""The types of private events."""


def event_groups() -> tuple[Group, ...]:
    """All groups, in the order in which they are listed to people."""
    return (
        _make_group("Lobby", "Until a game starts, or is called off.", LOBBY),
        _make_group("Turns", "Questions and answers, in every game.", TURNS),
        *_of_games(),
        _make_group(
            "Absence",
            "Who plays for a seat, standing orders, and seats that are handed on.",
            ABSENCE,
        ),
        _make_group("Clock", "What moves deadlines: vacations, pauses, votes to go on.", CLOCK),
        _make_group(
            "People",
            "What people have to do with each other: in the feed of one player, and in the log of no game.",
            PEOPLE,
        ),
        _make_group("Account", "Of no game: in a player's own feed, and at the webhooks.", ACCOUNT),
    )


def event_types() -> list[EventType]:
    """All of them, in order."""
    return [one for group in event_groups() for one in group.types]


def _make_group(title: str, description: str, texts: dict[str, EventText]) -> Group:
    types = tuple([EventType(kind, text, _audience_of(kind)) for kind, text in texts.items()])
    return Group(title, description, types)


def _audience_of(kind: str) -> Audience:
    if kind == "created":
        return Audience.LOG
    if kind in WEBHOOKS:
        return Audience.WEBHOOK
    return Audience.ONE if kind in ALONE else Audience.ALL


def _of_games() -> Iterator[Group]:
    for rules in registry.RULESETS.values():
        types = [
            EventType(kind, text, ruleset=rules.id) for kind, text in rules.event_texts.items()
        ]
        yield Group(rules.name, f"What the rules of {rules.name} have to say.", tuple(types))


def event_scope(kind: str) -> str:
    """Return the scope that a token needs to be shown events of this type."""
    return _SCOPES.get(kind, "game:read")


def shown_types(viewer: Player) -> Q:
    """Return the condition on `type` for rows that the viewer's token may be shown."""
    hidden = [kind for kind, scope in _SCOPES.items() if scope not in viewer.scopes]
    if "game:read" in viewer.scopes:
        return ~Q(type__in=hidden)
    return Q(type__in=_SCOPES.keys() - hidden)


def feed_scopes(kinds: Iterable[str]) -> list[str]:
    """Return the scopes of a feed with events of these types; without any, of all types."""
    found = {event_scope(kind) for kind in kinds} or {"game:read", *_SCOPES.values()}
    return sorted(found)


def is_shown(event: FeedEvent, viewer: Player | None) -> bool:
    """Return whether the viewer's token may be shown an event of a feed that the viewer may read."""
    return viewer is None or event_scope(event["type"]) in viewer.scopes
