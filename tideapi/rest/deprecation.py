"""A call that is going to be removed, and how those who make it learn of that.

Why so: docs/decisions/api-document.md.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.utils.http import http_date

MIN_NOTICE = timedelta(days=365)
"""How long a call answers at least after it was deprecated (docs/versioning.md)."""


@dataclass(frozen=True, slots=True)
class Deprecated:
    """Since when a call is deprecated, from when on it may be gone, and what to do `instead`, in a sentence.

    Both days begin at midnight in UTC. Raises `ValueError` if the second comes earlier than was promised.
    """

    since: date
    sunset: date
    instead: str

    def __post_init__(self) -> None:
        if self.sunset - self.since < MIN_NOTICE:
            raise ValueError(f"A call answers for {MIN_NOTICE.days} days after it was deprecated.")

    @property
    def headers(self) -> dict[str, str]:
        """`Deprecation` (RFC 9745) and `Sunset` (RFC 8594)."""
        return {
            "Deprecation": f"@{_to_seconds(self.since)}",
            "Sunset": http_date(_to_seconds(self.sunset)),
        }

    @property
    def text(self) -> str:
        """Return the sentence about it in the document."""
        return f"Deprecated since {self.since}; it answers until {self.sunset}. {self.instead}"


def _to_seconds(day: date) -> int:
    return int(datetime.combine(day, time(), UTC).timestamp())
