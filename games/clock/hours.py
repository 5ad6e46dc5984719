"""The hours in which a game's clock runs, and the time that it measures.

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

# A span [from, until) in which the clock stands still, or one in which it runs.
Span = tuple[datetime, datetime]

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
MINUTES_PER_DAY = 24 * 60

ZERO = timedelta()
SECOND = timedelta(seconds=1)
DAY = timedelta(days=1)
FOREVER = datetime.max.replace(tzinfo=UTC)

# No zone has ever changed its clocks twice within this time, nor is any known to plan it: two of a
# zone's changes lie at least three days and 23 hours apart (Freetown in 1939). So if a zone has the
# same offset from UTC before and after a stride, it had that offset all the time.
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
    def daily_length(self) -> timedelta:
        """Return the length of the window on a usual day."""
        past_midnight = MINUTES_PER_DAY if self.end <= self.start else 0
        return timedelta(minutes=self.end + past_midnight - self.start)

    @property
    def weekly_length(self) -> timedelta:
        """Return the open time of a usual week."""
        return self.daily_length * len(self.days)

    def is_running(self, moment: datetime) -> bool:
        """Return whether the clock runs at this moment by the hours alone."""
        return any(self.iterate_openings(moment, moment + timedelta.resolution))

    def iterate_openings(self, begin: datetime, end: datetime) -> Iterator[Span]:
        """Yield the spans within [begin, end) in which the clock runs, in order and in UTC.

        One opening may come in pieces that touch.
        """
        listed = {DAYS.index(day) for day in self.days}
        opens = timedelta(minutes=self.start)
        closes = opens + self.daily_length
        for since, until, offset in _split_by_offset(ZoneInfo(self.zone), begin, end):
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


def moment_after(
    start: datetime, length: timedelta, hours: Hours | None, stops: Sequence[Span] = ()
) -> datetime:
    """Return the first moment at which the clock has run for `length` since `start`.

    It is in UTC and exact to the microsecond. For no length it is `start` itself, even if the clock
    stands still there. `stops` are further spans in which the clock stands still, in any order; they
    may overlap. Raises `OverflowError` if that moment is after the year 9999 or never comes.
    """
    if length <= ZERO:
        return start
    if hours is None and not stops:
        return start + length
    for opened, closed in _running_spans(start, FOREVER, hours, stops):
        if closed - opened >= length:
            return opened + length
        length -= closed - opened
    raise OverflowError("The clock never runs for so long.")


def time_between(
    start: datetime, end: datetime, hours: Hours | None, stops: Sequence[Span] = ()
) -> timedelta:
    """Return how long the clock runs within [start, end): zero for an empty span."""
    running = _running_spans(start, end, hours, stops)
    return sum((closed - opened for opened, closed in running), ZERO)


def iterate_gaps(begin: datetime, end: datetime, stops: Sequence[Span]) -> Iterator[Span]:
    """Yield the parts of [begin, end) outside all stops. Stops may overlap, in any order."""
    for since, until in sorted(stop for stop in stops if stop[0] < stop[1]):
        if begin < min(since, end):
            yield begin, min(since, end)
        begin = max(begin, until)
    if begin < end:
        yield begin, end


def clip_spans(spans: Sequence[Span], until: datetime) -> list[Span]:
    """Return the parts of these spans before a moment."""
    return [(since, min(end, until)) for since, end in spans if since < until]


@cache
def allowed_zones() -> frozenset[str]:
    """Return the zones that hours may name: all but those that depend on the machine."""
    return frozenset(available_timezones() - {"Factory", "localtime"})


def _running_spans(
    begin: datetime, end: datetime, hours: Hours | None, stops: Sequence[Span]
) -> Iterator[Span]:
    for span in iterate_gaps(begin, end, stops):
        if hours is None:
            yield span
        else:
            yield from hours.iterate_openings(*span)


def _split_by_offset(
    zone: ZoneInfo, begin: datetime, end: datetime
) -> Iterator[tuple[datetime, datetime, timedelta]]:
    """Yield pieces of [begin, end), each with the one offset of the wall clock from UTC."""
    offset = _offset_at(zone, begin)
    while begin < end:
        until = min(begin + STRIDE, end)
        then = _offset_at(zone, until)
        if then != offset:
            until = _find_change(zone, begin, until)
            then = _offset_at(zone, until)
        yield begin, until, offset
        begin, offset = until, then


def _find_change(zone: ZoneInfo, begin: datetime, until: datetime) -> datetime:
    """Return the first moment in (begin, until] at which the zone's offset is not that at `begin`."""
    offset = _offset_at(zone, begin)
    begin = begin.replace(microsecond=0)  # clocks change at full seconds
    seconds = range((until - begin) // SECOND)

    def changed(passed: int) -> bool:
        return _offset_at(zone, begin + passed * SECOND) != offset

    return begin + bisect_left(seconds, x=True, key=changed) * SECOND


def _offset_at(zone: ZoneInfo, moment: datetime) -> timedelta:
    return moment.astimezone(zone).replace(tzinfo=UTC) - moment
