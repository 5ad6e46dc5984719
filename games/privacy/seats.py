"""Seats given up for a player, by the functions of the API: one game at a time, under its lock."""

from collections.abc import Callable

from django.db import OperationalError
from django.db.models import QuerySet

from games.lobby import open_games, seats
from games.models import Game, Seat
from players.models import Player


def running_seats(player: Player) -> "QuerySet[Seat]":
    """Return the player's seats in running games, those with a stand-in included."""
    return _own_seats(player).filter(game__status=Game.Status.RUNNING)


def waiting_seats(player: Player) -> "QuerySet[Seat]":
    """Return the player's seats at tables that have not started."""
    return _own_seats(player).filter(game__status=Game.Status.OPEN)


def offered_seats(player: Player) -> "QuerySet[Seat]":
    """Return seats of others that are offered to the player."""
    return Seat.objects.filter(offered_to=player, game__status=Game.Status.RUNNING)


def resign_next(player: Player) -> int:
    return _give_up_first(
        running_seats(player), lambda seat: seats.resign_seat(seat.game_id, player)
    )


def leave_next(player: Player) -> int:
    return _give_up_first(
        waiting_seats(player), lambda seat: open_games.leave_game(seat.game_id, player)
    )


def decline_next(player: Player) -> int:
    return _give_up_first(
        offered_seats(player), lambda seat: seats.decline_seat(seat.game_id, player, seat.number)
    )


def _own_seats(player: Player) -> "QuerySet[Seat]":
    return Seat.objects.kept().filter(player=player)


def _give_up_first(found: "QuerySet[Seat]", give_up: Callable[[Seat], None]) -> int:
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
