"""A game's clock as data: the time of its players, and the hours in which it runs.

Why so: docs/decisions/deadlines.md, docs/decisions/log-and-proof.md.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, Self

from django.utils.translation import gettext as _

from common.rest.errors import ApiError
from games.clock.hours import (
    DAYS,
    FOREVER,
    ZERO,
    Hours,
    Span,
    allowed_zones,
    iterate_gaps,
    moment_after,
    time_between,
)

Json = dict[str, Any]

WEEK = timedelta(days=7)
MIN_DAILY_HOURS = timedelta(hours=1)
MAX_TURN_LENGTH = timedelta(days=60)

_START = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")
_END = re.compile(rf"{_START.pattern}|24:00")
_WRITTEN = re.compile(
    r"P(?=.)((?P<days>\d{1,6})D)?"
    r"(T(?=\d)((?P<hours>\d{1,8})H)?((?P<minutes>\d{1,8})M)?((?P<seconds>\d{1,8})S)?)?",
    re.ASCII,
)
SECOND = timedelta(seconds=1)


@dataclass(frozen=True)
class Limits:
    """The limits of this server: a turn of at least `least`, no length above `most`."""

    least: timedelta
    most: timedelta


def read_duration(text: str) -> timedelta | None:
    """Return a length written in days, hours, minutes and seconds; None for any other text."""
    found = _WRITTEN.fullmatch(text)
    if found is None:
        return None
    return timedelta(**{unit: int(count or 0) for unit, count in found.groupdict().items()})


@lru_cache(maxsize=1024)
def parse_seconds(text: str) -> int:
    """Return the seconds of a duration. Raises `ValueError` if it is none."""
    length = read_duration(text)
    if length is None:
        raise ValueError(text)
    return length // SECOND


def write_duration(length: timedelta) -> str:
    """Return the shortest usual form: PT24H, PT90S, PT1M, PT0S. Fractions of a second are cut off."""
    seconds = length // SECOND
    for unit, size in (("H", 3600), ("M", 60)):
        if seconds >= size and seconds % size == 0:
            return f"PT{seconds // size}{unit}"
    return f"PT{seconds}S"


@dataclass(frozen=True)
class Clock:
    """The time of a sitting, as running time. Zero stands for a part that this clock does not have.

    A player has `per_turn` for each sitting and `bank` once for the whole game; a new sitting adds
    `increment` to the bank, never above what it held at first; `grace` is added at the start.
    Without `hours` the clock runs day and night.
    """

    per_turn: timedelta
    bank: timedelta = ZERO
    increment: timedelta = ZERO
    grace: timedelta = ZERO
    hours: Hours | None = None

    def deadline_from(
        self, start: datetime, allowed: timedelta, stops: Sequence[Span] = ()
    ) -> datetime:
        """Return when the time allowed from `start` is used up. See `games.clock.hours.moment_after`."""
        return moment_after(start, allowed, self.hours, stops)

    def time_used(self, start: datetime, until: datetime, stops: Sequence[Span] = ()) -> timedelta:
        """Return the time used up from `start` to `until`."""
        return time_between(start, until, self.hours, stops)

    def find_stop_limit(
        self, start: datetime, stops: Sequence[Span], most: timedelta
    ) -> datetime | None:
        """Return when these stops have taken so much running time; None if they never do."""
        try:
            return moment_after(start, most, self.hours, [*iterate_gaps(start, FOREVER, stops)])
        except OverflowError:
            return None

    def to_json(self) -> Json:
        return {
            "per_turn": write_duration(self.per_turn),
            "bank": _write_length(self.bank),
            "increment": _write_length(self.increment),
            "grace": _write_length(self.grace),
            "hours": None if self.hours is None else _write_hours(self.hours),
        }

    @classmethod
    def from_json(cls, raw: Json) -> Self:
        """Return the clock that `to_json` wrote. It is not checked again."""
        hours = raw["hours"]
        return cls(
            per_turn=_parse_length(raw["per_turn"]),
            bank=_parse_length(raw["bank"]),
            increment=_parse_length(raw["increment"]),
            grace=_parse_length(raw["grace"]),
            hours=None if hours is None else _parse_hours(hours),
        )


def read_clock(raw: Json, limits: Limits) -> Clock:
    """Return the clock that a client asks for; all but `per_turn` may be missing or null.

    Raises `ApiError` ("invalid_clock") with a pointer that begins at the game: "/clock/bank".
    """
    per_turn = _read_length(raw, "per_turn", limits.most)
    if per_turn < limits.least:
        raise _build_error(
            "per_turn",
            _("A turn must last at least {least}.").format(least=write_duration(limits.least)),
        )
    clock = Clock(
        per_turn=per_turn,
        bank=_read_length(raw, "bank", limits.most),
        increment=_read_length(raw, "increment", limits.most),
        grace=_read_length(raw, "grace", limits.most),
        hours=None if raw.get("hours") is None else _read_hours(raw["hours"]),
    )
    if clock.increment and not clock.bank:
        raise _build_error("increment", _("An increment needs a bank into which it goes."))
    if clock.hours is not None:
        longest = clock.per_turn + clock.bank + clock.grace
        if longest > clock.hours.weekly_length * (MAX_TURN_LENGTH / WEEK):
            detail = _("In so few hours a turn could take more than {days} days.").format(
                days=MAX_TURN_LENGTH.days
            )
            raise _build_error("hours", detail)
    return clock


def _build_error(place: str, detail: str) -> ApiError:
    return ApiError("invalid_clock", detail, f"/clock/{place}")


def _read_length(raw: Json, name: str, most: timedelta) -> timedelta:
    written = raw.get(name)
    if written is None and name != "per_turn":
        return ZERO
    length = read_duration(written) if isinstance(written, str) else None
    if length is None:
        raise _build_error(name, _("Write a duration such as PT24H, P2D or PT90S."))
    if length > most:
        raise _build_error(
            name, _("The longest that is allowed is {most}.").format(most=write_duration(most))
        )
    return length


def _read_hours(raw: Any) -> Hours:
    if not isinstance(raw, dict):
        raise _build_error("hours", _("The hours must be an object."))
    zone = raw.get("zone")
    if not isinstance(zone, str) or zone not in allowed_zones():
        raise _build_error("hours/zone", _("Name a time zone such as Europe/Berlin."))
    days = _read_days(raw.get("days"))
    start, end = _read_time(raw, "from", _START), _read_time(raw, "to", _END)
    if start == end:
        raise _build_error("hours/to", _("Write 00:00 to 24:00 for the whole day."))
    hours = Hours(zone, days, start, end)
    if hours.daily_length < MIN_DAILY_HOURS:
        raise _build_error("hours/to", _("The hours of a day must be one hour at least."))
    return hours


def _read_days(raw: Any) -> tuple[str, ...]:
    if not isinstance(raw, list) or not raw:
        raise _build_error("hours/days", _("List at least one day of the week."))
    for index, day in enumerate(raw):
        if day not in DAYS:
            raise _build_error(
                f"hours/days/{index}",
                _("A day must be one of: {names}.").format(names=", ".join(DAYS)),
            )
        if day in raw[:index]:
            raise _build_error(
                f"hours/days/{index}", _("The day {day} is listed twice.").format(day=day)
            )
    return tuple(day for day in DAYS if day in raw)


def _read_time(raw: Json, name: str, form: re.Pattern[str]) -> int:
    written = raw.get(name)
    if not isinstance(written, str) or not form.fullmatch(written):
        raise _build_error(f"hours/{name}", _("Write a time of the day such as 08:00 or 22:30."))
    return _count_minutes(written)


def _count_minutes(written: str) -> int:
    hour, minute = written.split(":")
    return int(hour) * 60 + int(minute)


def _write_length(length: timedelta) -> str | None:
    return write_duration(length) if length else None


def _parse_length(written: str | None) -> timedelta:
    length = ZERO if written is None else read_duration(written)
    if length is None:
        raise ValueError(f"No duration: {written!r}")
    return length


def _write_hours(hours: Hours) -> Json:
    return {
        "zone": hours.zone,
        "days": list(hours.days),
        "from": f"{hours.start // 60:02}:{hours.start % 60:02}",
        "to": f"{hours.end // 60:02}:{hours.end % 60:02}",
    }


def _parse_hours(raw: Json) -> Hours:
    return Hours(
        raw["zone"], tuple(raw["days"]), _count_minutes(raw["from"]), _count_minutes(raw["to"])
    )
