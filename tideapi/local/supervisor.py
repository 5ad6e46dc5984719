"""Restarts children that die, and gives up on one that dies too often."""

import time
from collections import defaultdict, deque
from collections.abc import Callable

from tideapi.local.processes import CannotStart, Process, Service

DEATHS = 5
WITHIN = 30.0
"""So many deaths of one child within so many seconds are too often."""


class Supervisor:
    """The children of one runner; `say` writes a line for the person at the terminal."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._watched: list[tuple[Process, Process | Service]] = []
        self._deaths: defaultdict[str, deque[float]] = defaultdict(lambda: deque(maxlen=DEATHS))

    def watch(self, process: Process, starter: Service | None = None) -> None:
        """Restart this process whenever it dies: by `starter`, or by itself where none is given."""
        self._watched.append((process, starter or process))

    def restart_the_dead(self) -> None:
        """Restart what has died since the last call. Raises `CannotStart` for what dies too often."""
        for process, starter in self._watched:
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
