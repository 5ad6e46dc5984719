"""Password hashing: expensive for a thief of the hashes, and limited to a few at once.

Many sign-ins at once can cost a process the memory of one hash times their number at a time. Under the ASGI
application calls wait for their turn without a thread (`tideapi.web.fair_queue`). Only calls that came
another way wait here, in their threads; when some wait already, further ones are refused at once, so that
threads are left for other calls.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher

from common.rest.errors import ApiError

WAITING = 3
"""Calls that may wait for each one that is hashing."""
PATIENCE = 2.0
"""Seconds that a call waits at most. A line of three takes a tenth of that."""


class HashQueue:
    """A limit of calls at once, and of calls that wait."""

    def __init__(self, at_once: int) -> None:
        self._rooms = BoundedSemaphore(at_once)
        self._line = BoundedSemaphore(at_once * (1 + WAITING))

    @contextmanager
    def room(self) -> Iterator[None]:
        """Take a place, waiting for it if needed. Raises `ApiError` (`busy`)."""
        if not self._line.acquire(blocking=False):
            raise _busy_error()
        try:
            if not self._rooms.acquire(timeout=PATIENCE):
                raise _busy_error()
            try:
                yield
            finally:
                self._rooms.release()
        finally:
            self._line.release()


def _busy_error() -> ApiError:
    return ApiError("busy", "Too many people sign in at this moment; try again in a second.")


LINE = HashQueue(max(1, settings.TIDE_MAX_PASSWORD_HASHES_PER_PROCESS))


class Argon2(Argon2PasswordHasher):
    """Argon2id with the minimum of OWASP: 19 MiB, two passes, one lane.

    Django's own takes 100 MiB and eight threads. Hashes with other parameters are accepted too, and renewed
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
