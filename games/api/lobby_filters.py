"""Filters and an order of a list of games for players who look for a table.

Why so: docs/decisions/page.md.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import (
    Count,
    DecimalField,
    DurationField,
    Exists,
    ExpressionWrapper,
    F,
    Func,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
)
from django.db.models.fields.json import KT
from django.db.models.functions import Cast
from rest_framework.exceptions import NotAuthenticated

from common.rest.scopes import insufficient_scope
from games.clock.clock import read_duration
from games.lobby.limits import Reliability
from games.models import Game, Seat, count_questions
from games.shapes.games import GameSummary
from players.models import Block, Friendship, Player
from players.relations import RELATION_SCOPE

Json = dict[str, Any]
NO_EXPANSION = "none"
SHORT = ("id", "player", "waiting")
"""Filters that leave few games."""
TERMS = ("edition", "expansion", "seat_count", "min_per_turn", "max_per_turn", "bots", "friends")
"""Filters by the terms of a game and by who sits there."""
_CENTURIES = 100_000_000_000
"""More seconds than any moment has."""
PLACE = r"-?\d{1,20}(\.\d{1,10})?"
"""What a place in the order of missing seats looks like."""


def narrow_by_terms(
    found: "QuerySet[Game]", query: Json, viewer: Player | None
) -> "QuerySet[Game]":
    """Return the games that have these terms and players.

    Games that are over are among them only where the list is short. Raises `ApiError`, `NotAuthenticated`.
    """
    if query.keys().isdisjoint(TERMS):
        return found
    if query.keys().isdisjoint(SHORT):
        found = found.filter(status__in=[Game.Status.OPEN, Game.Status.RUNNING])
    per_turn = Cast(KT("clock__per_turn"), DurationField())
    found = found.alias(per_turn=per_turn).filter(*_row_conditions(query))
    if "bots" in query:
        has_bot = Exists(Seat.objects.filter(_OF_A_BOT, game=OuterRef("pk")))
        found = found.filter(has_bot if query["bots"] else ~has_bot)
    if query.get("friends"):
        found = found.filter(Exists(_seats_here(_friends_of(_require_player(viewer)))))
    return found


def list_friends_at(games: Iterable[GameSummary], viewer: Player | None) -> list[str] | None:
    """Return the usernames of the viewer's friends at these tables; None where the token shows none."""
    if viewer is None or RELATION_SCOPE not in viewer.scopes:
        return None
    names = {seat["player"] for game in games for seat in game["seats"]} - {None, viewer.username}
    found = Player.objects.filter(pk__in=_friends_of(viewer), username__in=names)
    return sorted(found.values_list("username", flat=True)) if names else []


def _row_conditions(query: Json) -> Iterator[Q]:
    """Yield what the row of a game must be."""
    if "edition" in query:
        yield Q(options__edition=query["edition"])
    if query.get("expansion") == NO_EXPANSION:
        yield Q(options__expansions=[])
    elif "expansion" in query:
        yield Q(options__contains={"expansions": [query["expansion"]]})
    if "seat_count" in query:
        yield Q(size=query["seat_count"])
    if "min_per_turn" in query:
        yield Q(per_turn__gte=read_duration(query["min_per_turn"]))
    if "max_per_turn" in query:
        yield Q(per_turn__lte=read_duration(query["max_per_turn"]))


def narrow_by_seats(
    found: "QuerySet[Game]", query: Json, viewer: Player | None
) -> "QuerySet[Game]":
    """Keep the open games with as many free seats as the query asks for. Raises `NotAuthenticated`."""
    least = max(query.get("free_seats", 0), int(query.get("joinable", False)))
    if not least:
        return found
    found = found.filter(status=Game.Status.OPEN).alias(taken=_TAKEN)
    found = found.filter(size__gte=F("taken") + least)
    return _only_joinable(found, _require_player(viewer)) if query.get("joinable") else found


def order_by_missing_seats(found: "QuerySet[Game]") -> "QuerySet[Game]":
    """Return the open games with their `place`: first by missing seats, then by age, the newest first."""
    epoch = Func(F("created_at"), template="extract(epoch FROM %(expressions)s)")
    place = ExpressionWrapper(
        (F("size") - _TAKEN) * Value(_CENTURIES) - epoch, output_field=DecimalField()
    )
    return found.filter(status=Game.Status.OPEN).annotate(place=place)


_TAKEN = Subquery(
    Seat.objects.filter(game=OuterRef("pk"))
    .order_by()
    .values("game")
    .annotate(taken=Count("pk"))
    .values("taken")
)
"""How many seats of a game are taken: at least the host's."""
_OF_A_BOT = (
    Q(player__isnull=True) | Q(away=Seat.Away.RESIGNED) | Q(player__kind=Player.AccountKind.BOT)
)


def _only_joinable(found: "QuerySet[Game]", viewer: Player) -> "QuerySet[Game]":
    found = found.exclude(Exists(_seats_here([viewer.pk])))
    if viewer.kind == Player.AccountKind.BOT:
        found = found.filter(bot_accounts=True)
    if RELATION_SCOPE in viewer.scopes:
        blocked = Block.objects.filter(player=viewer).values("other")
        found = found.exclude(Exists(_seats_here(blocked)))
    percent = Reliability(*count_questions(viewer.pk)).share_in_percent
    if percent is not None:
        found = found.filter(Q(least_reliability=None) | Q(least_reliability__lte=percent))
    return found


def _friends_of(viewer: Player) -> "QuerySet[Any]":
    if RELATION_SCOPE not in viewer.scopes:
        raise insufficient_scope(RELATION_SCOPE)
    asked = Friendship.objects.filter(asker=viewer, since__isnull=False).values("asked")
    asking = Friendship.objects.filter(asked=viewer, since__isnull=False).values("asker")
    return Player.objects.filter(Q(pk__in=asked) | Q(pk__in=asking)).values("pk")


def _seats_here(players: "Iterable[int] | QuerySet[Any]") -> "QuerySet[Seat]":
    """Return the seats that these players have in a game."""
    return Seat.objects.kept().filter(game=OuterRef("pk"), player__in=players)


def _require_player(viewer: Player | None) -> Player:
    """Return the caller. Raises `NotAuthenticated` for a stranger."""
    if viewer is None:
        raise NotAuthenticated
    return viewer
