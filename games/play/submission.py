"""Sealing an answer and taking it back.

An answer that closes no turn is judged by what was read without a lock, and written if nobody has written to
the game since. All else is decided under the game's lock: of two that come at the same time one
is first, and the other sees what the first has done.
"""

from dataclasses import replace
from typing import Any

from django.db import transaction

from games.archive import reading
from games.fairness.chain import utc
from games.models import Game, Submission, Turn
from games.play import advance, limits, stand_ins, timing
from games.play.sealing import Answer, commitment, receipt, seal
from games.store import loading
from games.store.refusals import rules_errors
from games.store.table import Resolved, Table
from games.store.unit_of_work import commit, commit_if_first
from tideapi.rest.errors import ApiError

Json = dict[str, Any]


def submit(
    game_id: str, number: int, player_id: int, raw: Json, table: Table | None = None
) -> Json:
    """Seal a player's answer to turn `number`, or replace the one that she has sealed; its receipt.

    `table` is the game, where it has been read already without its lock. The same answer again gives the
    same receipt and does nothing, even when the turn has closed since. Raises `ApiError`; then nothing has
    changed.
    """
    table = table or loading.read(game_id)
    seat, turn = table.seat_of(player_id), _turn(table, number)
    with rules_errors("/action"):
        action = table.rules.read_action(raw)
    written = table.rules.write_action(action)
    answer = Answer(seat.number, written, action, Submission.By.PLAYER)
    sealed = _judge(table, turn, answer)
    if sealed is not None:
        return receipt(game_id, number, sealed)
    # Most answers lead to nothing else. Such a one needs no lock, and no transaction but its own statement's.
    if seat.away is None and {*turn.asked} - {*table.answers, seat.number}:
        done = receipt(game_id, number, seal(table, turn, answer))
        if commit_if_first(table):
            return done
        return _submit_under_lock(game_id, number, player_id, answer)
    closes = seat.away is None
    return _submit_under_lock(game_id, number, player_id, answer, table if closes else None)


@transaction.atomic
def _submit_under_lock(
    game_id: str, number: int, player_id: int, answer: Answer, before: Table | None = None
) -> Json:
    """The same under the lock; `before` is the game as it was read without, if the answer closes its turn."""
    table = loading.lock_as_read(before) if before else loading.lock(game_id)
    seat, turn = table.seat_of(player_id), _turn(table, number)
    answer = replace(answer, seat=seat.number)
    sealed = _judge(table, turn, answer)
    if sealed is None:
        if seat.away is not None:
            # Who answers is back: a client need not know that a bot has stood in.
            stand_ins.give_back(table, seat)
            timing.renew(table, turn)
        sealed = seal(table, turn, answer)
        advance.settle(table, advance.close_if_answered)
    return receipt(game_id, number, sealed)


@transaction.atomic
def submit_for_bot(game_id: str, number: int, seat: int, raw: Json) -> None:
    """Seal a bot's answer; do nothing if nobody waits for it any more.

    While the bot thought, the turn may have closed, the game been called off, the seat answered or be taken.
    """
    table = loading.lock(game_id)
    turn = table.open_turn
    if turn is None or turn.number != number or table.game.status != Game.Status.RUNNING:
        return
    if seat not in turn.asked or seat in table.answers or table.seats[seat].bot is None:
        return
    with rules_errors("/action"):
        action = table.rules.read_action(raw)
        table.rules.judge(table.state, seat, action)
    seal(table, turn, Answer(seat, table.rules.write_action(action), action, Submission.By.BOT))
    # Nobody need look for them any more. Until then they are the worker's who is about it.
    if not timing.bots_asked(table, turn, thinkers=False):
        turn.bots_at = None
    if not timing.bots_asked(table, turn, thinkers=True):
        turn.thinkers_at = None
    advance.settle(table, advance.close_if_answered)


@transaction.atomic
def withdraw(game_id: str, number: int, player_id: int) -> Json:
    """Take back a player's sealed answer while the turn is open; the receipt of that. Raises `ApiError`."""
    table = loading.lock(game_id)
    seat, turn = table.seat_of(player_id).number, _turn(table, number)
    sealed = _sealed(table, turn, seat)
    _refuse_unless_asked(table, turn, seat, sealed)
    if sealed is None or sealed.by not in stand_ins.HERSELF:
        raise ApiError("no_submission", "You have sealed nothing in this turn.")
    limits.count_change(turn, seat)
    del table.answers[seat]
    # What was answered is looked at no more: without its answer the seat has to be again.
    before = turn.next_check_at
    timing.plan(table, turn)
    turn.next_check_at = min(before, turn.next_check_at)
    bound = commitment(table.game.pk, turn.number, sealed)
    withdrawn = {"turn": turn.number, "seat": seat, "commitment": bound}
    table.publish("withdrawn", withdrawn)
    commit(table)
    return {"game": table.game.pk, **withdrawn, "withdrawn_at": utc(table.now)}


def _turn(table: Table, number: int) -> Turn:
    """The turn of this number, open or closed. Raises `ApiError`."""
    if table.open_turn is not None and table.open_turn.number == number:
        return table.open_turn
    turn = table.game.turns.filter(number=number).first()
    if turn is None and (archived := _archived(table.game, number)) is not None:
        turn = archived.turn
    if turn is not None:
        return turn
    table.refuse_unless_running()
    raise ApiError("turn_not_found", f"The open turn is number {table.game.turn_number}.")


def _sealed(table: Table, turn: Turn, seat: int) -> Submission | None:
    """What a seat has sealed in a turn, open or closed."""
    if turn is table.open_turn:
        return table.answers.get(seat)
    found = turn.submissions.filter(seat=seat).first()
    if found is None and (archived := _archived(table.game, turn.number)) is not None:
        return archived.answers.get(seat)
    return found


def _archived(game: Game, number: int) -> Resolved | None:
    """A turn of a game that is archived, with its answers."""
    if game.status != Game.Status.FINISHED:
        return None
    return reading.history(game.pk).turn(number)


def _judge(table: Table, turn: Turn, answer: Answer) -> Submission | None:
    """What is sealed already if it is the same answer; None if this one may be sealed. Raises `ApiError`."""
    sealed = _sealed(table, turn, answer.seat)
    if sealed is not None and sealed.by == answer.by and sealed.action == answer.action:
        return sealed
    _refuse_unless_asked(table, turn, answer.seat, sealed)
    with rules_errors("/action"):
        table.rules.judge(table.state, answer.seat, answer.parsed)
    return None


def _refuse_unless_asked(table: Table, turn: Turn, seat: int, sealed: Submission | None) -> None:
    if turn.closed_at is not None:
        raise ApiError("turn_closed", f"Turn {turn.number} is closed.")
    if seat not in turn.asked:
        raise ApiError("not_asked", f"You are not asked in turn {turn.number}.")
    # What has not come in time is taken as long as nobody has answered for her; what is there stays, or she
    # would think on in the time of others (docs/why.md#own-deadline). Before the first deadline nobody does.
    if sealed is None or table.now < min(turn.dues):
        return
    if table.now >= turn.due(seat):
        raise ApiError("time_is_up", "Your time is up: what is answered for your seat stays.")
