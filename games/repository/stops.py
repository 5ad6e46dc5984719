"""The limit on the time for which pauses and vacations hold up a game, all turns together.

A turn is held up for as long as it lasts beyond the deadline that it would have without any stop. The rest
of the limit gives the moment from which on nothing stops the clock of the open turn.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from games.clock.clock import Clock
from games.clock.hours import FOREVER, Span, iterate_gaps
from games.models import Seat, Turn
from games.repository.game_state import GameState


def of_turn(game: GameState, turn: Turn) -> dict[int, list[Span]]:
    """Return the spans in which the clock of each seat asked in an open turn stands still.

    They are pauses and its player's vacations, until the vote to go on or the limit on stops. Time outside
    the game's hours is not included.
    """
    wished = {number: _find_stops(game, turn, game.seats[number]) for number in turn.asked}
    if not any(wished.values()):
        return wished
    end = last_moment(game.clock, turn, wished, game.row.most_stopped - game.row.stopped)
    return wished if end is None else {seat: clip_stops(some, end) for seat, some in wished.items()}


def vacations_of(game: GameState, seat: Seat) -> list[Span]:
    """Return the vacations that stop a seat's clock: not those under way when its player took it."""
    if not game.row.vacations or seat.owner_id is None:
        return []
    return [
        (one.from_at, one.until_at)
        for one in game.announced
        if one.player_id == seat.owner_id
        and (seat.taken_at is None or one.from_at >= seat.taken_at)
    ]


def _find_stops(game: GameState, turn: Turn, seat: Seat) -> list[Span]:
    """Return all spans that would stop a seat's clock in this turn without the limit on stops."""
    spans = vacations_of(game, seat)
    for pause in game.pauses:
        if pause.from_at is not None and pause.until_at is not None:
            spans.append((pause.from_at, pause.until_at))
    voted = game.row.goes_on_from
    if voted is not None:
        spans = [(since, min(end, voted) if since < voted else end) for since, end in spans]
    return [span for span in spans if span[1] > turn.clock_from]


def without_stops(clock: Clock, turn: Turn) -> datetime:
    """Return the last of a turn's deadlines as it would be without stops."""
    return max(clock.deadline_from(turn.clock_from, length) for length in turn.times_allowed)


def held_up(clock: Clock, turn: Turn) -> timedelta:
    """Return how long stops, and not a late sweep, have held up a closed turn."""
    assert turn.closed_at is not None  # noqa: S101  It is asked of closed turns alone.
    ended = min(turn.closed_at, turn.due_at)
    if turn.held_until is not None:
        ended = max(ended, turn.held_until)
    return max(timedelta(0), ended - _end_without_stops(clock, turn))


def last_moment(
    clock: Clock, turn: Turn, stops: Mapping[int, Sequence[Span]], left: timedelta
) -> datetime | None:
    """Return when stops end, so that they hold this turn up no longer than `left`.

    `stops` are those of each seat asked. None if there is time enough for all of them.
    """
    last = _end_without_stops(clock, turn) + left
    runs = clock.time_used(turn.clock_from, last)
    ends = [
        _find_end(clock, turn, stops[seat], runs - length)
        for seat, length in zip(turn.asked, turn.times_allowed, strict=True)
        if stops[seat]
    ]
    return min((end for end in ends if end is not None), default=None)


def clip_stops(stops: Sequence[Span], until: datetime) -> list[Span]:
    """Return the parts of these stops before a moment."""
    return [(since, min(end, until)) for since, end in stops if since < until]


def _end_without_stops(clock: Clock, turn: Turn) -> datetime:
    """Return the end of a turn without stops, but never a moment before it opened."""
    return max(without_stops(clock, turn), turn.opened_at)


def _find_end(clock: Clock, turn: Turn, stops: Sequence[Span], spare: timedelta) -> datetime | None:
    """Return when these stops have used up so much running time; None if they never do."""
    running = list(iterate_gaps(turn.clock_from, FOREVER, stops))
    try:
        return clock.deadline_from(turn.clock_from, spare, running)
    except OverflowError:
        return None
