"""The scopes that a token needs to be shown the events of a player's feed."""

from collections.abc import Iterable

from django.db.models import Q

from games.event_types.catalogue import SERVER_TYPES
from games.event_types.event_type import READ_GAMES
from games.shapes.events import FeedEvent
from players.models import Player

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
