"""Places for subscribers in one process, counted by who they are."""

import threading
from collections import Counter

from games.rules.refusal import Refusal


class LimitReached(Refusal):
    """Somebody has as many as one may have at once. `headers` say how many that are."""

    def __init__(self, code: str, detail: str, policy: str, quota: int) -> None:
        super().__init__(code, detail)
        self.headers = {
            "RateLimit-Policy": f'"{policy}";q={quota}',
            "RateLimit": f'"{policy}";r=0',
        }


class Places:
    """At most `most` at once, and `each` of them for one player or address. Any thread may ask."""

    def __init__(self, most: int, each: int) -> None:
        self._most = most
        self._each = each
        self._taken: Counter[str] = Counter()
        self._lock = threading.Lock()

    def take(self, who: str) -> None:
        """Take one. Raises `LimitReached` (`too_many_streams`), `Refusal` (`no_room`)."""
        with self._lock:
            if self._taken[who] >= self._each:
                said = f"A player, or an address without a token, may have {self._each}. Close one."
                raise LimitReached("too_many_streams", said, "streams", self._each)
            if self._taken.total() >= self._most:
                raise Refusal("no_room", "This server holds as many as it can.")
            self._taken[who] += 1

    def give_back(self, who: str) -> None:
        """Leave the place to somebody else."""
        with self._lock:
            self._taken[who] -= 1
            self._taken += Counter()
