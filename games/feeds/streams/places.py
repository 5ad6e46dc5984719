"""Places for subscribers in one process, counted by who they are."""

import threading
from collections import Counter

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tideapi.rest.errors import ApiError


class Places:
    """At most `most` at once, and `each` of them for one player or address. Any thread may ask."""

    def __init__(self, most: int, each: int) -> None:
        self._most = most
        self._each = each
        self._taken: Counter[str] = Counter()
        self._lock = threading.Lock()

    def take_place(self, who: str) -> None:
        """Take one. Raises `ApiError` (`too_many_streams`, `no_room`)."""
        with self._lock:
            if self._taken[who] >= self._each:
                wanted = _(
                    "A player, or an address without a token, may have {most} streams. Close one."
                )
                said = format_lazy(wanted, most=self._each)
                quota = {
                    "RateLimit-Policy": f'"streams";q={self._each}',
                    "RateLimit": '"streams";r=0',
                }
                raise ApiError("too_many_streams", said, headers=quota)
            if self._taken.total() >= self._most:
                raise ApiError("no_room", "This server has no room for another stream.")
            self._taken[who] += 1

    def free_place(self, who: str) -> None:
        """Free the place for another caller."""
        with self._lock:
            self._taken[who] -= 1
            self._taken += Counter()
