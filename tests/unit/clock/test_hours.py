"""How long a clock has run and when a time is up, with hours of play and with stops."""

from datetime import UTC, datetime, timedelta
from itertools import accumulate, pairwise
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.clock.hours import (
    DAYS,
    FOREVER,
    MINUTES_PER_DAY,
    ZERO,
    Hours,
    Span,
    moment_after,
    time_between,
)

HOUR, DAY, WEEK = timedelta(hours=1), timedelta(days=1), timedelta(days=7)
MINUTE, TICK = timedelta(minutes=1), timedelta.resolution
NOON = datetime(2024, 5, 17, 10, tzinfo=UTC)  # in Berlin, on a Friday
OFFICE = Hours("Europe/Berlin", DAYS[:5], 8 * 60, 18 * 60)
NIGHTS = Hours("Europe/Berlin", ("fri", "sat"), 22 * 60, 2 * 60)
ZONES = [
    "Europe/Berlin",
    "America/New_York",
    "America/St_Johns",
    "Australia/Lord_Howe",
    "Africa/Casablanca",
    "Asia/Kathmandu",
    "Pacific/Apia",
    "UTC",
]


@st.composite
def some_hours(draw: st.DrawFn) -> Hours:
    days = draw(st.sets(st.sampled_from(DAYS), min_size=1))
    window = draw(st.integers(60, MINUTES_PER_DAY))
    start = 0 if window == MINUTES_PER_DAY else draw(st.integers(0, MINUTES_PER_DAY - 1))
    end = start + window
    if end > MINUTES_PER_DAY:
        end -= MINUTES_PER_DAY
    zone = draw(st.sampled_from(ZONES))
    return Hours(zone, tuple(day for day in DAYS if day in days), start, end)


moments = st.timedeltas(ZERO, 31 * 366 * DAY).map(datetime(2009, 1, 1, tzinfo=UTC).__add__)
lengths = st.timedeltas(TICK, 9 * DAY)
maybe_hours = st.none() | some_hours()
quick = settings(max_examples=120, deadline=None)


class Begun(NamedTuple):
    """A time that runs: when it began, stops near to it, and hours of play."""

    start: datetime
    stops: list[Span]
    hours: Hours | None

    def due(self, length: timedelta) -> datetime:
        return moment_after(self.start, length, self.hours, self.stops)

    def passed(self, start: datetime, end: datetime) -> timedelta:
        return time_between(start, end, self.hours, self.stops)


@st.composite
def begins(draw: st.DrawFn) -> Begun:
    """Stops in any order, empty or turned round some of them."""
    start, distance = draw(moments), st.timedeltas(-3 * DAY, 9 * DAY)
    pairs = draw(st.lists(st.tuples(distance, distance), max_size=5))
    return Begun(start, [(start + a, start + b) for a, b in pairs], draw(maybe_hours))


def test_without_hours_and_stops_time_just_passes_and_no_time_is_up_at_once() -> None:
    assert moment_after(NOON, 25 * HOUR, None) == NOON + 25 * HOUR
    assert time_between(NOON, NOON + 25 * HOUR, None) == 25 * HOUR
    midnight = NOON + 12 * HOUR
    assert moment_after(midnight, ZERO, OFFICE) == midnight, "even while the clock stands still"
    assert moment_after(NOON, ZERO, None, [(NOON, NOON + DAY)]) == NOON
    for hours in (None, OFFICE):
        assert time_between(NOON, NOON, hours) == ZERO
        assert time_between(NOON + HOUR, NOON, hours) == ZERO
        assert time_between(NOON + HOUR, NOON, hours, [(NOON - DAY, NOON)]) == ZERO


def test_friday_s_last_hours_go_on_on_monday() -> None:
    assert moment_after(NOON, 6 * HOUR, OFFICE) == NOON + 6 * HOUR
    assert moment_after(NOON, 6 * HOUR + TICK, OFFICE) == NOON + 2 * DAY + 20 * HOUR + TICK
    assert time_between(NOON, NOON + 3 * DAY, OFFICE) == 10 * HOUR


def test_what_begins_on_a_weekend_has_its_whole_time_from_monday_morning() -> None:
    saturday, monday = NOON + DAY, NOON + 3 * DAY - 4 * HOUR
    assert not OFFICE.is_running(saturday)
    assert moment_after(saturday, HOUR, OFFICE) == monday + HOUR
    assert time_between(saturday, monday, OFFICE) == ZERO


def test_a_night_belongs_to_the_day_on_which_it_began() -> None:
    friday_night = (NOON + 10 * HOUR, NOON + 14 * HOUR)
    saturday_night = (NOON + 34 * HOUR, NOON + 38 * HOUR)
    week = (NOON - 2 * DAY, NOON + 5 * DAY)
    assert time_between(*week, NIGHTS) == NIGHTS.weekly_length == 8 * HOUR
    for opened, closed in (friday_night, saturday_night):
        assert not NIGHTS.is_running(opened - TICK)
        assert NIGHTS.is_running(opened)
        assert NIGHTS.is_running(closed - TICK)
        assert not NIGHTS.is_running(closed)


@pytest.mark.parametrize(
    ("days", "start", "end", "weekly"),
    [
        (DAYS, 0, 24 * 60, WEEK),
        (DAYS, 8 * 60, 22 * 60, 98 * HOUR),
        (DAYS, 22 * 60, 6 * 60, 56 * HOUR),
        (("sat", "sun"), 18 * 60, 0, 12 * HOUR),
        (("wed",), 12 * 60, 12 * 60 - 1, DAY - MINUTE),
    ],
)
def test_a_week_has_the_hours_of_its_days(
    days: tuple[str, ...], start: int, end: int, weekly: timedelta
) -> None:
    hours = Hours("Europe/Berlin", days, start, end)
    assert hours.weekly_length == weekly
    assert time_between(NOON, NOON + WEEK, hours) == weekly


def test_sixty_days_in_one_hour_a_week_end_with_the_last_hour_of_so_many_weeks() -> None:
    hours = Hours("UTC", ("fri",), 10 * 60, 11 * 60)
    weeks = 60 * 24
    assert moment_after(NOON, weeks * HOUR, hours) == NOON + (weeks - 1) * WEEK + HOUR
    assert time_between(NOON, NOON + weeks * WEEK, hours) == weeks * HOUR


def test_a_clock_that_is_stopped_for_good_has_no_deadline() -> None:
    for hours in (None, OFFICE):
        with pytest.raises(OverflowError):
            moment_after(NOON, DAY, hours, [(NOON + HOUR, FOREVER)])


def test_a_time_that_is_up_when_a_stop_begins_does_not_wait_for_its_end() -> None:
    stop = (NOON + HOUR, NOON + 2 * HOUR)
    assert moment_after(NOON, HOUR, None, [stop]) == NOON + HOUR
    assert moment_after(NOON, HOUR + TICK, None, [stop]) == NOON + 2 * HOUR + TICK
    assert moment_after(NOON, HOUR, OFFICE, [stop]) == NOON + HOUR


@given(st.lists(st.tuples(st.integers(0, 300), st.integers(0, 300)), max_size=6))
def test_a_minute_runs_unless_some_stop_covers_it(pairs: list[tuple[int, int]]) -> None:
    stops = [(NOON + since * MINUTE, NOON + until * MINUTE) for since, until in pairs]
    covered = {minute for since, until in pairs for minute in range(since, until)}
    passed = [0, *accumulate(minute not in covered for minute in range(300))]
    for minute in range(0, 301, 25):
        moment = NOON + minute * MINUTE
        assert time_between(NOON, moment, None, stops) == passed[minute] * MINUTE
    for minutes in range(1, passed[-1] + 1, 25):
        assert (
            moment_after(NOON, minutes * MINUTE, None, stops)
            == NOON + passed.index(minutes) * MINUTE
        )


@quick
@given(begins(), lengths)
def test_when_a_time_is_up_just_so_much_has_passed_and_never_before(
    begun: Begun, length: timedelta
) -> None:
    due = begun.due(length)
    assert due.tzinfo is UTC
    assert begun.passed(begun.start, due) == length
    assert begun.passed(begun.start, due - TICK) == length - TICK


@quick
@given(begins(), lengths, lengths)
def test_what_has_passed_adds_up(begun: Begun, one: timedelta, other: timedelta) -> None:
    start, midst, end = begun.start, begun.start + one, begun.start + one + other
    parts = begun.passed(start, midst) + begun.passed(midst, end)
    assert ZERO <= parts == begun.passed(start, end) <= end - start


@quick
@given(
    moments, st.lists(st.timedeltas(-DAY, 4 * DAY), min_size=4, max_size=4), lengths, maybe_hours
)
def test_stops_that_overlap_or_touch_are_their_union(
    start: datetime, distances: list[timedelta], length: timedelta, hours: Hours | None
) -> None:
    a, b, c, d = (start + distance for distance in sorted(distances))
    whole = moment_after(start, length, hours, [(a, d)])
    for parts in ([(a, c), (b, d)], [(a, b), (b, d)], [(b, c), (a, d)], [(a, d), (a, d)]):
        assert moment_after(start, length, hours, parts) == whole
        assert time_between(start, whole, hours, parts) == length


@quick
@given(begins(), lengths, st.data())
def test_the_order_of_stops_changes_nothing_nor_do_empty_ones(
    begun: Begun, length: timedelta, data: st.DataObject
) -> None:
    due, start = begun.due(length), begun.start
    turned = [(until, since) for since, until in begun.stops if since < until]
    stops = data.draw(st.permutations([*begun.stops, (due, due), (start, start), *turned]))
    assert begun._replace(stops=stops).due(length) == due


@quick
@given(moments, lengths, some_hours())
def test_stops_while_the_hours_are_closed_change_nothing(
    start: datetime, length: timedelta, hours: Hours
) -> None:
    due = moment_after(start, length, hours)
    pieces = list(hours.iterate_openings(start - WEEK, due + WEEK))
    closed = [(early[1], late[0]) for early, late in pairwise(pieces)]
    assert moment_after(start, length, hours, closed) == due
    assert time_between(start, due, hours, closed) == length
