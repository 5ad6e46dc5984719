"""Submission and withdrawal of answers.

An answer that closes no turn is checked against the game as it was read without a lock, and written only if
no other process has written to the game since. All else is decided under the game's lock: of two answers at
the same time one is first, and the other sees what the first has done.
"""

from django.utils.translation import gettext as _

from common.rest.errors import ApiError
from common.rest.json_codec import Json
from games.archive.history import find_turn
from games.fairness.commitments import utc
from games.models import Game, Submission, Turn
from games.play import deadlines, events, turns
from games.play.answers import (
    BY_PLAYER,
    Answer,
    answer_commitment,
    answer_receipt,
    count_change,
    seal_answer,
)
from games.play.faults import apply_and_save
from games.refusals import rules_errors
from games.repository.game_state import GameState
from games.repository.games import for_update, load, save_games
from games.shapes.turns import Receipt, Withdrawal


def submit(
    game_id: str, number: int, player_id: int, raw: Json, read: GameState | None = None
) -> Receipt:
    """Seal a player's answer to turn `number`, or replace their sealed one. Return its receipt.

    `read` is the game if the caller has read it without its lock. The same answer again gives the same
    receipt and changes nothing, even after the turn has closed. If it raises `ApiError`, nothing has changed.
    """
    game = read or load(game_id)
    seat = game.seat_of(player_id)
    closes = not {*game.seats_waiting} - {seat.number}
    # Most answers close no turn. Such an answer needs no lock, and no transaction but its own statement's.
    if seat.away is None and not closes:
        receipt = _seal_action(game, number, player_id, raw)
        if save_games([game], if_unchanged=True):
            return receipt
    can_be_used_again = seat.away is None and closes
    with for_update(game_id, read=game if can_be_used_again else None) as game:
        receipt = _seal_action(game, number, player_id, raw)
        if game.changes.new:
            apply_and_save(game, turns.close_if_answered)
        return receipt


def _seal_action(game: GameState, number: int, player_id: int, raw: Json) -> Receipt:
    """Seal a player's answer, unless the same one is sealed already. Return its receipt."""
    seat = game.seat_of(player_id)
    turn, sealed = _find_turn(game, number, seat.number)
    with rules_errors("/action"):
        action = game.rules.read_action(raw)
    written = game.rules.write_action(action)
    answer = Answer(seat.number, written, action, Submission.By.PLAYER)
    if sealed is None or not _is_same(sealed, answer):
        _check_answer(game, turn, sealed, answer)
        if seat.away is not None:
            # An answer brings the player back: a client need not know that a bot has stood in.
            turns.return_seat_to_player(game, seat)
            deadlines.renew_and_plan(game, turn)
        sealed = seal_answer(game, turn, answer)
    return answer_receipt(game.row.pk, number, seat.number, sealed)


def submit_for_bot(game_id: str, number: int, seat: int, raw: Json) -> None:
    """Seal a bot's answer, unless the game does not need it now.

    While the bot thought, the turn may have closed, the game may have been cancelled, or the seat may have
    been answered for or taken by a player.
    """
    with for_update(game_id) as game:
        turn = game.open_turn
        if turn is None or turn.number != number or game.row.status != Game.Status.RUNNING:
            return
        if seat not in game.seats_waiting or game.seats[seat].bot is None:
            return
        with rules_errors("/action"):
            action = game.rules.read_action(raw)
            game.rules.check_action(game.state, seat, action)
        seal_answer(
            game, turn, Answer(seat, game.rules.write_action(action), action, Submission.By.BOT)
        )
        # If no bot is left to answer, no worker has to look. Until then this worker holds the lease.
        if not deadlines.bots_asked(game, thinkers=False):
            game.change(turn, bots_at=None)
        if not deadlines.bots_asked(game, thinkers=True):
            game.change(turn, thinkers_at=None)
        apply_and_save(game, turns.close_if_answered)


def withdraw(game_id: str, number: int, player_id: int) -> Withdrawal:
    """Withdraw a player's sealed answer from an open turn. Return the receipt. Raises `ApiError`."""
    with for_update(game_id, seated=player_id) as game:
        seat = game.seat_of(player_id).number
        turn, sealed = _find_turn(game, number, seat)
        _refuse_unless_asked(game, turn, seat, sealed)
        if sealed is None or sealed.by not in BY_PLAYER:
            raise ApiError("no_submission", "You have sealed nothing in this turn.")
        count_change(game, seat)
        game.remove(game.answers.pop(seat))
        # The next check left this seat out while it had an answer; now its deadline counts again.
        before = turn.next_check_at
        deadlines.plan_checks(game, turn)
        game.change(turn, next_check_at=min(before, turn.next_check_at))
        bound = answer_commitment(game.row.pk, turn.number, seat, sealed)
        withdrawn = {"turn": turn.number, "seat": seat, "commitment": bound}
        events.publish_event(game, "withdrawn", withdrawn, by=seat)
        return {
            "game": game.row.pk,
            "turn": turn.number,
            "seat": seat,
            "commitment": bound,
            "withdrawn_at": utc(game.now),
        }


def _find_turn(game: GameState, number: int, seat: int) -> tuple[Turn, Submission | None]:
    """Return the turn of this number, open or closed, and the seat's sealed answer. Raises `ApiError`."""
    if game.open_turn is not None and game.open_turn.number == number:
        return game.open_turn, game.answers.get(seat)
    turn = game.row.turns.filter(number=number).first()
    answers = Submission.objects.filter(question__turn=turn, question__seat__number=seat)
    sealed = None if turn is None else answers.first()
    if sealed is None and (archived := find_turn(game.row, number)) is not None:
        turn, sealed = archived.turn, archived.answers.get(seat)
    if turn is not None:
        return turn, sealed
    game.refuse_unless_running()
    message = _("The open turn is number {number}.").format(number=game.row.turn_number)
    raise ApiError("turn_not_found", message)


def _is_same(sealed: Submission, answer: Answer) -> bool:
    return sealed.by == answer.by and sealed.action == answer.action


def _check_answer(game: GameState, turn: Turn, sealed: Submission | None, answer: Answer) -> None:
    """Raise `ApiError` unless an answer may be sealed in the place of the seat's earlier one, if any."""
    _refuse_unless_asked(game, turn, answer.seat, sealed)
    with rules_errors("/action"):
        game.rules.check_action(game.state, answer.seat, answer.parsed)


def _refuse_unless_asked(game: GameState, turn: Turn, seat: int, sealed: Submission | None) -> None:
    if turn.closed_at is not None:
        raise ApiError("turn_closed", _("Turn {number} is closed.").format(number=turn.number))
    if seat not in game.questions:
        message = _("You are not asked in turn {number}.").format(number=turn.number)
        raise ApiError("not_asked", message)
    # A late answer is accepted while the seat has none. But a late change is refused, or the player would
    # think in the time of the others. Before the first deadline nothing is late.
    # Why so: docs/decisions/deadlines.md.
    if sealed is None or game.now < min(question.due_at for question in game.questions.values()):
        return
    if game.now >= game.questions[seat].due_at:
        raise ApiError("time_is_up", "Your time is up: what is answered for your seat stays.")
