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


def refused(raw: dict[str, Any]) -> str | None:
    """Where the clock is refused."""
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


@pytest.mark.parametrize("left_out", [{}, dict.fromkeys(["bank", "increment", "grace", "hours"])])
def test_what_is_left_out_or_null_this_clock_does_not_have(left_out: dict[str, None]) -> None:
    clock = read_clock({"per_turn": "P2D", **left_out}, LIMITS)
    assert clock == Clock(2 * DAY)
    assert clock.to_json() == {
        "per_turn": "PT48H",
        "bank": None,
        "increment": None,
        "grace": None,
        "hours": None,
    }


def test_no_bank_may_also_be_written_as_a_bank_of_nothing() -> None:
    nothing = {"bank": "PT0S", "increment": "PT0S", "grace": "P0D"}
    assert read_clock({"per_turn": "PT24H", **nothing}, LIMITS) == Clock(DAY)


def test_days_are_kept_in_the_order_of_the_week() -> None:
    hours = {**OFFICE, "days": ["sun", "wed", "mon"]}
    clock = read_clock({"per_turn": "PT1H", "hours": hours}, LIMITS)
    assert clock.hours == Hours("Europe/Berlin", ("mon", "wed", "sun"), 8 * 60, 22 * 60)


@given(clocks())
def test_a_clock_is_the_same_after_it_was_kept(clock: Clock) -> None:
    assert Clock.from_json(clock.to_json()) == clock


@pytest.mark.parametrize("per_turn", ["PT1M", "P14D", "PT20159M59S"])
def test_a_turn_may_last_as_long_as_the_limits_say(per_turn: str) -> None:
    assert read_clock({"per_turn": per_turn}, LIMITS).per_turn == read_duration(per_turn)


@pytest.mark.parametrize("per_turn", ["PT59S", "PT0S", "P14DT1S", "P999999D", "day", "", None, 24])
def test_a_turn_out_of_the_limits_is_refused(per_turn: object) -> None:
    assert refused({"per_turn": per_turn}) == "/clock/per_turn"
    assert refused({}) == "/clock/per_turn"


@pytest.mark.parametrize("name", ["bank", "grace", "increment"])
@pytest.mark.parametrize("length", ["P14DT1S", "P999999D", "72h", "", 72, False, [], {}])
def test_what_a_player_has_besides_is_a_duration_within_the_limits(
    name: str, length: object
) -> None:
    assert refused({"per_turn": "PT24H", "bank": "PT72H", name: length}) == f"/clock/{name}"
    most = read_clock({"per_turn": "PT24H", "bank": "PT1S", name: "P14D"}, LIMITS)
    assert most.to_json()[name] == "PT336H"


@pytest.mark.parametrize("bank", [{}, {"bank": None}, {"bank": "PT0S"}])
def test_an_increment_without_a_bank_is_refused(bank: dict[str, Any]) -> None:
    assert refused({"per_turn": "PT24H", "increment": "PT1H", **bank}) == "/clock/increment"


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"zone": "Europe/Rantum"}, "/zone"),
        ({"zone": "europe/berlin"}, "/zone"),
        ({"zone": "CEST"}, "/zone"),
        ({"zone": "Europe"}, "/zone"),
        ({"zone": "../../etc/localtime"}, "/zone"),
        ({"zone": "localtime"}, "/zone"),
        ({"zone": "right/Europe/Berlin"}, "/zone"),
        ({"zone": ""}, "/zone"),
        ({"zone": None}, "/zone"),
        ({"zone": ["UTC"]}, "/zone"),
        ({"days": []}, "/days"),
        ({"days": None}, "/days"),
        ({"days": "mon"}, "/days"),
        ({"days": ["mon", "tue", "mon"]}, "/days/2"),
        ({"days": ["mon", "Tue"]}, "/days/1"),
        ({"days": [0]}, "/days/0"),
        ({"days": [["mon"]]}, "/days/0"),
        ({"from": "24:00"}, "/from"),
        ({"from": "8:00"}, "/from"),
        ({"from": "08:60"}, "/from"),
        ({"from": "08:00:00"}, "/from"),
        ({"from": "٠٨:00"}, "/from"),
        ({"from": 8}, "/from"),
        ({"from": None}, "/from"),
        ({"to": "24:01"}, "/to"),
        ({"to": "25:00"}, "/to"),
        ({"to": "22:00\n"}, "/to"),
        ({"to": ""}, "/to"),
        ({"to": None}, "/to"),
        ({"to": "08:00"}, "/to"),
        ({"to": "08:59"}, "/to"),
        ({"from": "23:30", "to": "00:29"}, "/to"),
        ({"from": "23:30", "to": "24:00"}, "/to"),
        ({"from": "00:00", "to": "00:00"}, "/to"),
    ],
)
def test_hours_that_are_none_are_refused_at_their_place(
    change: dict[str, Any], pointer: str
) -> None:
    hours = {**OFFICE, **change}
    assert refused({"per_turn": "PT24H", "hours": hours}) == f"/clock/hours{pointer}"


@pytest.mark.parametrize("left_out", ["zone", "days", "from", "to"])
def test_hours_are_written_whole(left_out: str) -> None:
    hours = {name: value for name, value in OFFICE.items() if name != left_out}
    assert refused({"per_turn": "PT24H", "hours": hours}) == f"/clock/hours/{left_out}"


@pytest.mark.parametrize("hours", ["08:00-22:00", [], 8, False])
def test_hours_are_an_object(hours: object) -> None:
    assert refused({"per_turn": "PT24H", "hours": hours}) == "/clock/hours"


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
    assert refused({**lengths, name: "PT72001S", "hours": hours}) == "/clock/hours"
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
