"""The clock of a game and its hours of play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timedelta
from zoneinfo import ZoneInfo

from packages.verify.python.faults import Json
from packages.verify.python.fields import DAYS
from packages.verify.python.moments import (
    DAY,
    EPOCH,
    MINUTE,
    SECOND,
    THE_END,
    Span,
    length,
    moment,
    stamp,
)


class Hours:
    """Hours of play: the clock runs while a clock on the wall of their zone shows a time within them."""

    def __init__(self, said: Json) -> None:
        self.zone = ZoneInfo(said["zone"])
        self.days = [DAYS.index(day) for day in said["days"]]
        self.start, self.end = (self._of_day(said[name]) for name in ("from", "to"))
        if self.end <= self.start:
            # Past midnight they belong to the day on which they began.
            self.end += DAY

    @staticmethod
    def _of_day(written_: str) -> int:
        hour, minute = written_.split(":")
        return (int(hour) * 60 + int(minute)) * MINUTE

    def openings(self, begin: int, end: int) -> Iterator[Span]:
        """The times within these two at which the clock runs, in their order."""
        for since, until, ahead in self._stretches(begin, end):
            # The hours of the day before may still last.
            day = (since + ahead) // DAY - 1
            while day * DAY + self.start - ahead < until:
                opens, closes = (day * DAY + wall - ahead for wall in (self.start, self.end))
                # The first day of all days was a Thursday.
                if (day + 3) % 7 in self.days and max(since, opens) < min(until, closes):
                    yield max(since, opens), min(until, closes)
                day += 1

    def _stretches(self, begin: int, end: int) -> Iterator[tuple[int, int, int]]:
        """The time between these two, in pieces in which the zone is as far ahead of UTC all the while."""
        while begin < end:
            # No zone puts its clocks twice within a day.
            ahead, until = self._ahead(begin), min(begin + DAY, end)
            if self._ahead(until) != ahead:
                until = self._change(begin, until, ahead)
            yield begin, until, ahead
            begin = until

    def _change(self, before: int, after: int, ahead: int) -> int:
        """When the zone's clocks are put, which is at a full second."""
        low, high = before // SECOND, -(-after // SECOND)
        while high - low > 1:
            middle = (low + high) // 2
            if self._ahead(middle * SECOND) == ahead:
                low = middle
            else:
                high = middle
        return min(high * SECOND, after)

    def _ahead(self, time: int) -> int:
        there = (EPOCH + timedelta(microseconds=min(time, THE_END - DAY))).astimezone(self.zone)
        return (there.utcoffset() or timedelta(0)) // timedelta(microseconds=1)


class Clock:
    """What `created` says of a game's clock."""

    def __init__(self, said: Json) -> None:
        lengths = (length(said[name]) for name in ("per_turn", "bank", "increment", "grace"))
        self.per_turn, self.bank, self.increment, self.grace = lengths
        self.zone: str | None = said["hours"] and said["hours"]["zone"]
        self.known = True
        """Whether this machine knows the time zone of the hours, if there are any."""
        self.hours: Hours | None = None
        try:
            self.hours = said["hours"] and Hours(said["hours"])
        except (LookupError, ValueError, OSError):
            self.known = False

    def running(self, begin: int, end: int, stops: Iterable[Span]) -> Iterator[Span]:
        """The times between these two at which the clock runs."""
        for since, until in [*sorted(stops), (end, end)]:
            if begin < min(since, end):
                span = (begin, min(since, end))
                yield from [span] if self.hours is None else self.hours.openings(*span)
            begin = max(begin, until)

    def due(self, since: int, allowed: int, stops: Iterable[Span]) -> int:
        """When the clock has run for so long: the earliest such moment."""
        if allowed <= 0:
            return since
        for opens, closes in self.running(since, THE_END, stops):
            if closes - opens >= allowed:
                return opens + allowed
            allowed -= closes - opens
        return THE_END

    def used(self, since: int, until: int, stops: Iterable[Span]) -> int:
        """For how long the clock runs between these two."""
        return sum(closes - opens for opens, closes in self.running(since, until, stops))


def due_at(clock: Json, since: str, allowed: str, stops: Json) -> str:
    """A deadline, all written as in records."""
    spans = [(moment(stop["from"]), moment(stop["until"])) for stop in stops]
    return stamp(Clock(clock).due(moment(since), length(allowed), spans))
