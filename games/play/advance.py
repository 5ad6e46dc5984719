"""Closing a turn and what it leads to: the rules' step, seats that were missed, the next questions.

Why so: docs/why.md#decision.
"""

from collections.abc import Callable
from typing import Any

from django.db import Error as DatabaseFault

from games.fairness import nonces
from games.fairness.chain import commitment, digest, utc
from games.models import Game, Turn
from games.play import faults, stand_ins, timing, unanswered
from games.play.record import content
from games.play.sealing import lay, publish_sealed
from games.rules.ruleset import Step
from games.store.serializing import deadlines, played
from games.store.table import Table
from games.store.unit_of_work import changes_of, write


def settle(table: Table, follow: Callable[[Table], object]) -> None:
    """Write what has been decided, under the game's lock, together with what follows from it.

    If the rules raise, or give what cannot be written, the first alone is written: what somebody has sealed
    stays sealed. Then the game is set aside, and the sweep tries again.
    """
    decided, turn = changes_of(table), table.open_turn
    try:
        follow(table)
        write([changes_of(table)])
    except DatabaseFault:
        raise
    except Exception as error:  # noqa: BLE001  Whatever rules may raise.
        write([decided])
        if turn is not None:
            # Last, because what was decided may move the moment at which the turn is looked at.
            faults.set_aside(turn, error)


def raised(decide: Callable[[Table], object], table: Table) -> Exception | None:
    """What the rules raise while something about a table is decided. Faults of the database pass through."""
    try:
        decide(table)
    except DatabaseFault:
        raise
    except Exception as error:  # noqa: BLE001  Whatever rules may raise; the caller sees to it.
        return error
    return None


def close_if_answered(table: Table) -> None:
    """Close the open turn if nobody's answer is missing."""
    turn = table.open_turn
    if turn is not None and not timing.waiting(turn, table.answers):
        close(table, turn)


def by_clock(table: Table) -> bool:
    """Answer for every seat whose time is up, and close the open turn if that was the last.

    False where there was nothing to do.
    """
    turn = table.open_turn
    if turn is None:
        return False
    # A vacation or a pause may have been announced by a process that died before it said so here.
    moved = timing.renew_deadlines(table, turn)
    late = [seat for seat in timing.waiting(turn, table.answers) if turn.due(seat) <= table.now]
    for seat in late:
        lay(table, turn, unanswered.at_deadline(table, turn, seat))
    if not timing.waiting(turn, table.answers):
        close(table, turn)
    elif late or moved:
        for seat in late:
            publish_sealed(table, turn, table.answers[seat])
        timing.plan(table, turn)
    else:
        return False
    return True


def begin(table: Table) -> None:
    """Set the table and open the first turn."""
    game, rules = table.game, table.rules
    state = rules.set_up(game.options, len(table.seats), table.chance)
    game.setup = {**rules.setup(state), "chance": table.draws()}
    game.status = Game.Status.RUNNING
    game.started_at = table.now
    game.stages = rules.stages(state)
    for seat in table.seats:
        seat.bank = table.clock.bank
    turn = _take(table, rules.begin(state, table.chance), after=None)
    if turn is not None:
        close(table, turn)


def close(table: Table, turn: Turn) -> None:
    """Close a turn that is answered in full, and every turn after it that answers itself."""
    answered: Turn | None = turn
    while answered is not None:
        answered = _close_one(table, answered)


def _close_one(table: Table, turn: Turn) -> Turn | None:
    """Close one turn. Returns the next one if it is answered already."""
    rules, answers = table.rules, table.answers
    actions = {
        seat: table.actions[seat]
        if seat in table.actions
        else rules.read_action(answers[seat].action)
        for seat in turn.asked
    }
    for seat in {*rules.asked(table.state)} - {*turn.asked}:
        (actions[seat],) = rules.legal_actions(table.state, seat)
    # What a process that died has not said of a vacation or a pause is said before the banks are settled.
    timing.renew_deadlines(table, turn)
    turn.closed_at = table.now
    private = commitment(turn.salt, table.resolve(turn))
    closed = {"turn": turn.number, "actions": played(turn, answers), "private": private}
    table.publish("turn_closed", closed)
    timing.settle_banks(table, turn)
    timing.settle_stops(table, turn)
    step = rules.advance(table.state, actions, table.chance)
    stand_ins.count(table, turn)
    return _take(table, step, after=turn)


def _take(table: Table, step: Step[Any], after: Turn | None) -> Turn | None:
    """Note where a step of the rules has led, and go on while no seat has a choice.

    Returns a new turn that is answered already.
    """
    game, rules = table.game, table.rules
    while True:
        table.state = step.state
        for event in step.events:
            table.publish(event.type, event.data)
        for stage in step.stages:
            row = table.find_or_add_stage(stage.number)
            row.scores, row.shown, row.sealed = list(stage.scores), stage.shown, stage.sealed
            row.ended_at = table.now
        only, asked = rules.choices(step.state)
        if asked or not only:
            break
        step = rules.advance(step.state, only, table.chance)
    game.state = rules.dump(step.state)
    game.stage = rules.stage(step.state)
    for seat, score in zip(table.seats, rules.scores(step.state), strict=True):
        seat.score = score
    if not asked:
        _finish(table)
        return None
    stand_ins.take_over(table)
    # Whoever is away now is not asked whether she agrees.
    timing.begin_agreed_pause(table)
    return _open(table, asked, after)


def _open(table: Table, asked: list[int], after: Turn | None) -> Turn | None:
    """Put the next questions. Returns the turn if it is answered at once, so that it can be closed."""
    game, rules, state = table.game, table.rules, table.state
    game.turn_number += 1
    turn = Turn(
        game=game,
        number=game.turn_number,
        stage=rules.stage(state),
        heading=rules.heading(state),
        asked=asked,
        sitting=rules.sitting(state),
        chance=table.draws(),
        opened_at=table.now,
        salt=nonces.salt(table.nonce_key, game.turn_number, table.now),
        changes=[0] * len(asked),
    )
    table.open_turn, table.answers, table.actions = turn, {}, {}
    if after is None or after.stage != turn.stage:
        table.find_or_add_stage(turn.stage).began_at = table.now
    continues = timing.put(table, turn, after)
    # What standing orders say is to be played at once.
    at_once = [unanswered.at_once(table, turn, seat) for seat in asked if seat in table.orders]
    table.fold_events()
    table.publish(
        "turn_opened",
        {
            "turn": turn.number,
            "asked": turn.asked,
            "due_at": utc(turn.due_at),
            "deadlines": deadlines(turn.asked, turn.dues, turn.stops),
            "continues": continues,
            **turn.heading,
        },
    )
    for answer in at_once:
        if answer is not None:
            publish_sealed(table, turn, lay(table, turn, answer))
    timing.plan(table, turn)
    return None if timing.waiting(turn, table.answers) else turn


def _finish(table: Table) -> None:
    game = table.game
    result = table.rules.result(table.state)
    assert result is not None  # noqa: S101  Nobody has a choice any more only when it is over.
    game.ending = {"chance": table.draws()}
    game.status = Game.Status.FINISHED
    game.ended_at = table.now
    game.result = {"scores": list(result.scores), "winners": list(result.winners)}
    for seat in table.seats:
        seat.won = seat.number in result.winners
    table.open_turn, table.answers, table.actions = None, {}, {}
    table.publish("finished", {**game.result, "record": digest(content(game, table))})
    table.fold_events()
