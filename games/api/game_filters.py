"""Which games a list of games has: what it can be narrowed by, and what of it the caller may see."""

from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from rest_framework.exceptions import NotAuthenticated

from games.api import lobby_filters
from games.models import Game, Seat, Submission, Turn
from players.models import Block, Player


def find_games(wish: dict[str, Any], who: Player | None) -> "QuerySet[Game]":
    """The games that are wished for, as far as this viewer may see them, without what is encrypted.

    Raises `NotAuthenticated` where a stranger asks for what depends on the caller, and `ApiError`.
    """
    found = Game.objects.only("id", "created_at").filter(_visible_to(wish, who))
    if "id" in wish:
        found = found.filter(pk__in=wish["id"])
    if "status" in wish:
        found = found.filter(status=wish["status"])
    if "ruleset" in wish:
        found = found.filter(ruleset=wish["ruleset"])
    if "player" in wish:
        named = Seat.objects.filter(_not_resigned(), player__in=Player.named(wish["player"]))
        found = found.filter(pk__in=named.values("game"))
    if "waiting" in wish:
        if who is None:
            raise NotAuthenticated
        found = found.filter(pk__in=_waiting_seats(who).values("game"))
    found = lobby_filters.narrow_by_terms(found, wish, who)
    return lobby_filters.narrow_by_seats(found, wish, who)


def _are_own(wish: dict[str, Any], who: Player) -> bool:
    """Return whether the list is of the viewer's own games."""
    return who.username.lower() == str(wish.get("player", "")).lower()


def _visible_to(wish: dict[str, Any], who: Player | None) -> Q:
    """Return the filter for public games, games named by id, and games in which the viewer has a seat."""
    shown = Q(private=False)
    if "id" in wish:
        # A private game is open to all who know its id until it starts.
        shown |= Q(status=Game.Status.OPEN) & ~_hosted_by_blockers(who)
    if who is None:
        return shown
    if _are_own(wish, who) or "id" in wish or "waiting" in wish:
        shown |= Q(pk__in=Seat.objects.filter(_not_resigned(), player=who).values("game"))
    if "id" in wish:
        offered = Seat.objects.filter(offered_to=who).values("game")
        shown |= Q(pk__in=offered, status=Game.Status.RUNNING) & ~_hosted_by_blockers(who)
    return shown


def _hosted_by_blockers(who: Player | None) -> Q:
    """Tables whose hosts have blocked a player who has no seat there."""
    if who is None:
        return Q(pk__in=[])
    hosts = Block.objects.filter(other=who).values("player")
    return Q(host__in=hosts) & ~Q(
        pk__in=Seat.objects.filter(_not_resigned(), player=who).values("game")
    )


def _not_resigned() -> Q:
    """Return the filter for seats whose player has not resigned."""
    return Q(away__isnull=True) | Q(away=Seat.Away.ABSENT)


def _waiting_seats(who: Player) -> "QuerySet[Seat]":
    """Return the player's seats that are asked and have not answered."""
    answer = Submission.objects.filter(
        game=OuterRef("game"), turn=OuterRef("number"), seat=OuterRef(OuterRef("number"))
    )
    asking = Turn.objects.filter(
        ~Exists(answer),
        game=OuterRef("game"),
        closed_at__isnull=True,
        asked__contains=[OuterRef("number")],
    )
    return Seat.objects.filter(Exists(asking), player=who, away__isnull=True)
