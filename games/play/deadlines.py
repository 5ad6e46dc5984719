"""Deadlines of the open turn, one for each seat asked.

The turn stores all that a deadline depends on: when its time began, how long it is, what was in the seat's
bank, and when its clock stands still. So the server computes it again whenever a pause or a vacation
changes when the clock runs, and a verifier can do the same from the log (docs/fairness.md).
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from games.clock.hours import Span
from games.fairness.commitments import utc
from games.models import Seat, Turn
from games.repository import stops
from games.repository.game_state import GameState
from games.repository.log import deadline_entries
from games.rulesets import bots

BEGINS = " from turn "
"""The separator between the rules' name of a sitting and the turn with which it begins again."""
BOTS_GRACE = timedelta(seconds=3)
"""The time before its deadline at which a bot moves when no player waits for it."""


def put(game: GameState, turn: Turn, after: Turn | None) -> bool:
    """Set the time of the seats asked in a new turn. Return whether the old deadlines continue.

    Several decisions in one sitting share a deadline, so an absence costs the others one, not many. But a
    seat that is not asked again may have used up the time of the others: then a new sitting begins, whatever
    the rules say.
    """
    clock = game.clock
    same = after is not None and after.sitting.partition(BEGINS)[0] == turn.sitting
    continues = after is not None and same and {*after.asked} <= {*turn.asked}
    if after is not None and same:
        turn.sitting = after.sitting if continues else f"{turn.sitting}{BEGINS}{turn.number}"
    if after is not None and continues:
        turn.clock_from, turn.base = after.clock_from, after.base
    else:
        turn.clock_from = game.now
        turn.base = clock.per_turn + (clock.grace if after is None else timedelta(0))
    turn.banks, turn.given, turn.given_by = [], [], []
    for number in turn.asked:
        seat = game.seats[number]
        if after is not None and continues and number in after.asked:
            turn.banks.append(after.seat_bank(number))
            turn.given.append(after.given[after.asked.index(number)])
            continue
        turn.given.append(timedelta(0))
        seat.bank = min(clock.bank, seat.bank + clock.increment)
        turn.banks.append(seat.bank)
    _set_dues(game, turn)
    return continues


def settle_banks(game: GameState, turn: Turn) -> None:
    """Take from each seat's bank what its answer to a closing turn has used.

    The caller has called `renew_deadlines`, so the log has the stops that count here.
    """
    if not game.clock.bank:
        return
    each = zip(turn.asked, turn.banks, turn.times_allowed, turn.stops, strict=True)
    for number, bank, length, stood in each:
        sealed_at = game.answers[number].sealed_at
        passed = game.clock.time_used(
            turn.clock_from, sealed_at, [_read_span(stop) for stop in stood]
        )
        game.seats[number].bank = bank - min(bank, max(timedelta(0), passed - (length - bank)))


def settle_stops(game: GameState, turn: Turn) -> None:
    """Add the time for which stops have held up a closing turn to the game's total."""
    if turn.held_until is not None or any(stops.of_turn(game, turn).values()):
        game.row.stopped += stops.held_up(game.clock, turn)


def standing_still(game: GameState, turn: Turn) -> list[int]:
    """Return the seats that hold up an open turn: without stops their time would be over."""
    if stops.without_stops(game.clock, turn) > game.now:
        return []
    spans = stops.of_turn(game, turn)
    return [
        number
        for number in seats_waiting(turn, game.answers)
        if any(since <= game.now < end for since, end in spans[number])
    ]


def renew_and_plan(game: GameState, turn: Turn) -> None:
    """Compute the open turn's deadlines again, and when the sweep and the bots look at it."""
    renew_deadlines(game, turn)
    plan_checks(game, turn)


def renew_deadlines(game: GameState, turn: Turn) -> bool:
    """Compute the open turn's deadlines again. Return whether they or their stops have changed."""
    before, held_until = (turn.dues, turn.stops), min(game.now, turn.due_at)
    _set_dues(game, turn)
    if (turn.dues, turn.stops) == before:
        return False
    if turn.due_at < held_until:
        # The player who stopped the clock has left or was outvoted, but the others did wait until now.
        turn.held_until = max(held_until, turn.held_until or held_until)
    moved = deadline_entries(turn.asked, turn.dues, turn.stops)
    game.publish_event("deadlines_moved", {"turn": turn.number, "deadlines": moved})
    return True


def begin_agreed_pause(game: GameState) -> None:
    """Begin the proposed pause if all players who are present have agreed to it."""
    pause = game.proposed_pause
    if pause is None:
        return
    there = {seat.number for seat in game.seats if seat.is_present}
    if not there or not there <= {*pause.agreed}:
        return
    pause.from_at, pause.until_at = game.now, game.now + pause.length
    game.publish_event("paused", {"from": utc(pause.from_at), "until": utc(pause.until_at)})


def seats_waiting(turn: Turn, answered: Iterable[int]) -> list[int]:
    """Return the seats whose answer is still missing."""
    there = set(answered)
    return [seat for seat in turn.asked if seat not in there]


def bot_moves_at(seats: Iterable[Seat], number: int, turn: Turn, moment: datetime) -> datetime:
    """Return when a bot that is asked has to move, as of `moment`.

    A bot moves at once, so that no player waits. If no player is present, bots take their whole time, so that
    an absent player can come back to a game that is not over.
    """
    return (
        max(moment, turn.seat_deadline(number) - BOTS_GRACE) if _are_unattended(seats) else moment
    )


def plan_checks(game: GameState, turn: Turn) -> None:
    """Set when the sweep checks an open turn next, and when its bots move, in real time."""
    missing = seats_waiting(turn, game.answers)
    due = min(map(turn.seat_deadline, missing), default=game.now)
    turn.next_check_at = due - game.row.ahead
    turn.bots_at = _bots_at(game, turn, thinkers=False)
    turn.thinkers_at = _bots_at(game, turn, thinkers=True)
    turn.unattended = _are_unattended(game.seats)


def bots_asked(game: GameState, turn: Turn, *, thinkers: bool) -> list[int]:
    """Return the seats whose bots, `thinkers` or others, still have to answer."""
    missing = seats_waiting(turn, game.answers)
    return [number for number in missing if bot_in(game.seats[number], thinkers=thinkers)]


def bot_in(seat: Seat, *, thinkers: bool) -> bool:
    """Return whether a bot of this kind answers for the seat."""
    return seat.bot is not None and (seat.bot in bots.THINKERS) == thinkers


def _bots_at(game: GameState, turn: Turn, *, thinkers: bool) -> datetime | None:
    numbers = bots_asked(game, turn, thinkers=thinkers)
    moves = [bot_moves_at(game.seats, one, turn, game.now) for one in numbers]
    return min(moves) - game.row.ahead if moves else None


def _set_dues(game: GameState, turn: Turn) -> None:
    turn.dues, turn.stops = [], []
    stopped = stops.of_turn(game, turn)
    for number, length in zip(turn.asked, turn.times_allowed, strict=True):
        spans = sorted(stopped[number])
        due = game.clock.deadline_from(turn.clock_from, length, spans)
        turn.dues.append(due)
        turn.stops.append(
            [
                {"from": utc(start), "until": utc(end)}
                for start, end in spans
                if start < min(end, due) and end > turn.clock_from
            ]
        )
    turn.due_at = max(turn.dues)


def _are_unattended(seats: Iterable[Seat]) -> bool:
    return not any(seat.is_present for seat in seats)


def _read_span(stop: dict[str, str]) -> Span:
    return datetime.fromisoformat(stop["from"]), datetime.fromisoformat(stop["until"])
