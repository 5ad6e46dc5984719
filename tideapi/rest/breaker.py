"""A server that does not answer is asked by one caller now and then, and not by every one in turn.

Why so: docs/decisions/celery.md.
"""

import logging
from collections.abc import Callable
from time import monotonic
from typing import TypeVar

log = logging.getLogger(__name__)
T = TypeVar("T")

PAUSE = 5.0
"""Seconds after a failure in which nobody asks."""


class Breaker:
    """Have it `ask`; or ask `allows` before each call of the server, and say how it went.

    `failures` are the errors of a server that does not answer. A breaker is shared by threads without a
    lock: should two of them slip through at once, both wait.
    """

    def __init__(self, what: str, failures: type[Exception]) -> None:
        self._what = what
        self._failures = failures
        self._until: float | None = None

    def call_server(self, question: Callable[[], T]) -> T | None:
        """Return the server's answer; None where it is let alone for now, or does not answer."""
        if self._until is not None and not self.is_allowed():
            return None
        try:
            answer = question()
        except self._failures as error:
            self.note_failure(error)
            return None
        if self._until is not None:
            self.note_answer()
        return answer

    def is_allowed(self) -> bool:
        """Return whether the server may be asked. After a pause one caller tries."""
        if self._until is None:
            return True
        if monotonic() < self._until:
            return False
        self._until = monotonic() + PAUSE
        return True

    def note_failure(self, error: Exception) -> None:
        if self._until is None:
            log.warning("%s does not answer, and is let alone for a while: %s", self._what, error)
        self._until = monotonic() + PAUSE

    def note_answer(self) -> None:
        if self._until is not None:
            log.info("%s answers again", self._what)
            self._until = None
