"""Which games a list of games has: what it can be narrowed by, and what of it the caller may see."""

from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from rest_framework.exceptions import NotAuthenticated

from games.models import Game, Seat, Submission, Turn
from players.account_fields import USERNAME_PATTERN
from players.models import Block, Player
from tideapi.rest import paging
from tideapi.rest.schemas import Schema, array, string

MOST_NAMED = 100
"""Games that can be asked for by their ids at once."""
STATUS = string("Only games in this status.", enum=list(Game.Status.values))
FILTERS: Schema = {
    "id": array(
        string(pattern=r"^[A-Za-z0-9_-]{1,40}$"),
        description="Only these games, each by an `id` of its own; those that I may not see are left out.",
        maxItems=MOST_NAMED,
    ),
    "status": STATUS,
    "ruleset": string("Only games of this ruleset.", maxLength=40, pattern=r"^[a-z0-9_]+$"),
    "player": string(
        "Only games in which this player has a seat; my own private ones are among mine.",
        pattern=USERNAME_PATTERN,
    ),
    "waiting": string(
        "Only games that wait for an answer of mine, private ones too.",
        enum=["me"],
    ),
    **paging.QUERY,
}


def games(wish: dict[str, Any], who: Player | None) -> "QuerySet[Game]":
    """The games that are wished for, as far as this viewer may see them, without what is encrypted.

    Raises `NotAuthenticated` where a stranger asks what waits for her.
    """
    found = Game.objects.only("id", "created_at").filter(_visible(wish, who))
    if "id" in wish:
        found = found.filter(pk__in=wish["id"])
    if "status" in wish:
        found = found.filter(status=wish["status"])
    if "ruleset" in wish:
        found = found.filter(ruleset=wish["ruleset"])
    if "player" in wish:
        named = Seat.objects.filter(_owned(), player__in=Player.named(wish["player"]))
        found = found.filter(pk__in=named.values("game"))
    if "waiting" in wish:
        if who is None:
            raise NotAuthenticated
        found = found.filter(pk__in=_waiting(who).values("game"))
    return found


def is_for_all(wish: dict[str, Any], who: Player | None) -> bool:
    """Whether a list has only public games, none under way, and is not the list of the viewer's own.

    So nobody's turn is in it, and it may be a little behind.
    """
    if "id" in wish or "waiting" in wish or (who is not None and _are_hers(wish, who)):
        return False
    return wish.get("status") not in {None, Game.Status.RUNNING}


def _are_hers(wish: dict[str, Any], who: Player) -> bool:
    """Whether these are the games of the player who asks."""
    return who.username.lower() == str(wish.get("player", "")).lower()


def _visible(wish: dict[str, Any], who: Player | None) -> Q:
    """Public games; of the others those that are asked for by their ids, or by who sits there herself."""
    shown = Q(private=False)
    if "id" in wish:
        # A private game is open to whoever knows its id until it starts.
        shown |= Q(status=Game.Status.OPEN) & ~_of_who_has_blocked(who)
    if who is None:
        return shown
    if _are_hers(wish, who) or "id" in wish or "waiting" in wish:
        shown |= Q(pk__in=Seat.objects.filter(_owned(), player=who).values("game"))
    if "id" in wish:
        offered = Seat.objects.filter(offered_to=who).values("game")
        shown |= Q(pk__in=offered, status=Game.Status.RUNNING) & ~_of_who_has_blocked(who)
    return shown


def _of_who_has_blocked(who: Player | None) -> Q:
    """Tables whose hosts have blocked a player who has no seat there."""
    if who is None:
        return Q(pk__in=[])
    hosts = Block.objects.filter(other=who).values("player")
    return Q(host__in=hosts) & ~Q(pk__in=Seat.objects.filter(_owned(), player=who).values("game"))


def _owned() -> Q:
    """Who has resigned has no seat any more."""
    return Q(away__isnull=True) | Q(away=Seat.Away.ABSENT)


def _waiting(who: Player) -> "QuerySet[Seat]":
    """Her seats that are asked and have not answered."""
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
