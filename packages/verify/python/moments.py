"""Moments and lengths of time, in microseconds."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

# In microseconds: of moments since 1970, of lengths, and of what a bank holds.

SECOND = 10**6
MINUTE = 60 * SECOND
DAY = 24 * 60 * MINUTE
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
THE_END = 253402300800 * SECOND
"""The year 9999 is over."""
Span = tuple[int, int]


def moment(time: str) -> int:
    """A time. Raises `ValueError` for one that no calendar has."""
    read = datetime.strptime(time[:19], "%Y-%m-%dT%H:%M:%S").replace(tzinfo=UTC)
    return (read - EPOCH) // timedelta(seconds=1) * SECOND + int(time[20:-1] or 0)


def stamp(time: int) -> str:
    """A time as it is written: six digits of a second, or none where they would be 0."""
    return (EPOCH + timedelta(microseconds=time)).isoformat().replace("+00:00", "Z")


def length(written_: str | None) -> int:
    """A length of time such as PT24H or P2DT90S; null is none."""
    units = {"D": DAY, "H": 60 * MINUTE, "M": MINUTE, "S": SECOND}
    found = re.findall(r"([0-9]+)([DHMS])", written_ or "")
    return sum(int(number) * units[unit] for number, unit in found)
