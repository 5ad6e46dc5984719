"""Standing orders: what a player leaves behind to be played for her. Sealed like an answer.

Why so: docs/why.md#orders-in-feed, docs/why.md#order-is-answer.
"""

from typing import Any

from django.db import transaction

from games.models import Game, Seat, StandingOrder
from games.play import advance, limits, timing, unanswered
from games.play.sealing import seal
from games.store import loading
from games.store.refusals import rules_errors
from games.store.table import Table
from games.store.unit_of_work import commit
from games.view.seat import standing_order
from players.models import Player
from tideapi.rest.errors import ApiError

Json = dict[str, Any]


@transaction.atomic
def give(game_id: str, player: Player, raw: Json, *, at_once: bool) -> Json:
    """Give or replace a player's standing order. Raises `ApiError`; then nothing has changed.

    It is judged as things stand, and again each time that it is used. One that is to be played at once
    answers the question that waits for her already, if it fits.
    """
    table = loading.lock(game_id)
    seat = _running_seat(table, player)
    orders = table.rules.orders
    if orders is None:
        raise ApiError("no_standing_orders", "This game has no standing orders.")
    with rules_errors("/order"):
        order = orders.read(raw)
        orders.judge(table.state, seat.number, order)
    limits.count_deed(table, seat)
    row = StandingOrder(seat=seat, order=orders.write(order), at_once=at_once, given_at=table.now)
    table.orders[seat.number] = row
    given = {"seat": seat.number, "order": row.order, "at_once": at_once}
    table.publish_to(player.pk, "order_given", given)
    turn = table.open_turn
    answer = None
    if turn is not None and seat.number in timing.waiting(turn, table.answers):
        answer = unanswered.at_once(table, turn, seat.number)
    if turn is None or answer is None:
        commit(table)
    else:
        seal(table, turn, answer)
        advance.settle(table, advance.close_if_answered)
    return standing_order(table.game, seat.number, row)


@transaction.atomic
def take_back(game_id: str, player: Player) -> None:
    """Take a standing order back. What it has sealed already stays sealed. Raises `ApiError`."""
    table = loading.lock(game_id)
    seat = table.seat_of(player.pk)
    if seat.number not in table.orders:
        raise ApiError("no_order", "You have no standing order in this game.")
    del table.orders[seat.number]
    if table.game.status == Game.Status.RUNNING:
        # Afterwards no turn closes any more that would bind it into the chain.
        table.publish_to(player.pk, "order_taken_back", {"seat": seat.number})
    commit(table)


def _running_seat(table: Table, player: Player) -> Seat:
    seat = table.seat_of(player.pk)
    table.refuse_unless_running()
    return seat
