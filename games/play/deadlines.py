"""Deadlines of the open turn, one for each seat asked, and the stops of its clock.

The turn and its questions store all that a deadline depends on: when the time began, how long it is, what
was in the seat's bank, and when its clock stands still. So the server computes it again whenever a pause or
a vacation changes when the clock runs, and a verifier can do the same from the log (docs/fairness.md).

A turn is held up for as long as it lasts beyond the deadline that it would have without any stop. All turns
of a game together may be held up for a limited time. What is left of it gives the moment from which on
nothing stops the clock of the open turn.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from common.rest.json_codec import Json
from games.clock.clock import Clock
from games.clock.hours import Span, clip_spans
from games.fairness.commitments import utc
from games.models import Question, Seat, Turn
from games.play import events
from games.repository.game_state import GameState
from games.rulesets import bots

BEGINS = " from turn "
"""The separator between the rules' name of a sitting and the turn with which it begins again."""
BOTS_GRACE = timedelta(seconds=3)
"""The time before its deadline at which a bot moves when no player waits for it."""


def ask_seats(game: GameState, turn: Turn, asked: Sequence[int], after: Turn | None) -> bool:
    """Put the questions of a new turn, with their deadlines. Return whether the old ones continue.

    Several decisions in one sitting share a deadline, so an absence costs the others one, not many. But a
    seat that is not asked again may have used up the time of the others: then a new sitting begins, whatever
    the rules say.
    """
    clock, before = game.clock, game.questions
    same = after is not None and after.sitting.partition(BEGINS)[0] == turn.sitting
    continues = after is not None and same and {*before} <= {*asked}
    if after is not None and same:
        turn.sitting = after.sitting if continues else f"{turn.sitting}{BEGINS}{turn.number}"
    if after is not None and continues:
        turn.clock_from, turn.base = after.clock_from, after.base
    else:
        turn.clock_from = game.now
        turn.base = clock.per_turn + (clock.grace if after is None else timedelta(0))
    game.questions = {}
    for number in asked:
        seat = game.seats[number]
        question = game.questions[number] = Question(game=game.row, turn=turn, seat=seat)
        game.add(question)
        if continues and number in before:
            question.bank, question.given = before[number].bank, before[number].given
        else:
            question.bank = min(clock.bank, seat.bank + clock.increment)
            game.change(seat, bank=question.bank)
    _set_deadlines(game, turn)
    return continues


def renew_and_plan(game: GameState, turn: Turn) -> None:
    """Compute the open turn's deadlines again, and when the sweep and the bots look at it."""
    renew_deadlines(game, turn)
    plan_checks(game, turn)


def renew_deadlines(game: GameState, turn: Turn) -> bool:
    """Compute the open turn's deadlines again. Return whether they or their stops have changed."""
    held_until = min(game.now, turn.due_at)
    if not _set_deadlines(game, turn):
        return False
    if turn.due_at < held_until:
        # The player who stopped the clock has left or was outvoted, but the others did wait until now.
        game.change(turn, held_until=max(held_until, turn.held_until or held_until))
    moved = {"turn": turn.number, "deadlines": deadline_entries(game)}
    events.publish_event(game, "deadlines_moved", moved)
    return True


def deadline_entries(game: GameState) -> list[Json]:
    """Return the deadline of each seat asked, and when its clock stands still before."""
    return [
        {"seat": seat, "due_at": utc(question.due_at), "stops": question.stops}
        for seat, question in game.questions.items()
    ]


def settle_banks(game: GameState, turn: Turn) -> None:
    """Take from each seat's bank what its answer to a closing turn has used.

    The caller has called `renew_deadlines`, so the log has the stops that count here.
    """
    if not game.clock.bank:
        return
    for number, question in game.questions.items():
        spans = [
            (datetime.fromisoformat(stop["from"]), datetime.fromisoformat(stop["until"]))
            for stop in question.stops
        ]
        passed = game.clock.time_used(turn.clock_from, game.answers[number].sealed_at, spans)
        used = max(timedelta(0), passed - turn.base - question.given)
        game.change(game.seats[number], bank=question.bank - min(question.bank, used))


def settle_stops(game: GameState, turn: Turn) -> None:
    """Add the time for which stops, and not a late sweep, have held up a closed turn to the game's total."""
    assert turn.closed_at is not None  # noqa: S101  It is asked of closed turns alone.
    if turn.held_until is None and not any(clock_stops_of_turn(game, turn).values()):
        return
    ended = min(turn.closed_at, turn.due_at)
    if turn.held_until is not None:
        ended = max(ended, turn.held_until)
    held_up = max(timedelta(0), ended - _end_without_stops(game.clock, turn, game.questions))
    game.change(game.row, stopped=game.row.stopped + held_up)


def seats_holding_up(game: GameState, turn: Turn) -> list[int]:
    """Return the seats that hold up an open turn: without stops their time would be over."""
    if deadline_without_stops(game.clock, game.questions) > game.now:
        return []
    spans = clock_stops_of_turn(game, turn)
    return [
        number
        for number in game.seats_waiting
        if any(since <= game.now < end for since, end in spans[number])
    ]


def begin_agreed_pause(game: GameState) -> None:
    """Begin the proposed pause if all players who are present have agreed to it."""
    pause = game.proposed_pause
    if pause is None:
        return
    there = {seat.number for seat in game.seats if seat.is_present}
    if not there or not there <= {*pause.agreed}:
        return
    until = game.now + pause.length
    game.change(pause, from_at=game.now, until_at=until)
    span = {"from": utc(game.now), "until": utc(until)}
    events.publish_event(game, "paused", span)


def clock_stops_of_turn(game: GameState, turn: Turn) -> dict[int, list[Span]]:
    """Return the spans in which the clock of each seat asked in an open turn stands still.

    They are pauses and its player's vacations, until the vote to go on or the limit on stops. Time outside
    the game's hours is not included.
    """
    stops = {number: _find_stops(game, turn, game.seats[number]) for number in game.questions}
    if not any(stops.values()):
        return stops
    left = game.row.most_stopped - game.row.stopped
    end = find_end_of_stops(game.clock, turn, game.questions, stops, left)
    return stops if end is None else {seat: clip_spans(some, end) for seat, some in stops.items()}


def vacations_of_seat(game: GameState, seat: Seat) -> list[Span]:
    """Return the vacations that stop a seat's clock: not those under way when its player took it."""
    if not game.row.vacations or seat.owner_id is None:
        return []
    return [
        (one.from_at, one.until_at)
        for one in game.announced
        if one.player_id == seat.owner_id
        and (seat.taken_at is None or one.from_at >= seat.taken_at)
    ]


def find_end_of_stops(
    clock: Clock,
    turn: Turn,
    questions: Mapping[int, Question],
    stops: Mapping[int, Sequence[Span]],
    left: timedelta,
) -> datetime | None:
    """Return when stops end, so that they hold this turn up no longer than `left`.

    `stops` are those of each seat asked. None if there is time enough for all of them.
    """
    last = _end_without_stops(clock, turn, questions) + left
    runs = clock.time_used(turn.clock_from, last)
    ends = [
        clock.find_stop_limit(turn.clock_from, stops[seat], runs - question.time_allowed)
        for seat, question in questions.items()
        if stops[seat]
    ]
    return min((end for end in ends if end is not None), default=None)


def deadline_without_stops(clock: Clock, questions: Mapping[int, Question]) -> datetime:
    """Return the last deadline of a turn's questions as it would be without stops."""
    return max(
        clock.deadline_from(question.turn.clock_from, question.time_allowed)
        for question in questions.values()
    )


def plan_checks(game: GameState, turn: Turn) -> None:
    """Set when the sweep checks an open turn next, and when its bots move, in real time."""
    due = min((game.questions[seat].due_at for seat in game.seats_waiting), default=game.now)
    game.change(
        turn,
        next_check_at=due - game.row.ahead,
        bots_at=_bots_at(game, thinkers=False),
        thinkers_at=_bots_at(game, thinkers=True),
        unattended=_is_unattended(game),
    )


def bots_asked(game: GameState, *, thinkers: bool) -> list[int]:
    """Return the seats whose bots, those that think long or the others, still have to answer."""
    return [
        number
        for number in game.seats_waiting
        if (bot := game.seats[number].bot) and (bot in bots.THINKERS) == thinkers
    ]


def bot_moves_at(game: GameState, number: int) -> datetime:
    """Return when a bot that is asked has to move.

    A bot moves at once, so that no player waits. If no player is present, bots take their whole time, so that
    an absent player can come back to a game that is not over.
    """
    if _is_unattended(game):
        return max(game.now, game.questions[number].due_at - BOTS_GRACE)
    return game.now


def _bots_at(game: GameState, *, thinkers: bool) -> datetime | None:
    moves = [bot_moves_at(game, one) for one in bots_asked(game, thinkers=thinkers)]
    return min(moves) - game.row.ahead if moves else None


def _is_unattended(game: GameState) -> bool:
    return not any(seat.is_present for seat in game.seats)


def _set_deadlines(game: GameState, turn: Turn) -> bool:
    """Compute the deadlines of the open questions, and their stops. Return whether any has changed."""
    clock_stops, moved = clock_stops_of_turn(game, turn), False
    for number, question in game.questions.items():
        spans = sorted(clock_stops[number])
        due = game.clock.deadline_from(turn.clock_from, question.time_allowed, spans)
        stops = [
            {"from": utc(start), "until": utc(end)}
            for start, end in spans
            if start < min(end, due) and end > turn.clock_from
        ]
        if (due, stops) != (question.due_at, question.stops):
            game.change(question, due_at=due, stops=stops)
            moved = True
    game.change(turn, due_at=max(question.due_at for question in game.questions.values()))
    return moved


def _find_stops(game: GameState, turn: Turn, seat: Seat) -> list[Span]:
    """Return all spans that would stop a seat's clock in this turn without the limit on stops."""
    spans = vacations_of_seat(game, seat)
    for pause in game.pauses:
        if pause.from_at is not None and pause.until_at is not None:
            spans.append((pause.from_at, pause.until_at))
    voted = game.row.goes_on_from
    if voted is not None:
        spans = [(since, min(end, voted) if since < voted else end) for since, end in spans]
    return [span for span in spans if span[1] > turn.clock_from]


def _end_without_stops(clock: Clock, turn: Turn, questions: Mapping[int, Question]) -> datetime:
    """Return the end of a turn without stops, but never a moment before it opened."""
    return max(deadline_without_stops(clock, questions), turn.opened_at)
