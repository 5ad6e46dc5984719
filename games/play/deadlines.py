"""How long the questions of a turn may be answered: a deadline for each seat.

All that a deadline depends on is kept with the turn: when its time began, how long it is, what was in
the seat's bank, and when its clock stands still. So it can be worked out again whenever a pause or a
vacation has changed when the clock runs, as often as one likes; and by everybody, because the log tells all
of it (docs/fairness.md).
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from games.bots import registry
from games.clock.hours import Span
from games.fairness.chain import utc
from games.models import Seat, Turn
from games.repository import stops
from games.repository.game_state import GameState
from games.repository.log_format import deadline_entries

BEGINS = " from turn "
"""Stands between the rules' own name of a sitting and the turn with which it begins anew."""
BOTS_GRACE = timedelta(seconds=3)
"""How long before its deadline a bot moves for which nobody waits."""


def put(game: GameState, turn: Turn, after: Turn | None) -> bool:
    """Give the seats asked in a new turn their time. Returns whether it goes on under old deadlines.

    Several decisions in one sitting share a deadline: absence costs the others one, not many. But who is
    asked no more may have used up the time of those who are: then a sitting begins, whatever the rules say.
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
            turn.banks.append(after.bank(number))
            turn.given.append(after.given[after.asked.index(number)])
            continue
        turn.given.append(timedelta(0))
        seat.bank = min(clock.bank, seat.bank + clock.increment)
        turn.banks.append(seat.bank)
    _set_dues(game, turn)
    return continues


def settle_banks(game: GameState, turn: Turn) -> None:
    """Take from each seat's bank what its answer to a turn that closes has used of it.

    By what the log says of the turn: `renew_deadlines` comes before.
    """
    if not game.clock.bank:
        return
    each = zip(turn.asked, turn.banks, turn.lengths, turn.stops, strict=True)
    for number, bank, length, stood in each:
        sealed_at = game.answers[number].sealed_at
        passed = game.clock.used(turn.clock_from, sealed_at, [_span(stop) for stop in stood])
        game.seats[number].bank = bank - min(bank, max(timedelta(0), passed - (length - bank)))


def settle_stops(game: GameState, turn: Turn) -> None:
    """Note for how long stops have held up a turn that closes."""
    if turn.held_until is not None or any(stops.of_turn(game, turn).values()):
        game.row.stopped += stops.held_up(game.clock, turn)


def standing_still(game: GameState, turn: Turn) -> list[int]:
    """The seats for which an open turn is held up: their time would be over, but their clocks stand still."""
    if stops.without_stops(game.clock, turn) > game.now:
        return []
    spans = stops.of_turn(game, turn)
    return [
        number
        for number in waiting(turn, game.answers)
        if any(since <= game.now < end for since, end in spans[number])
    ]


def renew(game: GameState, turn: Turn) -> None:
    """Work out anew the open turn's deadlines, and when somebody has to do something about it."""
    renew_deadlines(game, turn)
    plan(game, turn)


def renew_deadlines(game: GameState, turn: Turn) -> bool:
    """Work the open turn's deadlines out again, and say if they, or what they follow from, have changed."""
    before, held_until = (turn.dues, turn.stops), min(game.now, turn.due_at)
    _set_dues(game, turn)
    if (turn.dues, turn.stops) == before:
        return False
    if turn.due_at < held_until:
        # Whoever stopped it has given her seat up, or was outvoted: that the others have waited stays so.
        turn.held_until = max(held_until, turn.held_until or held_until)
    moved = deadline_entries(turn.asked, turn.dues, turn.stops)
    game.publish("deadlines_moved", {"turn": turn.number, "deadlines": moved})
    return True


def begin_agreed_pause(game: GameState) -> None:
    """Begin the pause that is proposed if all who are there have agreed to it."""
    pause = game.proposed_pause
    if pause is None:
        return
    there = {seat.number for seat in game.seats if seat.present}
    if not there or not there <= {*pause.agreed}:
        return
    pause.from_at, pause.until_at = game.now, game.now + pause.length
    game.publish("paused", {"from": utc(pause.from_at), "until": utc(pause.until_at)})


def waiting(turn: Turn, answered: Iterable[int]) -> list[int]:
    """The seats whose answer is still missing."""
    there = set(answered)
    return [seat for seat in turn.asked if seat not in there]


def bot_moves_at(seats: Iterable[Seat], number: int, turn: Turn, moment: datetime) -> datetime:
    """When a bot that is asked has to move, seen from `moment`.

    At once, so that nobody waits. Only where nobody is there to wait do bots take their whole time: who is
    absent may come back to a game that is not over.
    """
    return max(moment, turn.due(number) - BOTS_GRACE) if _unattended(seats) else moment


def plan(game: GameState, turn: Turn) -> None:
    """Note when the sweep has to look at an open turn again, and when its bots have to move: in real time."""
    missing = waiting(turn, game.answers)
    due = min(map(turn.due, missing), default=game.now)
    turn.next_check_at = due - game.row.ahead
    turn.bots_at = _bots_at(game, turn, thinkers=False)
    turn.thinkers_at = _bots_at(game, turn, thinkers=True)
    turn.unattended = _unattended(game.seats)


def bots_asked(game: GameState, turn: Turn, *, thinkers: bool) -> list[int]:
    """The seats whose answer is still missing and for which a bot gives it: one that thinks long, or not."""
    missing = waiting(turn, game.answers)
    return [number for number in missing if bot_in(game.seats[number], thinkers=thinkers)]


def bot_in(seat: Seat, *, thinkers: bool) -> bool:
    """Whether a bot of this kind answers for the seat."""
    return seat.bot is not None and (seat.bot in registry.THINKERS) == thinkers


def _bots_at(game: GameState, turn: Turn, *, thinkers: bool) -> datetime | None:
    numbers = bots_asked(game, turn, thinkers=thinkers)
    moves = [bot_moves_at(game.seats, one, turn, game.now) for one in numbers]
    return min(moves) - game.row.ahead if moves else None


def _set_dues(game: GameState, turn: Turn) -> None:
    turn.dues, turn.stops = [], []
    stopped = stops.of_turn(game, turn)
    for number, length in zip(turn.asked, turn.lengths, strict=True):
        spans = sorted(stopped[number])
        due = game.clock.due(turn.clock_from, length, spans)
        turn.dues.append(due)
        turn.stops.append(
            [
                {"from": utc(start), "until": utc(end)}
                for start, end in spans
                if start < min(end, due) and end > turn.clock_from
            ]
        )
    turn.due_at = max(turn.dues)


def _unattended(seats: Iterable[Seat]) -> bool:
    return not any(seat.present for seat in seats)


def _span(stop: dict[str, str]) -> Span:
    return datetime.fromisoformat(stop["from"]), datetime.fromisoformat(stop["until"])
