"""Places for subscribers in one process, counted by who they are."""

import threading
from collections import Counter

from games.rules.refusal import Refusal


class TooManyStreams(Refusal):
    """A player, or an address, has as many as one may have. `headers` say how many that are."""

    def __init__(self, most: int) -> None:
        said = f"A player, or an address without a token, may have {most}. Close one."
        super().__init__("too_many_streams", said)
        self.headers = {"RateLimit-Policy": f'"streams";q={most}', "RateLimit": '"streams";r=0'}


class Places:
    """At most `most` at once, and `each` of them for one player or address. Any thread may ask."""

    def __init__(self, most: int, each: int) -> None:
        self._most = most
        self._each = each
        self._taken: Counter[str] = Counter()
        self._lock = threading.Lock()

    def take(self, who: str) -> None:
        """Take one. Raises `TooManyStreams`, `Refusal` (`no_room`)."""
        with self._lock:
            if self._taken[who] >= self._each:
                raise TooManyStreams(self._each)
            if self._taken.total() >= self._most:
                raise Refusal("no_room", "This server holds as many as it can.")
            self._taken[who] += 1

    def give_back(self, who: str) -> None:
        """Leave the place to somebody else."""
        with self._lock:
            self._taken[who] -= 1
            self._taken += Counter()
