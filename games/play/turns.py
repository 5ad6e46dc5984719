"""The close of a turn and what follows: the rules' step, takeovers by bots, the next turn, or the end."""

from collections.abc import Callable
from typing import Any

from django.db import Error as DatabaseFault

from games.clock.hours import FOREVER
from games.fairness import commitments
from games.fairness.commitments import commit_to_json, digest_json, utc
from games.models import Game, Turn
from games.play import deadlines, faults, stand_ins
from games.play.answers import (
    answer_at_deadline,
    answer_at_once,
    publish_sealed,
    record_submission,
)
from games.play.record import record_content
from games.repository.game_state import GameState
from games.repository.log import deadline_entries, played_answers
from games.repository.unit_of_work import changes_of, save_all
from games.rulesets.ruleset import Step


def apply_and_save(game: GameState, follow: Callable[[GameState], object]) -> None:
    """Save what was decided under the game's lock, together with what follows from it.

    If the rules raise, or return what cannot be written, only the decision is saved: a sealed answer stays
    sealed. Then the game is set aside, and the sweep tries again.
    """
    decided, turn = changes_of(game), game.open_turn
    game.is_saved = True
    try:
        follow(game)
        save_all([changes_of(game)])
    except DatabaseFault:
        raise
    except Exception as error:  # noqa: BLE001  Whatever rules may raise.
        save_all([decided])
        if turn is not None:
            # Last, because what was decided may move the moment at which the turn is looked at.
            faults.set_aside(turn, error)


def catch_error(decide: Callable[[GameState], object], game: GameState) -> Exception | None:
    """Return the exception that a decision raises, or None. Faults of the database pass through."""
    try:
        decide(game)
    except DatabaseFault:
        raise
    except Exception as error:  # noqa: BLE001  Whatever rules may raise; the caller sees to it.
        return error
    return None


def close_if_answered(game: GameState) -> None:
    """Close the open turn if no answer is missing."""
    turn = game.open_turn
    if turn is not None and not deadlines.seats_waiting(turn, game.answers):
        close(game, turn)


def apply_timeouts(game: GameState) -> bool:
    """Answer for every seat whose time is up, and close a turn without missing answers.

    Return False if nothing changed.
    """
    turn = game.open_turn
    if turn is None:
        return False
    # A process may have saved a vacation or a pause and died before it updated this turn.
    moved = deadlines.renew_deadlines(game, turn)
    late = [
        seat
        for seat in deadlines.seats_waiting(turn, game.answers)
        if turn.seat_deadline(seat) <= game.now
    ]
    for seat in late:
        record_submission(game, turn, answer_at_deadline(game, turn, seat))
    if not deadlines.seats_waiting(turn, game.answers):
        close(game, turn)
    elif late or moved:
        for seat in late:
            publish_sealed(game, turn, game.answers[seat])
        deadlines.plan_checks(game, turn)
    else:
        return False
    return True


def begin_game(game: GameState) -> None:
    """Set up the game and open its first turn."""
    row, rules = game.row, game.rules
    state = rules.initial_state(row.options, len(game.seats), game.chance)
    row.setup = {**rules.setup_record(state), "chance": game.take_draws()}
    row.status = Game.Status.RUNNING
    row.started_at = game.now
    row.stages = rules.max_stages(state)
    for seat in game.seats:
        seat.bank = game.clock.bank
    turn = _apply_step(game, rules.open_first_turn(state, game.chance), after=None)
    if turn is not None:
        close(game, turn)


def close(game: GameState, turn: Turn) -> None:
    """Close a turn that has all answers, and each next turn that standing orders answer in full."""
    answered: Turn | None = turn
    while answered is not None:
        answered = _close_one(game, answered)


def call_off(game: GameState, reason: Game.CancelReason) -> None:
    """Cancel a game. The caller holds its lock and saves it."""
    game.row.status = Game.Status.CANCELLED
    game.row.cancel_reason = reason
    game.row.ended_at = game.now
    turn = game.open_turn
    if turn is not None:
        # The turn stays open, but neither the sweep nor a bot looks at it again.
        turn.next_check_at, turn.bots_at, turn.thinkers_at = FOREVER, None, None
    game.publish_event("cancelled", {"reason": reason.value})


def _close_one(game: GameState, turn: Turn) -> Turn | None:
    """Close one turn. Return the next one if it has all answers already."""
    rules, answers = game.rules, game.answers
    actions = {
        seat: game.actions[seat]
        if seat in game.actions
        else rules.read_action(answers[seat].action)
        for seat in turn.asked
    }
    for seat in {*rules.seats_asked(game.state)} - {*turn.asked}:
        (actions[seat],) = rules.legal_actions(game.state, seat)
    # The log must have every vacation and pause before the banks are settled, even if a process died.
    deadlines.renew_deadlines(game, turn)
    turn.closed_at = game.now
    private = commit_to_json(turn.salt, game.resolve_turn(turn))
    closed = {"turn": turn.number, "actions": played_answers(turn, answers), "private": private}
    game.publish_event("turn_closed", closed)
    deadlines.settle_banks(game, turn)
    deadlines.settle_stops(game, turn)
    step = rules.close_turn(game.state, actions, game.chance)
    stand_ins.count_answers(game, turn)
    return _apply_step(game, step, after=turn)


def _apply_step(game: GameState, step: Step[Any], after: Turn | None) -> Turn | None:
    """Apply a step of the rules, and the following ones while no seat has a choice.

    Return a new turn that has all answers already, or None.
    """
    row, rules = game.row, game.rules
    while True:
        game.state = step.state
        for event in step.events:
            game.publish_event(event.type, event.data)
        for stage in step.stages:
            ended = game.find_or_add_stage(stage.number)
            ended.scores, ended.shown, ended.sealed = list(stage.scores), stage.shown, stage.sealed
            ended.ended_at = game.now
        only, asked = rules.split_choices(step.state)
        if asked or not only:
            break
        step = rules.close_turn(step.state, only, game.chance)
    row.state = rules.dump(step.state)
    row.stage = rules.current_stage(step.state)
    for seat, score in zip(game.seats, rules.current_scores(step.state), strict=True):
        seat.score = score
    if not asked:
        _finish_game(game)
        return None
    stand_ins.take_over(game)
    # A player who is away now need not agree to the pause.
    deadlines.begin_agreed_pause(game)
    return _open_turn(game, asked, after)


def _open_turn(game: GameState, asked: list[int], after: Turn | None) -> Turn | None:
    """Open the next turn. Return it if standing orders answer it in full."""
    row, rules, state = game.row, game.rules, game.state
    row.turn_number += 1
    turn = Turn(
        game=row,
        number=row.turn_number,
        stage=rules.current_stage(state),
        heading=rules.turn_heading(state),
        asked=asked,
        sitting=rules.sitting_name(state),
        chance=game.take_draws(),
        opened_at=game.now,
        salt=commitments.turn_salt(game.nonce_key, row.turn_number, game.now),
        changes=[0] * len(asked),
    )
    game.open_turn, game.answers, game.actions = turn, {}, {}
    if after is None or after.stage != turn.stage:
        game.find_or_add_stage(turn.stage).began_at = game.now
    continues = deadlines.put(game, turn, after)
    # Some standing orders are played as soon as the question is put.
    at_once = [answer_at_once(game, turn, seat) for seat in asked if seat in game.orders]
    game.fold_events()
    game.publish_event(
        "turn_opened",
        {
            "turn": turn.number,
            "asked": turn.asked,
            "due_at": utc(turn.due_at),
            "deadlines": deadline_entries(turn.asked, turn.dues, turn.stops),
            "continues": continues,
            **turn.heading,
        },
    )
    for answer in at_once:
        if answer is not None:
            publish_sealed(game, turn, record_submission(game, turn, answer))
    deadlines.plan_checks(game, turn)
    return None if deadlines.seats_waiting(turn, game.answers) else turn


def _finish_game(game: GameState) -> None:
    row = game.row
    result = game.rules.game_result(game.state)
    assert result is not None  # noqa: S101  A game in which no seat has a choice is over.
    row.ending = {"chance": game.take_draws()}
    row.status = Game.Status.FINISHED
    row.ended_at = game.now
    row.result = {"scores": list(result.scores), "winners": list(result.winners)}
    for seat in game.seats:
        seat.won = seat.number in result.winners
    game.open_turn, game.answers, game.actions = None, {}, {}
    game.publish_event("finished", {**row.result, "record": digest_json(record_content(game))})
    game.fold_events()
