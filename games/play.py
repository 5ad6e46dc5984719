"""Sealing an answer, taking it back, closing a turn: the only writer of a game's state.

Everything here happens in one transaction under the lock of the game's row, so of two that come at the
same time one is first, and the other sees what the first has done. An answer that closes no turn is the
exception: it takes the lock by writing, and writes nothing if somebody else was first.
"""

from collections.abc import Callable
from typing import Any

from django.db import Error as DatabaseFault
from django.db import transaction

from games import advance, faults, limits, standins, timing, unanswered
from games.models import Submission, Turn
from games.receipt import commitment, receipt
from games.rules.refusal import Refusal
from games.sealing import Answer, announce, count_change, seal, seal_all
from games.store import notify
from games.table import Table, utc

Json = dict[str, Any]


def submit(game_id: str, number: int, player_id: int, raw: Json) -> Json:
    """Seal a player's answer to turn `number`, or replace the one that she has sealed.

    The same answer again gives the same receipt and does nothing, even when the turn has closed since.
    Raises `Refusal`; then nothing has changed.
    """
    # Most answers lead to nothing else. Such a one needs no lock: it is written if nobody has written to the
    # game since it was read, in one statement that is a transaction of its own.
    done = _submit(Table.read(game_id), number, player_id, raw, locked=False)
    if done is None:
        with transaction.atomic():
            done = _submit(Table.lock(game_id), number, player_id, raw, locked=True)
    assert done is not None  # noqa: S101  Under the lock there is always a receipt.
    return done


def _submit(table: Table, number: int, player_id: int, raw: Json, *, locked: bool) -> Json | None:
    """The receipt; None where an answer needs the lock, or somebody else has been faster."""
    rules, seat = table.rules, table.seat_of(player_id)
    turn = _turn(table, number)
    action = rules.read_action(raw)
    chosen = Answer(seat.number, rules.write_action(action), Submission.By.PLAYER)
    sealed = _sealed(table, turn, seat.number)
    if sealed is not None and sealed.by == chosen.by and sealed.action == chosen.action:
        return receipt(rules, table.game.pk, turn.number, sealed)
    _refuse_unless_asked(turn, seat.number, sealed)
    rules.judge(table.state, seat.number, action)
    if sealed is not None:
        limits.refuse_change(turn, seat.number)
    if not locked:
        last = not timing.waiting(turn, {*table.answers, seat.number})
        if last or seat.away is not None:
            return None
        sealed = seal(table, turn, chosen)
        return receipt(rules, table.game.pk, turn.number, sealed) if table.save_alone() else None
    return _seal(table, chosen)


@transaction.atomic
def submit_for_bot(game_id: str, number: int, seat: int, raw: Json) -> None:
    """Seal a bot's answer; if the turn has closed, the seat has answered or is no bot's, do nothing."""
    table = Table.lock(game_id)
    turn = table.open_turn
    if turn is None or turn.number != number or seat not in turn.asked:
        return
    if table.seats[seat].bot is None:
        return
    if seat not in table.answers:
        action = table.rules.read_action(raw)
        table.rules.judge(table.state, seat, action)
        _seal(table, Answer(seat, table.rules.write_action(action), Submission.By.BOT))


@transaction.atomic
def withdraw(game_id: str, number: int, player_id: int) -> Json:
    """Take back a player's sealed answer while the turn is open; the receipt of that. Raises `Refusal`."""
    table = Table.lock(game_id)
    seat = table.seat_of(player_id).number
    turn = _turn(table, number)
    sealed = _sealed(table, turn, seat)
    _refuse_unless_asked(turn, seat, sealed)
    if sealed is None or sealed.by not in standins.HERSELF:
        raise Refusal("no_submission", "You have sealed nothing in this turn.")
    limits.refuse_change(turn, seat)
    count_change(table, turn, seat)
    table.take(sealed)
    # What was answered is looked at no more: without its answer the seat has to be again.
    before = turn.look_at
    look_again(table, turn)
    turn.look_at = min(before, turn.look_at)
    bound = commitment(table.rules, table.game.pk, turn.number, sealed)
    told = {"turn": turn.number, "seat": seat, "commitment": bound}
    table.tell("withdrawn", told)
    table.save()
    return {"game": table.game.pk, **told, "withdrawn_at": utc(table.now)}


def begin(table: Table) -> None:
    """Set the table and open the first turn. For `games.lobby`, which holds the lock."""
    advance.begin(table)


def go_on_by_clock(table: Table) -> bool:
    """Answer for every seat whose time is up, and close the open turn if that was the last.

    The caller holds the lock, in a transaction, and saves the table. False where there was nothing to do.
    """
    turn = table.open_turn
    if turn is None:
        return False
    # A vacation or a pause may have been announced by a process that died before it said so here.
    moved = timing.renew(table)
    late = [seat for seat in timing.waiting(turn, table.answers) if turn.due(seat) <= table.now]
    seal_all(table, turn, [unanswered.at_deadline(table, turn, seat) for seat in late])
    if not timing.waiting(turn, table.answers):
        advance.close(table, turn)
    elif late or moved:
        for seat in late:
            announce(table, turn, table.answers[seat])
        look_again(table, turn)
    else:
        return False
    return True


def look_again(table: Table, turn: Turn) -> None:
    """Have the sweep, and who moves bots, look at an open turn when there will be something to do."""
    timing.plan(table, turn, table.answers)
    table.changed(turn)
    if timing.bots_move_now(table, turn):
        notify.bots()


def renew(table: Table, turn: Turn) -> None:
    """Work out the deadlines and the next look at the open turn anew; the caller saves the table."""
    timing.renew(table)
    look_again(table, turn)


def answer(table: Table, lay: Callable[[Turn], None]) -> None:
    """Lay an answer down, close the turn if nobody's answer is missing then, and save the table.

    What is sealed stays sealed even if the rules raise: then the game is set aside, and the sweep
    tries again.
    """
    turn = _open(table)
    lay(turn)
    try:
        if not timing.waiting(turn, table.answers):
            advance.close(table, turn)
    except DatabaseFault:
        raise
    except Exception as error:  # noqa: BLE001  Whatever rules may raise; it is logged there.
        table.forget()
        turn = _open(table)
        lay(turn)
        table.save()
        # Last, because what is laid down may move the moment at which the turn is looked at.
        faults.set_aside(turn, error)
    else:
        table.save()


def _open(table: Table) -> Turn:
    assert table.open_turn is not None  # noqa: S101  The caller has seen to it.
    return table.open_turn


def _turn(table: Table, number: int) -> Turn:
    if table.open_turn is not None and table.open_turn.number == number:
        return table.open_turn
    turn = table.game.turns.filter(number=number).first()
    if turn is not None:
        return turn
    table.refuse_unless_running()
    raise Refusal("turn_not_found", f"The open turn is number {table.game.turn_number}.")


def _sealed(table: Table, turn: Turn, seat: int) -> Submission | None:
    if turn is table.open_turn:
        return table.answers.get(seat)
    return turn.submissions.filter(seat=seat).first()


def _refuse_unless_asked(turn: Turn, seat: int, sealed: Submission | None) -> None:
    if turn.closed_at is not None:
        raise Refusal("turn_closed", f"Turn {turn.number} is closed.")
    if seat not in turn.asked:
        raise Refusal("not_asked", f"You are not asked in turn {turn.number}.")
    if sealed is not None and sealed.by == Submission.By.FORCED:
        raise Refusal("not_asked", "You had one legal action only, and it is played for you.")
    if sealed is not None and _time_was_up(turn, sealed):
        raise Refusal("time_is_up", "Your time is up, and the clock has answered for you.")


def _time_was_up(turn: Turn, sealed: Submission) -> bool:
    by_clock = sealed.by in {Submission.By.CLOCK, Submission.By.ORDER}
    return by_clock and sealed.sealed_at >= turn.due(sealed.seat)


def _seal(table: Table, chosen: Answer) -> Json:
    receipts: list[Json] = []

    def lay(turn: Turn) -> None:
        seat = table.seats[chosen.seat]
        if chosen.by == Submission.By.PLAYER and seat.away is not None:
            # Who answers is back: a client need not know that a bot has stood in.
            standins.give_back(table, seat)
            renew(table, turn)
        sealed = seal(table, turn, chosen)
        if chosen.by == Submission.By.BOT and not timing.bots_asked(table, turn, table.answers):
            # Nobody need look for them any more. Until then they are the worker's who is about it.
            turn.bots_at = None
            table.changed(turn)
        receipts.append(receipt(table.rules, table.game.pk, turn.number, sealed))

    answer(table, lay)
    return receipts[-1]
