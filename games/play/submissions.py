"""Sealing an answer and taking it back.

An answer that closes no turn is judged by what was read without a lock, and written if nobody has written to
the game since. All else is decided under the game's lock: of two that come at the same time one
is first, and the other sees what the first has done.
"""

from dataclasses import replace
from typing import Any

from games.archive import reading
from games.fairness.chain import utc
from games.models import Game, Submission, Turn
from games.play import deadlines, limits, stand_ins, turns
from games.play.answers import Answer, commitment, receipt, seal
from games.repository import loader
from games.repository.game_state import GameState, Resolved
from games.repository.refusals import rules_errors
from games.repository.unit_of_work import for_update, save
from tideapi.rest.errors import ApiError

Json = dict[str, Any]


def submit(
    game_id: str, number: int, player_id: int, raw: Json, read: GameState | None = None
) -> Json:
    """Seal a player's answer to turn `number`, or replace the one that she has sealed; its receipt.

    `read` is the game if the caller has read it without its lock. The same answer again gives the same
    receipt and does nothing, even when the turn has closed since. Raises `ApiError`, which changes nothing.
    """
    game = read or loader.load(game_id)
    seat, turn = game.seat_of(player_id), _turn(game, number)
    with rules_errors("/action"):
        action = game.rules.read_action(raw)
    written = game.rules.write_action(action)
    answer = Answer(seat.number, written, action, Submission.By.PLAYER)
    sealed = _judge(game, turn, answer)
    if sealed is not None:
        return receipt(game_id, number, sealed)
    # Most answers lead to nothing else. Such a one needs no lock, and no transaction but its own statement's.
    closes = not {*turn.asked} - {*game.answers, seat.number}
    if seat.away is None and not closes:
        given = receipt(game_id, number, seal(game, turn, answer))
        if save(game, if_unchanged=True):
            return given
    can_be_used_again = seat.away is None and closes
    with for_update(game_id, read=game if can_be_used_again else None) as game:
        seat, turn = game.seat_of(player_id), _turn(game, number)
        answer = replace(answer, seat=seat.number)
        sealed = _judge(game, turn, answer)
        if sealed is None:
            if seat.away is not None:
                # Who answers is back: a client need not know that a bot has stood in.
                stand_ins.give_back(game, seat)
                deadlines.renew(game, turn)
            sealed = seal(game, turn, answer)
            turns.apply_and_save(game, turns.close_if_answered)
        return receipt(game_id, number, sealed)


def submit_for_bot(game_id: str, number: int, seat: int, raw: Json) -> None:
    """Seal a bot's answer; do nothing if nobody waits for it any more.

    While the bot thought, the turn may have closed, the game been called off, the seat answered or be taken.
    """
    with for_update(game_id) as game:
        turn = game.open_turn
        if turn is None or turn.number != number or game.row.status != Game.Status.RUNNING:
            return
        if seat not in turn.asked or seat in game.answers or game.seats[seat].bot is None:
            return
        with rules_errors("/action"):
            action = game.rules.read_action(raw)
            game.rules.judge(game.state, seat, action)
        seal(game, turn, Answer(seat, game.rules.write_action(action), action, Submission.By.BOT))
        # Nobody need look for them any more. Until then they are the worker's who is about it.
        if not deadlines.bots_asked(game, turn, thinkers=False):
            turn.bots_at = None
        if not deadlines.bots_asked(game, turn, thinkers=True):
            turn.thinkers_at = None
        turns.apply_and_save(game, turns.close_if_answered)


def withdraw(game_id: str, number: int, player_id: int) -> Json:
    """Take back a player's sealed answer while the turn is open; the receipt of that. Raises `ApiError`."""
    with for_update(game_id) as game:
        seat, turn = game.seat_of(player_id).number, _turn(game, number)
        sealed = _sealed(game, turn, seat)
        _refuse_unless_asked(game, turn, seat, sealed)
        if sealed is None or sealed.by not in stand_ins.BY_PLAYER:
            raise ApiError("no_submission", "You have sealed nothing in this turn.")
        limits.count_change(turn, seat)
        del game.answers[seat]
        # What was answered is looked at no more: without its answer the seat has to be again.
        before = turn.next_check_at
        deadlines.plan(game, turn)
        turn.next_check_at = min(before, turn.next_check_at)
        bound = commitment(game.row.pk, turn.number, sealed)
        withdrawn = {"turn": turn.number, "seat": seat, "commitment": bound}
        game.publish("withdrawn", withdrawn)
        return {"game": game.row.pk, **withdrawn, "withdrawn_at": utc(game.now)}


def _turn(game: GameState, number: int) -> Turn:
    """The turn of this number, open or closed. Raises `ApiError`."""
    if game.open_turn is not None and game.open_turn.number == number:
        return game.open_turn
    turn = game.row.turns.filter(number=number).first()
    if turn is None and (archived := _archived(game.row, number)) is not None:
        turn = archived.turn
    if turn is not None:
        return turn
    game.refuse_unless_running()
    raise ApiError("turn_not_found", f"The open turn is number {game.row.turn_number}.")


def _sealed(game: GameState, turn: Turn, seat: int) -> Submission | None:
    """What a seat has sealed in a turn, open or closed."""
    if turn is game.open_turn:
        return game.answers.get(seat)
    found = turn.submissions.filter(seat=seat).first()
    if found is None and (archived := _archived(game.row, turn.number)) is not None:
        return archived.answers.get(seat)
    return found


def _archived(game: Game, number: int) -> Resolved | None:
    """A turn of a game that is archived, with its answers."""
    if game.status != Game.Status.FINISHED:
        return None
    return reading.history(game.pk).turn(number)


def _judge(game: GameState, turn: Turn, answer: Answer) -> Submission | None:
    """What is sealed already if it is the same answer; None if this one may be sealed. Raises `ApiError`."""
    sealed = _sealed(game, turn, answer.seat)
    if sealed is not None and sealed.by == answer.by and sealed.action == answer.action:
        return sealed
    _refuse_unless_asked(game, turn, answer.seat, sealed)
    with rules_errors("/action"):
        game.rules.judge(game.state, answer.seat, answer.parsed)
    return None


def _refuse_unless_asked(game: GameState, turn: Turn, seat: int, sealed: Submission | None) -> None:
    if turn.closed_at is not None:
        raise ApiError("turn_closed", f"Turn {turn.number} is closed.")
    if seat not in turn.asked:
        raise ApiError("not_asked", f"You are not asked in turn {turn.number}.")
    # What has not come in time is taken as long as nobody has answered for her; what is there stays, or she
    # would think on in the time of others (docs/why.md#own-deadline). Before the first deadline nobody does.
    if sealed is None or game.now < min(turn.dues):
        return
    if game.now >= turn.due(seat):
        raise ApiError("time_is_up", "Your time is up: what is answered for your seat stays.")
