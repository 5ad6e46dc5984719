"""What closing a turn leads to: the rules' step written down, seats that were missed, the next questions.

For `games.play` alone, which holds the lock of the game's row.
"""

from typing import Any

from games import standins, timing, unanswered
from games.chain import commitment, digest
from games.models import Game, Stage, Submission, Turn
from games.record import content, played
from games.rules.ruleset import Step
from games.sealing import Answer, announce, seal_all
from games.store import notify
from games.table import Table, drawn_json, utc


def begin(table: Table) -> None:
    """Set the table and open the first turn."""
    game, rules = table.game, table.rules
    state = rules.set_up(game.options, len(table.seats), table.chance)
    game.setup = {**rules.setup(state), "chance": drawn_json(table.chance.take())}
    game.status = Game.Status.RUNNING
    game.started_at = table.now
    game.stages = rules.stages(state)
    for seat in table.seats:
        seat.bank = table.clock.bank
    _go_on(table, _take(table, rules.begin(state, table.chance), after=None))


def close(table: Table, turn: Turn) -> None:
    """Close a turn that is answered in full, and every turn after it that answers itself."""
    _go_on(table, turn)


def _go_on(table: Table, turn: Turn | None) -> None:
    while turn is not None:
        turn = _close_one(table, turn)


def _close_one(table: Table, turn: Turn) -> Turn | None:
    answers = table.answers
    # What a process that died has not told of a vacation or a pause is told before the banks are settled.
    timing.renew(table)
    turn.closed_at = table.now
    private = commitment(turn.salt, table.resolve(turn))
    told = {"turn": turn.number, "actions": played(turn, answers), "private": private}
    table.tell("turn_closed", told)
    timing.settle_banks(table, turn)
    timing.settle_stops(table, turn)
    actions = {seat: table.rules.read_action(answers[seat].action) for seat in turn.asked}
    step = table.rules.advance(table.state, actions, table.chance)
    standins.count(table, turn)
    return _take(table, step, after=turn)


def _take(table: Table, step: Step[Any], after: Turn | None) -> Turn | None:
    """Write down where a step of the rules has led. Returns a new turn that is answered already."""
    game, rules = table.game, table.rules
    table.state = step.state
    game.state = rules.dump(step.state)
    game.stage = rules.stage(step.state)
    for event in step.events:
        table.tell(event.type, event.data)
    for stage in step.stages:
        table.end(
            Stage(
                game=game,
                number=stage.number,
                scores=list(stage.scores),
                shown=stage.shown,
                sealed=stage.sealed,
                ended_at=table.now,
            )
        )
    for seat, score in zip(table.seats, rules.scores(step.state), strict=True):
        seat.score = score
    if rules.result(step.state) is not None:
        _finish(table)
        return None
    standins.take_over(table)
    # Whoever is away now is not asked whether she agrees.
    timing.begin_agreed_pause(table)
    return _open(table, after)


def _open(table: Table, after: Turn | None) -> Turn | None:
    """Put the next questions. Returns the turn if it is answered at once, so that it can be closed."""
    game, rules, state = table.game, table.rules, table.state
    game.turn_number += 1
    turn = Turn(
        game=game,
        number=game.turn_number,
        stage=rules.stage(state),
        heading=rules.heading(state),
        asked=list(rules.asked(state)),
        sitting=rules.sitting(state),
        chance=drawn_json(table.chance.take()),
        opened_at=table.now,
    )
    turn.changes = [0] * len(turn.asked)
    table.open(turn)
    continues = timing.put(table, turn, after)
    answers = _answered_at_once(table, turn)
    answered = [answer.seat for answer in answers]
    timing.plan(table, turn, answered)
    table.tell(
        "turn_opened",
        {
            "turn": turn.number,
            "asked": turn.asked,
            "due_at": utc(turn.due_at),
            "deadlines": timing.deadlines(turn),
            "continues": continues,
            **turn.heading,
        },
    )
    seal_all(table, turn, answers)
    for answer in answers:
        if answer.by == Submission.By.ORDER:
            announce(table, turn, table.answers[answer.seat])
    if not timing.waiting(turn, answered):
        return turn
    if timing.bots_move_now(table, turn):
        notify.bots()
    return None


def _answered_at_once(table: Table, turn: Turn) -> list[Answer]:
    """What needs no choice, and what a standing order says is to be played at once."""
    answers = []
    for seat in turn.asked:
        legal = table.rules.legal_actions(table.state, seat)
        if len(legal) == 1:
            # A question with one legal answer is not put to anybody.
            action = table.rules.write_action(legal[0])
            answers.append(Answer(seat, action, Submission.By.FORCED))
        elif (answer := unanswered.at_once(table, turn, seat)) is not None:
            answers.append(answer)
    return answers


def _finish(table: Table) -> None:
    game = table.game
    result = table.rules.result(table.state)
    assert result is not None  # noqa: S101  The caller has looked.
    game.ending = {"chance": drawn_json(table.chance.take())}
    game.status = Game.Status.FINISHED
    game.ended_at = table.now
    game.result = {"scores": list(result.scores), "winners": list(result.winners)}
    for seat in table.seats:
        seat.won = seat.number in result.winners
    table.open_turn, table.answers = None, {}
    table.tell("finished", {**game.result, "record": digest(content(game, table))})
