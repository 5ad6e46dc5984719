"""How passwords are hashed: dear enough for who has stolen the hashes, and few at once.

The memory that one hash takes and the number of them at a time are what a crowd at the door can cost
a process. Under the ASGI application calls wait for that without a thread, in turns by caller; what
waits here is what came another way. Whoever finds a line already is sent away at once, and threads are
left for other calls.

Why so: docs/why.md#hash-memory.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher

from tideapi.rest.refused import Refused

WAITING = 3
"""How many may wait for each that hashes."""
PATIENCE = 2.0
"""Seconds that one waits at most. A line of three is done in a tenth of that."""


class Busy(Refused):
    """As many sign in already as can at once."""

    def __init__(self) -> None:
        super().__init__("busy", "Too many people sign in at this moment; try again in a second.")


class Line:
    """Room for some at once, and for some more who wait for it."""

    def __init__(self, at_once: int) -> None:
        self._rooms = BoundedSemaphore(at_once)
        self._line = BoundedSemaphore(at_once * (1 + WAITING))

    @contextmanager
    def room(self) -> Iterator[None]:
        """Have a room for a while. Raises `Busy`."""
        if not self._line.acquire(blocking=False):
            raise Busy
        try:
            if not self._rooms.acquire(timeout=PATIENCE):
                raise Busy
            try:
                yield
            finally:
                self._rooms.release()
        finally:
            self._line.release()


LINE = Line(max(1, settings.TIDE_HASHES))


class Argon2(Argon2PasswordHasher):
    """Argon2id as OWASP has it at the least: 19 MiB, two passes, one lane.

    Django's own takes 100 MiB and eight threads. Hashes of other parameters are good too, and are made anew
    when their player signs in.
    """

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        with LINE.room():
            return str(super().encode(password, salt))

    def verify(self, password: str, encoded: str) -> bool:
        with LINE.room():
            return bool(super().verify(password, encoded))
