"""A supervisor that restarts children that die, and gives up on one that dies too often."""

import time
from collections import defaultdict, deque
from collections.abc import Callable

from tideapi.local.processes import CannotStart, Process, Service

MAX_DEATHS = 5
DEATHS_INTERVAL = 30.0
"""Seconds within which `MAX_DEATHS` deaths of one child are too many."""


class Supervisor:
    """The children of one runner; `say` writes a line for the person at the terminal."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._watched: list[tuple[Process, Process | Service]] = []
        self._deaths: defaultdict[str, deque[float]] = defaultdict(lambda: deque(maxlen=MAX_DEATHS))

    def watch(self, process: Process, starter: Service | None = None) -> None:
        """Restart this process whenever it dies: by `starter`, or by itself without one."""
        self._watched.append((process, starter or process))

    def restart_the_dead(self) -> None:
        """Restart what died since the last call. Raises `CannotStart` for too many deaths."""
        for process, starter in self._watched:
            if process.alive:
                continue
            deaths = self._deaths[process.name]
            deaths.append(time.monotonic())
            if len(deaths) == MAX_DEATHS and deaths[-1] - deaths[0] < DEATHS_INTERVAL:
                raise CannotStart(
                    f"{process.name} died {MAX_DEATHS} times within {DEATHS_INTERVAL:.0f} s; it ended with:\n"
                    f"{process.tail()}"
                )
            self._say(f"{process.name} died (exit code {process.exit_code}), it is started again")
            process.stop()  # what is left of its group
            starter.start()
