"""Her seats given up, by the doors that she would use herself: one game at a time, under its own lock."""

from collections.abc import Callable

from django.db import OperationalError
from django.db.models import QuerySet

from games.lobby import open_games, seats
from games.models import Game, Seat
from players.models import Player


def running(player: Player) -> "QuerySet[Seat]":
    """Her seats in games that are under way, those included in which a bot stands in."""
    return _hers(player).filter(game__status=Game.Status.RUNNING)


def waiting(player: Player) -> "QuerySet[Seat]":
    """Her seats at tables that have not started."""
    return _hers(player).filter(game__status=Game.Status.OPEN)


def offered(player: Player) -> "QuerySet[Seat]":
    """Seats of others that are offered to her."""
    return Seat.objects.filter(offered_to=player, game__status=Game.Status.RUNNING)


def resign(player: Player) -> int:
    return _first(running(player), lambda seat: seats.resign(seat.game_id, player))


def leave(player: Player) -> int:
    return _first(waiting(player), lambda seat: open_games.leave(seat.game_id, player))


def decline(player: Player) -> int:
    return _first(offered(player), lambda seat: seats.decline(seat.game_id, player, seat.number))


def _hers(player: Player) -> "QuerySet[Seat]":
    return Seat.objects.filter(player=player).exclude(away=Seat.Away.RESIGNED)


def _first(found: "QuerySet[Seat]", give_up: Callable[[Seat], None]) -> int:
    """Give up the first that can be; 0 if there is none.

    A game whose rules are missing or raise holds up no other. Raises what it has raised once only such are
    left, so that it is tried again later.
    """
    fault: Exception | None = None
    for seat in found.order_by("game_id", "number"):
        try:
            give_up(seat)
        except OperationalError:
            raise
        except Exception as error:  # noqa: BLE001  Whatever it is, other games are not held up.
            fault = error
        else:
            return 1
    if fault is not None:
        raise fault
    return 0
