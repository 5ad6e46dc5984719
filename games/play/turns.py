"""The close of a turn and what follows: the rules' step, takeovers by bots, the next turn, or the end."""

from typing import Any

from games.clock.hours import FOREVER
from games.fairness import commitments
from games.fairness.commitments import commit_to_json, digest_json, utc
from games.models import Game, Seat, Stage, Submission, Turn
from games.play import answers, deadlines, events
from games.play.record import record_content
from games.repository.game_state import GameState, Resolved
from games.rulesets import bots
from games.rulesets.ruleset import Result, Step


def close_if_answered(game: GameState) -> None:
    """Close the open turn if no answer is missing."""
    turn = game.open_turn
    if turn is not None and not game.seats_waiting:
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
    waiting = game.seats_waiting
    late = [seat for seat in waiting if game.questions[seat].due_at <= game.now]
    for seat in late:
        answers.record_submission(game, answers.answer_at_deadline(game, turn, seat))
    if late == waiting:
        close(game, turn)
    elif late or moved:
        for seat in late:
            answers.publish_sealed(game, turn, seat)
        deadlines.plan_checks(game, turn)
    else:
        return False
    return True


def begin_game(game: GameState) -> None:
    """Set up the game and open its first turn."""
    row, rules = game.row, game.rules
    state = rules.initial_state(row.options, len(game.seats), game.chance)
    game.change(
        row,
        setup={**rules.setup_record(state), "chance": game.take_draws()},
        status=Game.Status.RUNNING,
        started_at=game.now,
        stages=rules.max_stages(state),
    )
    for seat in game.seats:
        game.change(seat, bank=game.clock.bank)
    turn = _apply_step(game, rules.open_first_turn(state, game.chance), after=None)
    if turn is not None:
        close(game, turn)


def close(game: GameState, turn: Turn) -> None:
    """Close a turn that has all answers, and each next turn that standing orders answer in full."""
    answered: Turn | None = turn
    while answered is not None:
        answered = _close_turn(game, answered)


def call_off(game: GameState, reason: Game.CancelReason) -> None:
    """Cancel a game. The caller holds its lock and saves it."""
    game.change(game.row, status=Game.Status.CANCELLED, cancel_reason=reason, ended_at=game.now)
    turn = game.open_turn
    if turn is not None:
        # The turn stays open, but neither the sweep nor a bot looks at it again.
        game.change(turn, next_check_at=FOREVER, bots_at=None, thinkers_at=None)
    events.publish_event(game, "cancelled", {"reason": reason.value})


def stand_in(game: GameState, seat: Seat, away: Seat.Away) -> None:
    """Have a bot play for a player who is away, and pass a host's role on."""
    player = seat.player_id
    assert player is not None  # noqa: S101  A seat without a player has nobody to stand in for.
    game.change(seat, away=away, bot=bots.stand_in(game.row.ruleset))
    name = events.participant_id(game, player)
    data = {"seat": seat.number, "player": name, "bot": seat.bot, "away": away}
    events.publish_event(game, "stand_in", data)
    if game.row.host_id == player:
        _pass_host_on(game)


def return_seat_to_player(game: GameState, seat: Seat) -> None:
    """Give a seat back to its player, who plays again in place of the bot."""
    player = seat.player_id
    assert player is not None  # noqa: S101  Only a seat with a player is given back.
    game.change(seat, away=None, bot=None, offered_to=None, feed_until=None)
    game.change(seat, missed=0, missed_sitting="")
    data = {"seat": seat.number, "player": events.participant_id(game, player)}
    events.publish_event(game, "returned", data, by=seat.number)
    if not any(one.is_present and one.player_id == game.row.host_id for one in game.seats):
        # When the last host left, no other player was present to become the host.
        _pass_host_on(game)


def _close_turn(game: GameState, turn: Turn) -> Turn | None:
    """Close one turn. Return the next one if it has all answers already."""
    rules = game.rules
    actions = {
        seat: game.actions[seat]
        if seat in game.actions
        else rules.read_action(game.answers[seat].action)
        for seat in game.questions
    }
    for seat in {*rules.seats_asked(game.state)} - {*game.questions}:
        (actions[seat],) = rules.legal_actions(game.state, seat)
    # The log must have every vacation and pause before the banks are settled, even if a process died.
    deadlines.renew_deadlines(game, turn)
    game.change(turn, closed_at=game.now)
    for event in game.unbound:
        game.change(event, turn=turn)
    private = events.bind_private_events(game.unbound, game.participants)
    game.resolved.append(Resolved(turn, game.questions, game.answers, game.unbound))
    game.unbound = []
    closed = {
        "turn": turn.number,
        "actions": answers.played_answers(game.answers),
        "private": commit_to_json(turn.salt, private),
    }
    events.publish_event(game, "turn_closed", closed)
    deadlines.settle_banks(game, turn)
    deadlines.settle_stops(game, turn)
    step = rules.close_turn(game.state, actions, game.chance)
    _count_answers(game, turn)
    return _apply_step(game, step, after=turn)


def _apply_step(game: GameState, step: Step[Any], after: Turn | None) -> Turn | None:
    """Apply a step of the rules, and the following ones while no seat has a choice.

    Return a new turn that has all answers already, or None.
    """
    row, rules = game.row, game.rules
    while True:
        game.state = step.state
        for event in step.events:
            events.publish_event(game, event.type, event.data)
        for stage in step.stages:
            ended = _find_or_add_stage(game, stage.number)
            game.change(
                ended,
                scores=list(stage.scores),
                shown=stage.shown,
                sealed=stage.sealed,
                ended_at=game.now,
            )
        only, asked = rules.split_choices(step.state)
        if asked or not only:
            break
        step = rules.close_turn(step.state, only, game.chance)
    game.change(row, state=rules.dump(step.state), stage=rules.current_stage(step.state))
    for seat, score in zip(game.seats, rules.current_scores(step.state), strict=True):
        game.change(seat, score=score)
    if not asked:
        result = rules.game_result(step.state)
        assert result is not None  # noqa: S101  A game in which no seat has a choice is over.
        _finish_game(game, result)
        return None
    for seat in game.seats:
        if seat.is_present and seat.missed >= row.bot_after:
            stand_in(game, seat, Seat.Away.ABSENT)
    # A player who is away now need not agree to the pause.
    deadlines.begin_agreed_pause(game)
    return _open_turn(game, asked, after)


def _open_turn(game: GameState, asked: list[int], after: Turn | None) -> Turn | None:
    """Open the next turn. Return it if standing orders answer it in full."""
    row, rules, state = game.row, game.rules, game.state
    game.change(row, turn_number=row.turn_number + 1)
    stage = _find_or_add_stage(game, rules.current_stage(state))
    if after is None or after.stage is not stage:
        game.change(stage, began_at=game.now)
    turn = Turn(
        game=row,
        number=row.turn_number,
        stage=stage,
        heading=rules.turn_heading(state),
        sitting=rules.sitting_name(state),
        chance=game.take_draws(),
        opened_at=game.now,
        salt=commitments.turn_salt(game.nonce_key, row.turn_number, game.now),
    )
    game.add(turn)
    game.open_turn, game.answers, game.actions = turn, {}, {}
    continues = deadlines.ask_seats(game, turn, asked, after)
    # Some standing orders are played as soon as the question is put.
    at_once = [answers.answer_at_once(game, turn, seat) for seat in asked]
    opened = {
        "turn": turn.number,
        "asked": asked,
        "due_at": utc(turn.due_at),
        "deadlines": deadlines.deadline_entries(game),
        "continues": continues,
        **turn.heading,
    }
    events.publish_event(game, "turn_opened", opened)
    for answer in at_once:
        if answer is not None:
            answers.record_submission(game, answer)
            answers.publish_sealed(game, turn, answer.seat)
    deadlines.plan_checks(game, turn)
    return None if game.seats_waiting else turn


def _find_or_add_stage(game: GameState, number: int) -> Stage:
    """Return the row of a stage that begins or ends now, to be filled in."""
    for stage in game.stages:
        if stage.number == number:
            return stage
    stage = Stage(game=game.row, number=number)
    game.stages.append(stage)
    game.add(stage)
    return stage


def _count_answers(game: GameState, turn: Turn) -> None:
    """Count for each seat asked whether its player has answered.

    Missed decisions of one sitting count once towards the takeover by a bot, since they are one absence.
    """
    for number, answer in game.answers.items():
        seat = game.seats[number]
        by = answer.by
        if seat.owner_id is None:
            continue
        if by == Submission.By.BOT and seat.is_present:
            # The bot answered just before the player came back: neither an answer nor an absence.
            continue
        # An answer of the seat's former player was counted when the seat changed hands. Missed sittings
        # are counted by seat, because the log tells of seats alone (docs/fairness.md).
        own = seat.taken_at is None or answer.sealed_at >= seat.taken_at
        is_answer = by in answers.BY_PLAYER
        if own:
            answered = seat.answered + is_answer
            game.change(seat, required=seat.required + 1, answered=answered)
        if is_answer:
            game.change(seat, missed=0, missed_sitting="")
        elif seat.missed_sitting != turn.sitting:
            game.change(seat, missed=seat.missed + 1, missed_sitting=turn.sitting)


def _finish_game(game: GameState, result: Result) -> None:
    row = game.row
    shown = {"scores": list(result.scores), "winners": list(result.winners)}
    game.change(
        row,
        ending={"chance": game.take_draws()},
        status=Game.Status.FINISHED,
        ended_at=game.now,
        result=shown,
    )
    for seat in game.seats:
        game.change(seat, won=seat.number in result.winners)
    game.open_turn, game.questions, game.answers, game.actions = None, {}, {}, {}
    record = digest_json(record_content(game))
    events.publish_event(game, "finished", {**shown, "record": record})


def _pass_host_on(game: GameState) -> None:
    """Make the first player who is present the host. If none is present, the host stays."""
    there = [seat.player_id for seat in game.seats if seat.is_present]
    if there and there[0] is not None:
        game.change(game.row, host_id=there[0])
        data = {"host": events.participant_id(game, there[0])}
        events.publish_event(game, "host_changed", data)
