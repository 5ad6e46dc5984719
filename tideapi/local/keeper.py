"""Starts again what dies, and gives up on what dies too often."""

import time
from collections import defaultdict, deque
from collections.abc import Callable
from typing import Protocol

from tideapi.local.processes import CannotStart, Process

DEATHS = 5
WITHIN = 30.0  # seconds


class Startable(Protocol):
    """A server or a bare process."""

    def start(self) -> None:
        """Start it, and return when it is usable."""


class Keeper:
    """Looks after processes; `say` tells the person at the terminal."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._kept: list[tuple[Process, Startable]] = []
        self._deaths: defaultdict[str, deque[float]] = defaultdict(lambda: deque(maxlen=DEATHS))

    def keep(self, process: Process, starter: Startable | None = None) -> None:
        """Look after a process that has been started; `starter` starts it when not it itself."""
        self._kept.append((process, starter or process))

    def look(self) -> None:
        """Start again whatever has died; CannotStart when something cannot be kept alive."""
        for process, starter in self._kept:
            if process.alive:
                continue
            deaths = self._deaths[process.name]
            deaths.append(time.monotonic())
            if len(deaths) == DEATHS and deaths[-1] - deaths[0] < WITHIN:
                raise CannotStart(
                    f"{process.name} died {DEATHS} times within {WITHIN:.0f} s; its last words:\n"
                    f"{process.tail()}"
                )
            self._say(f"{process.name} died (exit code {process.exit_code}), it is started again")
            process.stop()  # what is left of its group
            starter.start()
