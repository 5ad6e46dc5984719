"""Hours of play around the edges of calendars, against an oracle that walks minute by minute.

The oracle knows nothing of offsets: it asks at every minute what the clock on the wall shows.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from itertools import accumulate, pairwise
from zoneinfo import ZoneInfo

import pytest

from games.clock.hours import DAYS, Hours, Span, moment_after, time_between

MINUTE = timedelta(minutes=1)
MINUTES_PER_DAY = 24 * 60
DAYS_BEFORE, DAYS_AROUND = 2, 4  # what is looked at of the days around a moment
ALL, WORKING, WEEKEND = DAYS, DAYS[:5], DAYS[5:]
NOON, LATE, EARLY = 12 * 60, 22 * 60, 6 * 60

# Each zone with the year whose changes are looked at, and how many it has: years that are over, of
# which no government can change its mind.
CHANGES = {
    ("Europe/Berlin", 2024): 2,
    ("America/New_York", 2024): 2,
    ("Australia/Lord_Howe", 2024): 2,  # by half an hour
    ("America/St_Johns", 2024): 2,
    ("America/St_Johns", 2010): 2,  # one minute past midnight, back into the day before
    ("America/Havana", 2024): 2,  # at midnight
    ("Africa/Casablanca", 2024): 2,  # Ramadan is winter time
    ("Antarctica/Troll", 2024): 2,  # by two hours
    ("Asia/Kathmandu", 1985): 1,  # by a quarter of an hour, once and for all
    ("Pacific/Apia", 2011): 3,  # the third leaves out a day
    ("America/Recife", 2000): 3,  # two of them less than a week apart
}
DATES = [
    ("Europe/Berlin", date(2028, 2, 29)),
    ("Asia/Kathmandu", date(2028, 2, 29)),
    ("America/New_York", date(2100, 3, 1)),  # no leap year
    ("Asia/Kathmandu", date(2026, 12, 31)),
    ("Pacific/Apia", date(2026, 12, 31)),
    ("America/St_Johns", date(2027, 12, 31)),
]


@dataclass(frozen=True)
class Wall:
    """What the wall clock shows at each minute from `base` on: the weekday, the minute of the day."""

    base: datetime
    shown: list[tuple[int, int]]

    def open(self, hours: Hours) -> list[bool]:
        """At which of these minutes the clock runs; of Monday's weekday, 0, the one before is -1."""
        start, end = hours.start, hours.end
        listed = [day in hours.days for day in DAYS]
        if start < end:
            return [listed[day] and start <= minute < end for day, minute in self.shown]
        return [
            (listed[day] and minute >= start) or (listed[day - 1] and minute < end)
            for day, minute in self.shown
        ]

    @property
    def end(self) -> datetime:
        return self.base + len(self.shown) * MINUTE


@cache
def walk(zone: str, base: datetime, days: int = DAYS_AROUND) -> Wall:
    minutes = [base + passed * MINUTE for passed in range(days * MINUTES_PER_DAY)]
    walls = [minute.astimezone(ZoneInfo(zone)) for minute in minutes]
    return Wall(base, [(wall.weekday(), wall.hour * 60 + wall.minute) for wall in walls])


@cache
def changes(zone: str, year: int) -> list[tuple[datetime, tuple[int, int]]]:
    """When the zone's clocks are put in that year, and from which minute of the day to which."""
    hour = timedelta(hours=1)
    first = datetime(year, 1, 1, tzinfo=UTC)
    found = []
    for begin in (first + passed * hour for passed in range(366 * 24)):
        if distance(zone, begin) != distance(zone, begin + hour):
            minutes = [begin + passed * MINUTE for passed in range(61)]
            moment = next(
                late
                for early, late in pairwise(minutes)
                if distance(zone, early) != distance(zone, late)
            )
            shows = (moment - MINUTE).astimezone(ZoneInfo(zone)) + MINUTE
            then = moment.astimezone(ZoneInfo(zone))
            found.append((moment, (shows.hour * 60 + shows.minute, then.hour * 60 + then.minute)))
    return found


def distance(zone: str, moment: datetime) -> timedelta | None:
    return moment.astimezone(ZoneInfo(zone)).utcoffset()


def windows(low: int, high: int) -> set[tuple[int, int]]:
    """Windows before, behind, across, inside and beside what lies between two times of the day."""
    inside = ((high - low) % MINUTES_PER_DAY) // 3
    pairs = {
        (low - 90, low - 30),
        (low - 60, low),
        (low - 60, low + inside),
        (low - 60, high + 60),
        (low, high),
        (low + inside, high - inside),
        (high - inside, high + 60),
        (high, high + 60),
        (high + 30, high + 90),
    }
    turned = {(start % MINUTES_PER_DAY, end % MINUTES_PER_DAY) for start, end in pairs}
    usual = {(0, MINUTES_PER_DAY), (LATE, EARLY), (NOON, NOON - 1), (8 * 60, LATE), (LATE, 0)}
    return {(start, end) for start, end in turned if start != end} | usual


def spans(base: datetime, running: list[bool]) -> list[Span]:
    edges = pairwise([False, *running, False])
    turns = [passed for passed, (before, then) in enumerate(edges) if before != then]
    moments = [base + passed * MINUTE for passed in turns]
    return list(zip(moments[::2], moments[1::2], strict=True))


def joined(pieces: Iterator[Span]) -> list[Span]:
    whole: list[Span] = []
    for opened, closed in pieces:
        touches = whole and whole[-1][1] == opened
        whole.append((whole.pop()[0] if touches else opened, closed))
    return whole


def agrees(hours: Hours, wall: Wall) -> None:
    """The hours and the oracle say the same of every minute, of all lengths, and of every sum."""
    running = wall.open(hours)
    assert joined(hours.iterate_openings(wall.base, wall.end)) == spans(wall.base, running)
    passed = [0, *accumulate(running)]
    for minutes in range(0, len(running), 739):
        moment = wall.base + minutes * MINUTE
        assert time_between(wall.base, moment, hours) == passed[minutes] * MINUTE
        assert time_between(moment, wall.end, hours) == (passed[-1] - passed[minutes]) * MINUTE
        assert hours.is_running(moment) == running[minutes]
    for minutes in range(1, passed[-1] + 1, 419):
        assert moment_after(wall.base, minutes * MINUTE, hours) == (
            wall.base + passed.index(minutes) * MINUTE
        )


def day_sets(wall: Wall) -> set[tuple[str, ...]]:
    """All days, working days, weekends, the day in the midst alone and the one before it."""
    midst = wall.shown[DAYS_BEFORE * MINUTES_PER_DAY][0]
    return {ALL, WORKING, WEEKEND, (DAYS[midst],), (DAYS[midst - 1],)}


@pytest.mark.parametrize(("zone", "year"), CHANGES)
def test_every_minute_around_a_change_of_clocks_is_as_the_wall_clock_shows(
    zone: str, year: int
) -> None:
    found = changes(zone, year)
    assert len(found) == CHANGES[zone, year]
    for moment, (shows, then) in found:
        # Not at midnight of UTC: a walk that begins at another minute meets other strides.
        wall = walk(zone, moment - timedelta(days=DAYS_BEFORE, minutes=47))
        for days in day_sets(wall):
            for start, end in windows(min(shows, then), max(shows, then)):
                agrees(Hours(zone, days, start, end), wall)


def test_clocks_put_twice_within_a_week_are_seen_to_be_put_twice() -> None:
    """In Recife summer time was tried from a Sunday to the next: hours of play had that week too."""
    pair = [moment for moment, _ in changes("America/Recife", 2000) if moment.month == 10]
    assert pair[1] - pair[0] < timedelta(days=7)
    wall = walk("America/Recife", pair[0] - 10 * MINUTE, 8)
    for start, end in windows(EARLY, LATE):
        agrees(Hours("America/Recife", ALL, start, end), wall)


@pytest.mark.parametrize(("zone", "day"), DATES)
def test_every_minute_around_a_leap_day_and_a_year_s_end_is_as_the_wall_clock_shows(
    zone: str, day: date
) -> None:
    midnight = datetime(day.year, day.month, day.day, tzinfo=UTC)
    wall = walk(zone, midnight - timedelta(days=DAYS_BEFORE))
    for days in day_sets(wall):
        for start, end in windows(EARLY, LATE):
            agrees(Hours(zone, days, start, end), wall)
