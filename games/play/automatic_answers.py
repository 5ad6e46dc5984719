"""Answers for a seat that has not answered: its standing order, or else the fallback."""

from dataclasses import asdict
from typing import Any

from games.models import StandingOrder, Submission, Turn
from games.play.answers import Answer
from games.repository.game_state import GameState
from games.rules.ruleset import Ruleset

Json = dict[str, Any]


def choose_answer(
    rules: Ruleset[Any, Any], state: Any, seat: int, order: StandingOrder | None
) -> Answer:
    """Return the answer for a seat that is asked: its standing order's, or else the fallback."""
    skipped: list[Json] = []
    if order is not None and rules.orders is not None:
        followed = rules.orders.follow(state, seat, rules.orders.read(order.order))
        skipped = [asdict(entry) for entry in followed.skipped]
        if followed.action is not None:
            written = rules.write_action(followed.action)
            return Answer(seat, written, followed.action, Submission.By.ORDER, skipped)
    action = rules.choose_fallback(state, seat)
    return Answer(seat, rules.write_action(action), action, Submission.By.CLOCK, skipped)


def at_deadline(game: GameState, turn: Turn, seat: int) -> Answer:
    """Return the answer for a seat whose time is up, and tell its player of the order."""
    order = game.orders.get(seat)
    answer = choose_answer(game.rules, game.state, seat, order)
    if order is not None:
        kind = "order_followed" if answer.by == Submission.By.ORDER else "order_failed"
        _publish_to_player(game, turn, kind, answer)
    return answer


def at_once(game: GameState, turn: Turn, seat: int) -> Answer | None:
    """Return the answer of an order that is played at once; None if no entry fits."""
    order = game.orders.get(seat)
    if order is None or not order.at_once or not game.seats[seat].is_present:
        return None
    answer = choose_answer(game.rules, game.state, seat, order)
    if answer.by != Submission.By.ORDER:
        return None
    _publish_to_player(game, turn, "order_followed", answer)
    return answer


def _publish_to_player(game: GameState, turn: Turn, kind: str, answer: Answer) -> None:
    seat = game.seats[answer.seat]
    if seat.owner_id is not None:
        said = {"turn": turn.number, "seat": answer.seat, "action": answer.action}
        game.publish_to(seat.owner_id, kind, {**said, "skipped": [*answer.skipped]})
