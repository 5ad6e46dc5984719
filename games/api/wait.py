"""Waiting for news of a game: one listening connection for all who wait in this process.

A bell may be missed while the connection is down, so whoever waits also looks by herself now and then.
"""

import logging
import threading
import time
from collections.abc import Callable, Collection
from typing import TypeVar

import psycopg
from django.conf import settings
from django.db import connection

from games.wake import CHANNEL

log = logging.getLogger(__name__)
T = TypeVar("T")

LONGEST = 30
"""Seconds that one request may wait."""
LOOK_EVERY = 5.0
RECONNECT_AFTER = 1.0


class Ear(threading.Thread):
    """Listens to PostgreSQL and counts what was called out of each game."""

    def __init__(self) -> None:
        super().__init__(name="listening for games", daemon=True)
        self.heard = threading.Condition()
        self.newest: dict[str, int] = {}
        self._calls = 0
        wanted = {"host", "port", "dbname", "user", "password", "sslmode", "options"}
        params = connection.get_connection_params()
        self._params = {key: value for key, value in params.items() if key in wanted}

    def run(self) -> None:
        while True:
            try:
                self._listen()
            except psycopg.Error as error:
                log.warning("Not listening for news of games for a moment: %s", error)
                time.sleep(RECONNECT_AFTER)

    def _listen(self) -> None:
        with psycopg.connect(**self._params, autocommit=True) as listening:
            listening.execute(f"LISTEN {CHANNEL}")
            for call in listening.notifies():
                with self.heard:
                    self._calls += 1
                    self.newest[call.payload] = self._calls
                    if len(self.newest) > 100_000:  # noqa: PLR2004  Nobody waits for most of them.
                        self.newest.clear()
                    self.heard.notify_all()

    def calls(self, games: Collection[str]) -> int:
        """Which of all calls was the newest about one of these games."""
        return max((self.newest.get(game, 0) for game in games), default=0)

    def wait_for_another(self, games: Collection[str], before: int, seconds: float) -> None:
        with self.heard:
            self.heard.wait_for(lambda: self.calls(games) != before, seconds)


_ear: Ear | None = None
_ear_lock = threading.Lock()
_places = threading.BoundedSemaphore(settings.TIDE_LONG_POLLS)


def wait(games: Collection[str], look: Callable[[], list[T]], seconds: float) -> list[T]:
    """What `look` finds, as soon as it finds something, or the empty list after so many seconds.

    While all places to wait are taken it looks once and answers: nobody's move has to wait for a free
    thread because others do nothing but listen.
    """
    found = look()
    if found or seconds <= 0 or not games or not _places.acquire(blocking=False):
        return found
    try:
        return _wait(_listening(), games, look, time.monotonic() + seconds)
    finally:
        _places.release()


def _wait(ear: Ear, games: Collection[str], look: Callable[[], list[T]], end: float) -> list[T]:
    while True:
        before = ear.calls(games)
        # Looked at after the count is taken, so that no call between the two is missed.
        found = look()
        left = end - time.monotonic()
        if found or left <= 0:
            return found
        ear.wait_for_another(games, before, min(left, LOOK_EVERY))


def _listening() -> Ear:
    global _ear  # noqa: PLW0603  One per process; threads do not survive a fork.
    with _ear_lock:
        if _ear is None or not _ear.is_alive():
            _ear = Ear()
            _ear.start()
        return _ear
