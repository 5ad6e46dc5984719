"""Lengths of time as the API writes them: ISO 8601 in whole seconds, PT24H or P2DT12H."""

import re
from datetime import timedelta
from functools import lru_cache

_WRITTEN = re.compile(
    r"P(?=.)((?P<days>\d{1,6})D)?"
    r"(T(?=\d)((?P<hours>\d{1,8})H)?((?P<minutes>\d{1,8})M)?((?P<seconds>\d{1,8})S)?)?",
    re.ASCII,
)

SECOND = timedelta(seconds=1)


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
