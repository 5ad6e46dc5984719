"""When a game's clock runs, and how far it has come.

Everything follows from one definition: the clock runs at every instant at which a clock on the wall
of the hours' zone shows a time within the hours. So an hour that occurs twice counts twice, and one
that does not occur does not count.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

# A time [from, until) in which the clock stands still, or one in which it runs.
Span = tuple[datetime, datetime]

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
MINUTES_A_DAY = 24 * 60

ZERO = timedelta()
SECOND = timedelta(seconds=1)
DAY = timedelta(days=1)
FOREVER = datetime.max.replace(tzinfo=UTC)

# No zone has ever put its clocks twice within this time, nor is any known to plan it: two of a
# zone's changes lie at least three days and 23 hours apart (Freetown in 1939). So where a zone is
# as far from UTC after a stride as before it, it has been so all the while.
STRIDE = timedelta(days=3)


@dataclass(frozen=True)
class Hours:
    """Hours of play: outside of them the clock stands still.

    `zone` is an IANA name, `days` are some of `DAYS` in their order, `start` and `end` minutes of
    the day by the wall clock, `end` up to 24 * 60. The clock runs from `start` until before `end`.
    Where `end` is not later than `start`, the window reaches past midnight and belongs to the day
    on which it began; that day is the one before on the calendar, even if the zone has skipped it.
    """

    zone: str
    days: tuple[str, ...]
    start: int
    end: int

    @property
    def daily(self) -> timedelta:
        """The length of the window on a usual day."""
        past_midnight = MINUTES_A_DAY if self.end <= self.start else 0
        return timedelta(minutes=self.end + past_midnight - self.start)

    @property
    def weekly(self) -> timedelta:
        """The open time of a usual week."""
        return self.daily * len(self.days)

    def running(self, moment: datetime) -> bool:
        """Whether the clock runs at this moment, as far as the hours go."""
        return any(self.openings(moment, moment + timedelta.resolution))

    def openings(self, begin: datetime, end: datetime) -> Iterator[Span]:
        """The times within [begin, end) at which the clock runs, in order and in UTC.

        One opening may come in pieces that touch.
        """
        listed = {DAYS.index(day) for day in self.days}
        opens = timedelta(minutes=self.start)
        closes = opens + self.daily
        for since, until, offset in _stretches(ZoneInfo(self.zone), begin, end):
            wall = since + offset
            midnight = wall.replace(hour=0, minute=0, second=0, microsecond=0)
            # The window of the day before may still be open.
            weekday, midnight = wall.weekday() - 1, midnight - offset - DAY
            while midnight + opens < until:
                if weekday % 7 in listed:
                    opened, closed = max(since, midnight + opens), min(until, midnight + closes)
                    if opened < closed:
                        yield opened, closed
                weekday, midnight = weekday + 1, midnight + DAY


def after(
    start: datetime, length: timedelta, hours: Hours | None, stops: Sequence[Span] = ()
) -> datetime:
    """The earliest moment at which the clock has run for so long since `start`, to the microsecond.

    Moments are in UTC. For no time at all it is `start` itself, even if the clock stands still
    there. `stops` are times in which the clock stands still besides, in any order; they may overlap.
    Raises `OverflowError` where that moment lies beyond the year 9999 or never comes.
    """
    if length <= ZERO:
        return start
    if hours is None and not stops:
        return start + length
    for opened, closed in _running(start, FOREVER, hours, stops):
        if closed - opened >= length:
            return opened + length
        length -= closed - opened
    raise OverflowError("The clock never runs for so long.")


def between(
    start: datetime, end: datetime, hours: Hours | None, stops: Sequence[Span] = ()
) -> timedelta:
    """How long the clock runs within [start, end): nothing where the end is not after the start."""
    running = _running(start, end, hours, stops)
    return sum((closed - opened for opened, closed in running), ZERO)


def gaps(begin: datetime, end: datetime, stops: Sequence[Span]) -> Iterator[Span]:
    """What stops leave of [begin, end), in order. They may overlap, and come in any order."""
    for since, until in sorted(stop for stop in stops if stop[0] < stop[1]):
        if begin < min(since, end):
            yield begin, min(since, end)
        begin = max(begin, until)
    if begin < end:
        yield begin, end


@cache
def zones() -> frozenset[str]:
    """The zones that hours may name: all but those which mean something else on every machine."""
    return frozenset(available_timezones() - {"Factory", "localtime"})


def _running(
    begin: datetime, end: datetime, hours: Hours | None, stops: Sequence[Span]
) -> Iterator[Span]:
    for span in gaps(begin, end, stops):
        if hours is None:
            yield span
        else:
            yield from hours.openings(*span)


def _stretches(
    zone: ZoneInfo, begin: datetime, end: datetime
) -> Iterator[tuple[datetime, datetime, timedelta]]:
    """[begin, end) cut so that in each piece the wall clock keeps one distance from UTC."""
    offset = _offset(zone, begin)
    while begin < end:
        until = min(begin + STRIDE, end)
        then = _offset(zone, until)
        if then != offset:
            until = _change(zone, begin, until)
            then = _offset(zone, until)
        yield begin, until, offset
        begin, offset = until, then


def _change(zone: ZoneInfo, begin: datetime, until: datetime) -> datetime:
    """The first moment in (begin, until] at which the zone is not as far from UTC as at `begin`."""
    offset = _offset(zone, begin)
    begin = begin.replace(microsecond=0)  # clocks are put at full seconds
    seconds = range((until - begin) // SECOND)

    def changed(passed: int) -> bool:
        return _offset(zone, begin + passed * SECOND) != offset

    return begin + bisect_left(seconds, x=True, key=changed) * SECOND


def _offset(zone: ZoneInfo, moment: datetime) -> timedelta:
    return moment.astimezone(zone).replace(tzinfo=UTC) - moment
