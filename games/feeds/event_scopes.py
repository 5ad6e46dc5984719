"""Scopes of events: what a token needs to be shown each type of event in a player's feed."""

from collections.abc import Iterable

from django.db.models import Q

from games.feeds.event_texts import ACCOUNT, PEOPLE
from games.shapes.events import FeedEvent
from players.models import Player

OF_TABLES = {"one_seat_left", "table_full"}
"""Types that tell of a table, which the player's games show anyway."""
_SCOPES = {
    **dict.fromkeys(PEOPLE.keys() - OF_TABLES, "message:read"),
    **dict.fromkeys(ACCOUNT, "notice:write"),
}


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
