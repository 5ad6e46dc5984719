"""How long stops may hold one game up, whoever stops it: pauses and vacations, all turns together.

A turn is held up for as long as it lasts beyond the deadline that it would have without any stop. What is
left of that time for the open turn says from which moment on nothing stops its clock any more.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from games.clock.clock import Clock
from games.clock.hours import FOREVER, Span, gaps
from games.models import Seat, Turn
from games.repository.game_state import GameState


def of_turn(game: GameState, turn: Turn) -> dict[int, list[Span]]:
    """When the clock of each seat that is asked in an open turn stands still, beyond its hours.

    In pauses and on its player's vacations, up to the vote to go on, and to where the time for stops is up.
    """
    wished = {number: _wished(game, turn, game.seats[number]) for number in turn.asked}
    if not any(wished.values()):
        return wished
    end = last_moment(game.clock, turn, wished, game.row.most_stopped - game.row.stopped)
    return wished if end is None else {seat: clipped(some, end) for seat, some in wished.items()}


def vacations_of(game: GameState, seat: Seat) -> list[Span]:
    """The vacations of its player that stop a seat's clock; not those that she was on when she took it."""
    if not game.row.vacations or seat.owner_id is None:
        return []
    return [
        (one.from_at, one.until_at)
        for one in game.announced
        if one.player_id == seat.owner_id
        and (seat.taken_at is None or one.from_at >= seat.taken_at)
    ]


def _wished(game: GameState, turn: Turn, seat: Seat) -> list[Span]:
    """All that would stop a seat's clock in this turn if there were time for it."""
    spans = vacations_of(game, seat)
    for pause in game.pauses:
        if pause.from_at is not None and pause.until_at is not None:
            spans.append((pause.from_at, pause.until_at))
    voted = game.row.goes_on_from
    if voted is not None:
        spans = [(since, min(end, voted) if since < voted else end) for since, end in spans]
    return [span for span in spans if span[1] > turn.clock_from]


def without_stops(clock: Clock, turn: Turn) -> datetime:
    """When the last of a turn's deadlines would be if nothing had stopped its clock."""
    return max(clock.due(turn.clock_from, length) for length in turn.lengths)


def held_up(clock: Clock, turn: Turn) -> timedelta:
    """How long stops have held up a turn that is closed. That the clock closed it late is not their fault."""
    assert turn.closed_at is not None  # noqa: S101  It is asked of closed turns alone.
    ended = min(turn.closed_at, turn.due_at)
    if turn.held_until is not None:
        ended = max(ended, turn.held_until)
    return max(timedelta(0), ended - _own_time(clock, turn))


def last_moment(
    clock: Clock, turn: Turn, stops: Mapping[int, Sequence[Span]], left: timedelta
) -> datetime | None:
    """From when on no clock of this turn stands still, so that stops hold it up no longer than `left`.

    `stops` are those of each seat asked. None where there is time enough for all of them.
    """
    last = _own_time(clock, turn) + left
    runs = clock.used(turn.clock_from, last)
    ends = [
        _used_up(clock, turn, stops[seat], runs - length)
        for seat, length in zip(turn.asked, turn.lengths, strict=True)
        if stops[seat]
    ]
    return min((end for end in ends if end is not None), default=None)


def clipped(stops: Sequence[Span], until: datetime) -> list[Span]:
    """What there is of these stops before a moment."""
    return [(since, min(end, until)) for since, end in stops if since < until]


def _own_time(clock: Clock, turn: Turn) -> datetime:
    """Until when a turn lasts by itself. How long one before it was held up is not counted again."""
    return max(without_stops(clock, turn), turn.opened_at)


def _used_up(clock: Clock, turn: Turn, stops: Sequence[Span], spare: timedelta) -> datetime | None:
    """When these stops have taken so much of the time in which the clock would run; None if they never do."""
    running = list(gaps(turn.clock_from, FOREVER, stops))
    try:
        return clock.due(turn.clock_from, spare, running)
    except OverflowError:
        return None
