"""Standing orders: moves that a player leaves to be played in absence. Sealed like an answer."""

from common.rest.errors import ApiError
from common.rest.json_codec import Json
from games.lobby import limits
from games.models import Game, StandingOrder
from games.play import events, turns
from games.play.answers import answer_at_once, seal_answer
from games.play.faults import apply_and_save
from games.refusals import rules_errors
from games.repository.games import for_update
from games.shapes.turns import StandingOrderBody
from games.visibility.seat_view import standing_order
from players.models import Player


def set_order(game_id: str, player: Player, raw: Json, *, at_once: bool) -> StandingOrderBody:
    """Give or replace a player's standing order. Raises `ApiError`; then nothing has changed.

    It is judged as things stand, and again each time that it is used. One that is to be played at once
    answers the question that waits for the player already, if it fits.
    """
    with for_update(game_id) as game:
        seat = game.seat_of(player.pk)
        game.refuse_unless_running()
        orders = game.rules.orders
        if orders is None:
            raise ApiError("no_standing_orders", "This game has no standing orders.")
        with rules_errors("/order"):
            order = orders.read(raw)
            orders.judge(game.state, seat.number, order)
        limits.check_action_limit(game, seat)
        written = orders.write(order)
        values = {"order": written, "at_once": at_once, "given_at": game.now}
        given = game.orders.get(seat.number)
        if given is None:
            given = game.orders[seat.number] = StandingOrder(seat=seat, **values)
            game.add(given)
        else:
            game.change(given, **values)
        data = {"seat": seat.number, "order": written, "at_once": at_once}
        events.publish_to(game, player.pk, "order_given", data, by=seat.number)
        turn = game.open_turn
        answer = None
        if turn is not None and seat.number in game.seats_waiting:
            answer = answer_at_once(game, turn, seat.number)
        if turn is not None and answer is not None:
            seal_answer(game, turn, answer)
            apply_and_save(game, turns.close_if_answered)
        return standing_order(game.row, seat.number, given)


def delete_order(game_id: str, player: Player) -> None:
    """Take a standing order back. What it has sealed already stays sealed. Raises `ApiError`."""
    with for_update(game_id) as game:
        seat = game.seat_of(player.pk)
        if seat.number not in game.orders:
            raise ApiError("no_order", "You have no standing order in this game.")
        game.remove(game.orders.pop(seat.number))
        if game.row.status == Game.Status.RUNNING:
            # After the end no turn closes that would bind it into the chain.
            data = {"seat": seat.number}
            events.publish_to(game, player.pk, "order_taken_back", data, by=seat.number)
