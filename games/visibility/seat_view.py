"""What a seat may see and nobody else."""

from typing import Any

from games.bots.bot import shown
from games.clock.duration import write_duration
from games.fairness.chain import utc
from games.models import Game, StandingOrder, Submission, Turn
from games.play import automatic_answers
from games.play.answers import receipt
from games.repository.game_state import GameState

Json = dict[str, Any]


def own_part(
    rules: Any,
    state: Any,
    seat: int,
    turn: Turn | None,
    own: Submission | None,
    order: StandingOrder | None,
) -> Json:
    """The seat's own part of a game, with what it is asked in a turn, and by when.

    `own` is its answer to the turn. `bank` is what its bank held when its time began; `due_at` counts it in.
    """
    mine: Json = {**rules.mine(state, seat), "fallback_by": None}
    if turn is None or seat not in turn.asked:
        # With one legal action she is not asked, and it is played for her.
        mine |= {"legal_actions": [], "fallback": None}
    elif mine["legal_actions"] and order is None:
        mine["fallback_by"] = Submission.By.CLOCK
    elif mine["legal_actions"]:
        choice = automatic_answers.choose(rules, state, seat, order)
        mine |= {"fallback": choice.action, "fallback_by": choice.by}
    mine |= {"submission": None, "due_at": None, "bank": None}
    if turn is not None and own is not None:
        mine["submission"] = receipt(turn.game_id, turn.number, own)
    if turn is not None and seat in turn.asked:
        mine["due_at"] = utc(turn.due(seat))
        if turn.game.clock["bank"]:
            mine["bank"] = write_duration(turn.bank(seat))
    return mine


def standing_order(game: Game, seat: int, row: StandingOrder) -> Json:
    """A standing order, for its own seat."""
    return {
        "game": game.pk,
        "seat": seat,
        "order": row.order,
        "at_once": row.at_once,
        "created_at": utc(row.given_at),
    }


def as_bot(game: GameState, seat: int) -> tuple[Json, Json]:
    """What a bot is given: `table` and `mine`, as any client with this seat sees and remembers them."""
    return shown(game.rules, game.state, seat)
