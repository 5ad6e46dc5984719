"""The private view of a seat."""

from typing import Any

from common.rest.json_codec import Json
from games.clock.clock import SECOND, write_duration
from games.fairness.commitments import utc
from games.models import Game, StandingOrder, Submission
from games.play.answers import answer_receipt, choose_answer
from games.repository.game_state import GameState
from games.rulesets.bots import bot_views
from games.rulesets.ruleset import Ruleset
from games.shapes.turns import MyView, StandingOrderBody
from games.visibility.shown_rows import ShownQuestion


def private_part(
    rules: Ruleset[Any, Any],
    game: Game,
    state: Any,
    seat: int,
    question: ShownQuestion | None,
    own: Submission | None,
    order: StandingOrder | None,
) -> MyView:
    """The seat's own part of a game, with what it is asked in the open turn, and by when.

    `own` is its answer to the question. `bank` is what its bank held when its time began; `due_at` counts
    it in.
    """
    of_rules: Any = rules.seat_view(state, seat)
    mine: MyView = {
        "seat": seat,
        "legal_actions": of_rules["legal_actions"],
        "fallback": of_rules["fallback"],
        "fallback_by": None,
        "submission": None
        if question is None or own is None
        else answer_receipt(game.pk, question.turn, seat, own),
        "due_at": None,
        "bank": None,
        "bank_seconds": None,
        "standing_order": None if order is None else standing_order(game, seat, order),
    }
    mine.update(of_rules)
    if question is None:
        # With one legal action the player is not asked, and it is played at once.
        mine["legal_actions"], mine["fallback"] = [], None
        return mine
    if mine["legal_actions"] and order is None:
        mine["fallback_by"] = Submission.By.CLOCK
    elif mine["legal_actions"]:
        choice = choose_answer(rules, state, seat, order)
        mine["fallback"], mine["fallback_by"] = choice.action, choice.by
    mine["due_at"] = utc(question.due_at)
    if game.clock["bank"]:
        mine["bank"] = write_duration(question.bank)
        mine["bank_seconds"] = question.bank // SECOND
    return mine


def standing_order(game: Game, seat: int, order: StandingOrder) -> StandingOrderBody:
    """Return a standing order, for its own seat."""
    return {
        "game": game.pk,
        "seat": seat,
        "order": order.order,
        "at_once": order.at_once,
        "created_at": utc(order.given_at),
    }


def bot_view(game: GameState, seat: int) -> tuple[Json, Json]:
    """Return `table` and `mine` for a bot, as any client with this seat sees and remembers them."""
    return bot_views(game.rules, game.state, seat)
