"""Which games a list of games has: what it can be narrowed by, and what of it the caller may see."""

from typing import Any

from django.db.models import Q, QuerySet
from rest_framework.exceptions import NotAuthenticated

from games.api import lobby_filters
from games.models import Game, Question, Seat
from players.models import Block, Player


def find_games(query: dict[str, Any], viewer: Player | None) -> "QuerySet[Game]":
    """Return the games that a query asks for and this viewer may see, without what is encrypted.

    Raises `NotAuthenticated` where a stranger asks for what depends on the caller, and `ApiError`.
    """
    found: QuerySet[Game] = Game.objects.only("id", "created_at")
    found = found.filter(_visible_to(query, viewer))
    if "id" in query:
        found = found.filter(pk__in=query["id"])
    if "status" in query:
        found = found.filter(status=query["status"])
    if "ruleset" in query:
        found = found.filter(ruleset=query["ruleset"])
    if "player" in query:
        named = Seat.objects.kept().filter(player__in=Player.objects.named(query["player"]))
        found = found.filter(pk__in=named.values("game"))
    if "waiting" in query:
        if viewer is None:
            raise NotAuthenticated
        found = found.filter(pk__in=Question.objects.waiting(viewer).values("game"))
    found = lobby_filters.narrow_by_terms(found, query, viewer)
    return lobby_filters.narrow_by_seats(found, query, viewer)


def _visible_to(query: dict[str, Any], viewer: Player | None) -> Q:
    """Return the filter for public games, games named by id, and games in which the viewer has a seat."""
    shown = Q(private=False)
    if "id" in query:
        # A private game is open to all who know its id until it starts.
        shown |= Q(status=Game.Status.OPEN) & ~_hosted_by_blockers(viewer)
    if viewer is None:
        return shown
    lists_own = viewer.username.lower() == str(query.get("player", "")).lower()
    if lists_own or "id" in query or "waiting" in query:
        shown |= Q(pk__in=Seat.objects.kept().filter(player=viewer).values("game"))
    if "id" in query:
        offered = Seat.objects.filter(offered_to=viewer).values("game")
        shown |= Q(pk__in=offered, status=Game.Status.RUNNING) & ~_hosted_by_blockers(viewer)
    return shown


def _hosted_by_blockers(viewer: Player | None) -> Q:
    """Return the filter for games whose hosts have blocked this viewer, if they have no seat there."""
    if viewer is None:
        return Q(pk__in=[])
    hosts = Block.objects.filter(other=viewer).values("player")
    return Q(host__in=hosts) & ~Q(pk__in=Seat.objects.kept().filter(player=viewer).values("game"))
