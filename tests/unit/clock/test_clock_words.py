"""A clock and its lengths as clients write them, as they are kept, and as they are shown."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.rest.errors import ApiError
from games.clock.clock import (
    MAX_TURN_LENGTH,
    Clock,
    Limits,
    read_clock,
    read_duration,
    write_duration,
)
from games.clock.hours import DAYS, Hours

SECOND, HOUR, DAY = timedelta(seconds=1), timedelta(hours=1), timedelta(days=1)
LIMITS = Limits(timedelta(minutes=1), 14 * DAY)
OFFICE = {"zone": "Europe/Berlin", "days": ["mon", "fri"], "from": "08:00", "to": "22:00"}
WHOLE = {
    "per_turn": "PT24H",
    "bank": "PT72H",
    "increment": "PT90S",
    "grace": "PT1M",
    "hours": {"zone": "Asia/Kathmandu", "days": list(DAYS), "from": "00:00", "to": "24:00"},
}

seconds = st.integers(0, 14 * 24 * 3600).map(lambda count: count * SECOND)


@st.composite
def clocks(draw: st.DrawFn) -> Clock:
    start, end = draw(st.integers(0, 24 * 60 - 1)), draw(st.integers(0, 24 * 60))
    days = draw(st.sets(st.sampled_from(DAYS), min_size=1))
    hours = Hours("Europe/Berlin", tuple(day for day in DAYS if day in days), start, end)
    return Clock(
        per_turn=draw(seconds),
        bank=draw(seconds),
        increment=draw(seconds),
        grace=draw(seconds),
        hours=draw(st.sampled_from([None, hours])),
    )


def read_pointer(raw: dict[str, Any]) -> str | None:
    """Return the pointer with which a clock is refused."""
    with pytest.raises(ApiError) as refusal:
        read_clock(raw, LIMITS)
    assert refusal.value.code == "invalid_clock"
    assert refusal.value.detail.endswith(".")
    return refusal.value.pointer


@pytest.mark.parametrize(
    ("written", "length"),
    [
        ("PT24H", DAY),
        ("P1D", DAY),
        ("P1DT1H1M1S", DAY + HOUR + 61 * SECOND),
        ("PT90S", 90 * SECOND),
        ("PT1440M", DAY),
        ("PT1H30S", HOUR + 30 * SECOND),
        ("P0D", 0 * DAY),
        ("PT0S", 0 * DAY),
        ("P999999DT99999999H", 999_999 * DAY + 99_999_999 * HOUR),
    ],
)
def test_a_duration_is_read_in_days_hours_minutes_and_seconds(
    written: str, length: timedelta
) -> None:
    assert read_duration(written) == length


@pytest.mark.parametrize(
    "written",
    [
        *("", "P", "PT", "P1DT", "PTS", "T1H", "24h", "86400", "1 00:00:00"),
        *("P1M", "P1Y", "P1W", "P1H", "PT1D", "PT1S1M"),
        *("PT1.5S", "P0.5D", "PT1,5S", "-PT24H", "+PT24H", "PT-1H"),
        *("PT24H\n", " PT24H", "pt24h", "PT٢٤H", "P1000000D", "PT100000000S"),
    ],
)
def test_what_is_no_duration_in_whole_seconds_is_not_read(written: str) -> None:
    assert read_duration(written) is None


@pytest.mark.parametrize(
    ("length", "written"),
    [
        (DAY, "PT24H"),
        (60 * HOUR, "PT60H"),
        (90 * SECOND, "PT90S"),
        (60 * SECOND, "PT1M"),
        (90 * 60 * SECOND, "PT90M"),
        (0 * SECOND, "PT0S"),
        (timedelta(milliseconds=1999), "PT1S"),
        (timedelta(milliseconds=999), "PT0S"),
        (timedelta(hours=1, microseconds=999_999), "PT1H"),
    ],
)
def test_a_duration_is_written_in_its_shortest_usual_form(length: timedelta, written: str) -> None:
    assert write_duration(length) == written


@given(seconds)
def test_a_duration_is_read_as_it_was_written(length: timedelta) -> None:
    assert read_duration(write_duration(length)) == length


def test_a_clock_is_shown_as_it_was_asked_for() -> None:
    assert read_clock(WHOLE, LIMITS).to_json() == WHOLE


NAMES = ("bank", "increment", "grace", "hours")


@pytest.mark.parametrize(
    "left_out", [{}, dict.fromkeys(NAMES), {"bank": "PT0S", "increment": "PT0S", "grace": "P0D"}]
)
def test_what_is_left_out_null_or_nothing_this_clock_does_not_have(left_out: Any) -> None:
    clock = read_clock({"per_turn": "P2D", **left_out}, LIMITS)
    assert clock == Clock(2 * DAY)
    assert clock.to_json() == {"per_turn": "PT48H", **dict.fromkeys(NAMES)}


def test_days_are_kept_in_the_order_of_the_week() -> None:
    hours = {**OFFICE, "days": ["sun", "wed", "mon"]}
    clock = read_clock({"per_turn": "PT1H", "hours": hours}, LIMITS)
    assert clock.hours == Hours("Europe/Berlin", ("mon", "wed", "sun"), 8 * 60, 22 * 60)


@given(clocks())
def test_a_clock_is_the_same_after_it_was_kept(clock: Clock) -> None:
    assert Clock.from_json(clock.to_json()) == clock


def test_a_turn_lasts_as_long_as_the_limits_say() -> None:
    for per_turn in ("PT1M", "P14D", "PT20159M59S"):
        assert read_clock({"per_turn": per_turn}, LIMITS).per_turn == read_duration(per_turn)
    others: tuple[object, ...] = ("PT59S", "PT0S", "P14DT1S", "P999999D", "day", "", None, 24)
    for other in others:
        assert read_pointer({"per_turn": other}) == "/clock/per_turn", other
    assert read_pointer({}) == "/clock/per_turn"


@pytest.mark.parametrize("name", ["bank", "grace", "increment"])
@pytest.mark.parametrize("length", ["P14DT1S", "P999999D", "72h", "", 72, False, [], {}])
def test_what_a_player_has_besides_is_a_duration_within_the_limits(
    name: str, length: object
) -> None:
    assert read_pointer({"per_turn": "PT24H", "bank": "PT72H", name: length}) == f"/clock/{name}"
    most = read_clock({"per_turn": "PT24H", "bank": "PT1S", name: "P14D"}, LIMITS)
    assert most.to_json()[name] == "PT336H"


@pytest.mark.parametrize("bank", [{}, {"bank": None}, {"bank": "PT0S"}])
def test_an_increment_without_a_bank_is_refused(bank: dict[str, Any]) -> None:
    assert read_pointer({"per_turn": "PT24H", "increment": "PT1H", **bank}) == "/clock/increment"


STRANGE_HOURS: list[tuple[str, list[object]]] = [
    ("/zone", ["Europe/Rantum", "europe/berlin", "CEST", "Europe", "../../etc/localtime"]),
    ("/zone", ["localtime", "right/Europe/Berlin", "", None, ["UTC"]]),
    ("/days", [[], None, "mon"]),
    ("/days/2", [["mon", "tue", "mon"]]),
    ("/days/1", [["mon", "Tue"]]),
    ("/days/0", [[0], [["mon"]]]),
    ("/from", ["24:00", "8:00", "08:60", "08:00:00", "٠٨:00", 8, None]),
    ("/to", ["24:01", "25:00", "22:00\n", "", None, "08:00", "08:59"]),
]


@pytest.mark.parametrize(("pointer", "values"), STRANGE_HOURS)
def test_hours_that_are_none_are_refused_at_their_place(pointer: str, values: list[object]) -> None:
    for value in values:
        hours = {**OFFICE, pointer.split("/")[1]: value}
        refusal = read_pointer({"per_turn": "PT24H", "hours": hours})
        assert refusal == f"/clock/hours{pointer}", value


def test_hours_are_an_object_written_whole_with_a_window_of_an_hour() -> None:
    nothing: tuple[object, ...] = ("08:00-22:00", [], 8, False)
    for hours in nothing:
        assert read_pointer({"per_turn": "PT24H", "hours": hours}) == "/clock/hours"
    for left_out in OFFICE:
        part = {name: value for name, value in OFFICE.items() if name != left_out}
        assert read_pointer({"per_turn": "PT24H", "hours": part}) == f"/clock/hours/{left_out}"
    for start, end in (("23:30", "00:29"), ("23:30", "24:00"), ("00:00", "00:00")):
        window = {**OFFICE, "from": start, "to": end}
        assert read_pointer({"per_turn": "PT24H", "hours": window}) == "/clock/hours/to"


@pytest.mark.parametrize(
    ("start", "end"),
    [("08:00", "09:00"), ("23:00", "24:00"), ("23:30", "00:30"), ("00:00", "24:00")],
)
def test_a_window_of_an_hour_is_enough(start: str, end: str) -> None:
    hours = {**OFFICE, "from": start, "to": end}
    shown = read_clock({"per_turn": "PT1H", "hours": hours}, LIMITS).to_json()
    assert shown["hours"] == hours


@pytest.mark.parametrize("name", ["per_turn", "bank", "grace"])
def test_a_turn_that_could_take_more_than_sixty_days_is_refused(name: str) -> None:
    # Seven hours a week are sixty in sixty days.
    hours = {**OFFICE, "days": list(DAYS), "from": "08:00", "to": "09:00"}
    lengths = {"per_turn": "PT20H", "bank": "PT20H", "grace": "PT20H"}
    clock = read_clock({**lengths, "hours": hours}, LIMITS)
    start = datetime(2024, 5, 17, 7, tzinfo=UTC)
    assert clock.deadline_from(start, 60 * HOUR) - start <= MAX_TURN_LENGTH
    assert read_pointer({**lengths, name: "PT72001S", "hours": hours}) == "/clock/hours"
    assert read_clock({**lengths, name: "PT72001S"}, LIMITS).hours is None


def test_what_is_due_when_a_time_is_up_has_used_just_that_time() -> None:
    clock = read_clock({"per_turn": "PT24H", "hours": OFFICE}, LIMITS)
    friday = datetime(2024, 5, 17, 10, tzinfo=UTC)  # at noon in Berlin
    holiday = (friday + 3 * DAY, friday + 4 * DAY)  # on Monday from noon
    # Ten hours on Friday, four on Monday, ten on the Friday after.
    due = clock.deadline_from(friday, clock.per_turn, [holiday])
    assert due == friday + 7 * DAY + 6 * HOUR
    assert clock.time_used(friday, due, [holiday]) == clock.per_turn
    assert clock.time_used(friday, due) == clock.per_turn + 10 * HOUR
