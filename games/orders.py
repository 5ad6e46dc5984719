"""Standing orders: what a player leaves behind to be played for her. Sealed like an answer."""

from typing import Any

from django.db import transaction

from games import play, timing, unanswered, wake
from games.models import Game, Seat, StandingOrder
from games.rules.refusal import Refusal, Unreadable
from games.sealing import seal
from games.table import Table, utc
from players.models import Player

Json = dict[str, Any]


@transaction.atomic
def give(game_id: str, player: Player, raw: Json, *, at_once: bool) -> Json:
    """Give or replace a player's standing order. Raises `Refusal`; then nothing has changed.

    It is judged as things stand, and again each time that it is used. One that is to be played at once
    answers the question that waits for her already, if it fits.
    """
    table = Table.lock(game_id)
    seat = _running_seat(table, player)
    order = _read(table, raw)
    try:
        table.rules.judge_order(table.state, seat.number, order)
    except Refusal as refusal:
        raise refusal.at("/order") from refusal
    row, _ = StandingOrder.objects.update_or_create(
        seat=seat,
        defaults={
            "order": table.rules.write_order(order),
            "at_once": at_once,
            "given_at": table.now,
        },
    )
    told = {"seat": seat.number, "order": row.order, "at_once": at_once}
    table.whisper(player.pk, "order_given", told)
    table.save_log()
    if at_once:
        _answer(table, seat)
    return shown(table.game, seat, row)


@transaction.atomic
def take_back(game_id: str, player: Player) -> None:
    """Take a standing order back. What it has sealed already stays sealed. Raises `Refusal`."""
    table = Table.lock(game_id)
    seat = table.seat_of(player.pk)
    deleted, _ = StandingOrder.objects.filter(seat=seat).delete()
    if not deleted:
        raise Refusal("no_order", "You have no standing order in this game.")
    if table.game.status == Game.Status.RUNNING:
        # Afterwards no turn closes any more that would bind it into the chain.
        table.whisper(player.pk, "order_taken_back", {"seat": seat.number})
    table.save_log()


def find(game_id: str, player: Player) -> Json:
    """A player's own standing order. Raises `Refusal`."""
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        raise Refusal("game_not_found", "There is no such game.")
    seat = Table(game).seat_of(player.pk)
    row = StandingOrder.objects.filter(seat=seat).first()
    if row is None:
        raise Refusal("no_order", "You have no standing order in this game.")
    return shown(game, seat, row)


def shown(game: Game, seat: Seat, row: StandingOrder) -> Json:
    """A standing order as its own seat sees it."""
    return {
        "game": game.pk,
        "seat": seat.number,
        "order": row.order,
        "at_once": row.at_once,
        "given_at": utc(row.given_at),
    }


def _running_seat(table: Table, player: Player) -> Seat:
    seat = table.seat_of(player.pk)
    table.refuse_unless_running()
    return seat


def _read(table: Table, raw: Json) -> Any:
    try:
        return table.rules.read_order(raw)
    except Unreadable as refusal:
        raise refusal.at("/order") from refusal


def _answer(table: Table, seat: Seat) -> None:
    turn = table.open_turn
    if turn is None or seat.number not in timing.waiting(turn, table.answers):
        return
    answer = unanswered.at_once(table, turn, seat.number)
    if answer is not None:
        seal(table, turn, answer)
        table.save_log()
        play.close_if_answered(table, turn)
        wake.listeners(table.game.pk)
