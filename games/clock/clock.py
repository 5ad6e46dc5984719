"""A game's clock as data: how long its players have, and in which hours it runs.

Why so: docs/why.md#deadline-worked-out, docs/why.md#own-deadline, docs/why.md#stops-shown.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Self

from games.clock.duration import read_duration, write_duration
from games.clock.hours import DAYS, ZERO, Hours, Span, after, between, zones
from tideapi.rest.errors import ApiError

Json = dict[str, Any]

WEEK = timedelta(days=7)
SHORTEST_WINDOW = timedelta(hours=1)
LONGEST_WAIT = timedelta(days=60)

_START = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")
_END = re.compile(rf"{_START.pattern}|24:00")


@dataclass(frozen=True)
class Limits:
    """What this server allows: a turn at least `least`, no length more than `most`."""

    least: timedelta
    most: timedelta


@dataclass(frozen=True)
class Clock:
    """How long a sitting may last, in running time; zero stands for what this clock does not have.

    `per_turn` is there for each sitting anew, `bank` once for each player of a game; `increment` is
    what comes back into her bank with a new sitting, never beyond what it held at first; `grace` is
    added at the start. Without `hours` the clock runs day and night.
    """

    per_turn: timedelta
    bank: timedelta = ZERO
    increment: timedelta = ZERO
    grace: timedelta = ZERO
    hours: Hours | None = None

    def due(self, start: datetime, allowed: timedelta, stops: Sequence[Span] = ()) -> datetime:
        """When a time allowed from `start` on is used up. See `games.clock.hours.after`."""
        return after(start, allowed, self.hours, stops)

    def used(self, start: datetime, until: datetime, stops: Sequence[Span] = ()) -> timedelta:
        """How much of the time allowed is used up from `start` until then."""
        return between(start, until, self.hours, stops)

    def to_json(self) -> Json:
        return {
            "per_turn": write_duration(self.per_turn),
            "bank": _written(self.bank),
            "increment": _written(self.increment),
            "grace": _written(self.grace),
            "hours": None if self.hours is None else _written_hours(self.hours),
        }

    @classmethod
    def from_json(cls, raw: Json) -> Self:
        """The clock that `to_json` has written. It is not checked again."""
        hours = raw["hours"]
        return cls(
            per_turn=_stored(raw["per_turn"]),
            bank=_stored(raw["bank"]),
            increment=_stored(raw["increment"]),
            grace=_stored(raw["grace"]),
            hours=None if hours is None else _stored_hours(hours),
        )


def read_clock(raw: Json, limits: Limits) -> Clock:
    """The clock that a client asks for; all but `per_turn` may be missing or null.

    Raises `ApiError` ("invalid_clock") with a pointer that begins at the game: "/clock/bank".
    """
    per_turn = _length(raw, "per_turn", limits.most)
    if per_turn < limits.least:
        raise _refused("per_turn", f"A turn must last at least {write_duration(limits.least)}.")
    clock = Clock(
        per_turn=per_turn,
        bank=_length(raw, "bank", limits.most),
        increment=_length(raw, "increment", limits.most),
        grace=_length(raw, "grace", limits.most),
        hours=None if raw.get("hours") is None else _hours(raw["hours"]),
    )
    if clock.increment and not clock.bank:
        raise _refused("increment", "An increment needs a bank into which it goes.")
    if clock.hours is not None:
        longest = clock.per_turn + clock.bank + clock.grace
        if longest > clock.hours.weekly * (LONGEST_WAIT / WEEK):
            detail = f"In so few hours a turn could take more than {LONGEST_WAIT.days} days."
            raise _refused("hours", detail)
    return clock


def _refused(place: str, detail: str) -> ApiError:
    return ApiError("invalid_clock", detail, f"/clock/{place}")


def _length(raw: Json, name: str, most: timedelta) -> timedelta:
    written = raw.get(name)
    if written is None and name != "per_turn":
        return ZERO
    length = read_duration(written) if isinstance(written, str) else None
    if length is None:
        raise _refused(name, "Write a duration such as PT24H, P2D or PT90S.")
    if length > most:
        raise _refused(name, f"The longest that is allowed is {write_duration(most)}.")
    return length


def _hours(raw: Any) -> Hours:
    if not isinstance(raw, dict):
        raise _refused("hours", "The hours must be an object.")
    zone = raw.get("zone")
    if not isinstance(zone, str) or zone not in zones():
        raise _refused("hours/zone", "Name a time zone such as Europe/Berlin.")
    days = _days(raw.get("days"))
    start, end = _time(raw, "from", _START), _time(raw, "to", _END)
    if start == end:
        raise _refused("hours/to", "Write 00:00 to 24:00 for the whole day.")
    hours = Hours(zone, days, start, end)
    if hours.daily < SHORTEST_WINDOW:
        raise _refused("hours/to", "The hours of a day must be one hour at least.")
    return hours


def _days(raw: Any) -> tuple[str, ...]:
    if not isinstance(raw, list) or not raw:
        raise _refused("hours/days", "List at least one day of the week.")
    for index, day in enumerate(raw):
        if day not in DAYS:
            raise _refused(f"hours/days/{index}", f"A day must be one of: {', '.join(DAYS)}.")
        if day in raw[:index]:
            raise _refused(f"hours/days/{index}", f"The day {day} is listed twice.")
    return tuple(day for day in DAYS if day in raw)


def _time(raw: Json, name: str, form: re.Pattern[str]) -> int:
    written = raw.get(name)
    if not isinstance(written, str) or not form.fullmatch(written):
        raise _refused(f"hours/{name}", "Write a time of the day such as 08:00 or 22:30.")
    return _minutes(written)


def _minutes(written: str) -> int:
    hour, minute = written.split(":")
    return int(hour) * 60 + int(minute)


def _written(length: timedelta) -> str | None:
    return write_duration(length) if length else None


def _stored(written: str | None) -> timedelta:
    length = ZERO if written is None else read_duration(written)
    if length is None:
        raise ValueError(f"No duration: {written!r}")
    return length


def _written_hours(hours: Hours) -> Json:
    return {
        "zone": hours.zone,
        "days": list(hours.days),
        "from": f"{hours.start // 60:02}:{hours.start % 60:02}",
        "to": f"{hours.end // 60:02}:{hours.end % 60:02}",
    }


def _stored_hours(raw: Json) -> Hours:
    return Hours(raw["zone"], tuple(raw["days"]), _minutes(raw["from"]), _minutes(raw["to"]))
