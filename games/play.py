"""Sealing an answer, taking it back, closing a turn: the only writer of a game's state.

Everything here happens in one transaction under the lock of the game's row, so of two that come at the
same time one is first, and the other sees what the first has done.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from games import wake
from games.models import Game, Stage, Submission, Turn, new_id
from games.receipt import receipt
from games.rules.refusal import Refusal
from games.rules.ruleset import Step
from games.table import Table, drawn_json, utc

BOTS_GRACE = timedelta(seconds=3)
"""How long the sweep leaves the bots to the task that was sent for them."""

ENDED = {
    Game.Status.FINISHED: Refusal("game_finished", "This game is over."),
    Game.Status.CANCELLED: Refusal("game_cancelled", "This game was cancelled."),
}


@transaction.atomic
def submit(game_id: str, number: int, player_id: int, raw: dict[str, Any]) -> dict[str, Any]:
    """Seal a player's answer to turn `number`, or replace the one that she has sealed.

    The same answer again gives the same receipt and does nothing, even when the turn has closed since.
    Raises `Refusal`; then nothing has changed.
    """
    table = Table.lock(game_id)
    seat = table.seat_of(player_id).number
    turn = _turn(table, number)
    action = table.rules.write_action(table.rules.read_action(raw))
    sealed = turn.submissions.filter(seat=seat).first()
    if sealed is not None and sealed.by == Submission.By.PLAYER and sealed.action == action:
        return receipt(table.rules, table.game.pk, turn.number, sealed)
    _refuse_unless_asked(turn, seat, sealed)
    return _seal(table, turn, seat, raw, Submission.By.PLAYER)


@transaction.atomic
def submit_for_bot(game_id: str, number: int, seat: int, raw: dict[str, Any]) -> None:
    """Seal a bot's answer; if the turn has closed or the seat has answered, do nothing."""
    table = Table.lock(game_id)
    turn = table.open_turn
    if turn is None or turn.number != number or seat not in turn.asked:
        return
    if not turn.submissions.filter(seat=seat).exists():
        _seal(table, turn, seat, raw, Submission.By.BOT)


@transaction.atomic
def withdraw(game_id: str, number: int, player_id: int) -> None:
    """Take back a player's sealed answer while the turn is open. Raises `Refusal`."""
    table = Table.lock(game_id)
    seat = table.seat_of(player_id).number
    turn = _turn(table, number)
    sealed = turn.submissions.filter(seat=seat).first()
    _refuse_unless_asked(turn, seat, sealed)
    if sealed is None:
        raise Refusal("no_submission", "You have sealed nothing in this turn.")
    sealed.delete()
    table.tell(timezone.now(), "withdrawn", {"turn": turn.number, "seat": seat})
    table.save()
    wake.listeners(table.game.pk)


def begin(table: Table, now: datetime) -> None:
    """Set the table and open the first turn. For `games.lobby`, which holds the lock."""
    game, rules = table.game, table.rules
    state = rules.set_up(game.options, len(table.seats), table.chance)
    game.setup = {**rules.setup(state), "chance": drawn_json(table.chance.take())}
    game.status = Game.Status.RUNNING
    game.started_at = now
    game.stages = rules.stages(state)
    _take(table, rules.begin(state, table.chance), now, after=None)


def close_by_clock(table: Table, now: datetime) -> None:
    """Play the fallback for every seat that has not answered the open turn, and close it.

    The caller holds the lock, in a transaction, and has seen that the deadline has passed.
    """
    turn = table.open_turn
    if turn is None:
        return
    answered = table.submissions(turn)
    for seat in turn.asked:
        if seat not in answered:
            action = table.rules.fallback(table.state, seat)
            _write(table, turn, seat, table.rules.write_action(action), Submission.By.CLOCK, now)
    _close(table, turn, now)
    table.save()
    wake.listeners(table.game.pk)


def _turn(table: Table, number: int) -> Turn:
    turn = table.game.turns.filter(number=number).first()
    if turn is not None:
        return turn
    if table.game.status in ENDED:
        raise ENDED[Game.Status(table.game.status)]
    if table.game.status == Game.Status.OPEN:
        raise Refusal("game_not_started", "This game has not started.")
    raise Refusal("turn_not_found", f"The open turn is number {table.game.turn_number}.")


def _refuse_unless_asked(turn: Turn, seat: int, sealed: Submission | None) -> None:
    if turn.closed_at is not None:
        raise Refusal("turn_closed", f"Turn {turn.number} is closed.")
    if seat not in turn.asked:
        raise Refusal("not_asked", f"You are not asked in turn {turn.number}.")
    if sealed is not None and sealed.by == Submission.By.FORCED:
        raise Refusal("not_asked", "You had one legal action only, and it is played for you.")


def _seal(
    table: Table, turn: Turn, seat: int, raw: dict[str, Any], by: Submission.By
) -> dict[str, Any]:
    rules = table.rules
    action = rules.read_action(raw)
    rules.judge(table.state, seat, action)
    now = timezone.now()
    submission, new = _write(table, turn, seat, rules.write_action(action), by, now)
    if new:
        table.tell(now, "sealed", {"turn": turn.number, "seat": seat})
    if set(table.submissions(turn)) >= set(turn.asked):
        _close(table, turn, now)
    table.save()
    wake.listeners(table.game.pk)
    return receipt(rules, table.game.pk, turn.number, submission)


def _write(
    table: Table, turn: Turn, seat: int, action: dict[str, Any], by: Submission.By, now: datetime
) -> tuple[Submission, bool]:
    return Submission.objects.update_or_create(
        turn=turn,
        seat=seat,
        defaults={"action": action, "by": by, "sealed_at": now, "receipt": new_id()},
    )


def _close(table: Table, turn: Turn, now: datetime) -> None:
    """Close a turn that is answered in full, and every turn after it that answers itself."""
    current: Turn | None = turn
    while current is not None:
        answers = table.submissions(current)
        current.closed_at = now
        current.save(update_fields=["closed_at"])
        played = [
            {"seat": seat, "action": answers[seat].action, "by": answers[seat].by}
            for seat in current.asked
        ]
        table.tell(now, "turn_closed", {"turn": current.number, "actions": played})
        actions = {seat: table.rules.read_action(answers[seat].action) for seat in current.asked}
        step = table.rules.advance(table.state, actions, table.chance)
        current = _take(table, step, now, after=current)


def _take(table: Table, step: Step[Any], now: datetime, after: Turn | None) -> Turn | None:
    """Write down where a step of the rules has led. Returns a new turn that is answered already."""
    game, rules = table.game, table.rules
    table.state = step.state
    game.state = rules.dump(step.state)
    game.stage = rules.stage(step.state)
    for event in step.events:
        table.tell(now, event.type, event.data)
    Stage.objects.bulk_create(
        Stage(
            game=game,
            number=stage.number,
            scores=list(stage.scores),
            shown=stage.shown,
            sealed=stage.sealed,
            ended_at=now,
        )
        for stage in step.stages
    )
    for seat, score in zip(table.seats, rules.scores(step.state), strict=True):
        if seat.score != score:
            seat.score = score
            seat.save(update_fields=["score"])
    if rules.result(step.state) is not None:
        _finish(table, now)
        return None
    return _open(table, now, after)


def _open(table: Table, now: datetime, after: Turn | None) -> Turn | None:
    """Put the next questions. Returns the turn if the seats asked had no choice, so it can be closed."""
    game, rules, state = table.game, table.rules, table.state
    sitting = rules.sitting(state)
    # Several decisions in one sitting share one deadline: absence costs the others one, not many.
    continues = after is not None and after.sitting == sitting
    due = after.due_at if after is not None and continues else now + game.per_turn
    game.turn_number += 1
    asked = rules.asked(state)
    bots = {seat.number for seat in table.seats if seat.bot is not None}
    forced = {}
    for seat in asked:
        legal = rules.legal_actions(state, seat)
        if len(legal) == 1:
            forced[seat] = rules.write_action(legal[0])
    bots_move = bool(bots & (set(asked) - set(forced)))
    turn = Turn.objects.create(
        game=game,
        number=game.turn_number,
        stage=rules.stage(state),
        heading=rules.heading(state),
        asked=list(asked),
        sitting=sitting,
        chance=drawn_json(table.chance.take()),
        opened_at=now,
        due_at=due,
        look_at=min(due, now + BOTS_GRACE) if bots_move else due,
    )
    table.open_turn = turn
    table.tell(
        now,
        "turn_opened",
        {
            "turn": turn.number,
            "asked": list(asked),
            "due_at": utc(due),
            "continues": continues,
            **turn.heading,
        },
    )
    for seat, action in forced.items():
        # A question with one legal answer is not put to anybody.
        _write(table, turn, seat, action, Submission.By.FORCED, now)
    if len(forced) == len(asked):
        return turn
    if bots_move:
        wake.bots(game.pk)
    return None


def _finish(table: Table, now: datetime) -> None:
    game = table.game
    result = table.rules.result(table.state)
    assert result is not None  # noqa: S101  The caller has looked.
    game.ending = {"chance": drawn_json(table.chance.take())}
    game.status = Game.Status.FINISHED
    game.ended_at = now
    game.result = {"scores": list(result.scores), "winners": list(result.winners)}
    game.seats.filter(number__in=result.winners).update(won=True)
    table.open_turn = None
    table.tell(now, "finished", game.result)
