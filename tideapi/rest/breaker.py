"""A server that does not answer is asked by one caller now and then, and not by every one in turn.

Why so: docs/why.md#breaker.
"""

import logging
from time import monotonic

log = logging.getLogger(__name__)

PAUSE = 5.0
"""Seconds after a failure in which nobody asks."""


class Breaker:
    """Ask `allows` before each call of the server, and say how it went by `answered` or `failed`.

    It is shared by threads without a lock: should two of them slip through at once, both wait.
    """

    def __init__(self, what: str) -> None:
        self._what = what
        self._until: float | None = None

    def allows(self) -> bool:
        """Whether the server may be asked. After a pause it is one caller who tries."""
        if self._until is None:
            return True
        if monotonic() < self._until:
            return False
        self._until = monotonic() + PAUSE
        return True

    def failed(self, error: Exception) -> None:
        if self._until is None:
            log.warning("%s does not answer, and is let alone for a while: %s", self._what, error)
        self._until = monotonic() + PAUSE

    def answered(self) -> None:
        if self._until is not None:
            log.info("%s answers again", self._what)
            self._until = None
