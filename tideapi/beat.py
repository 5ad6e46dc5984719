"""The scheduler of beat: Celery's, kept in memory, that sleeps until something is due.

It works round two habits of Celery 5.7.0. `Scheduler.adjust` wakes 10 ms before an alarm, and the loop then
looks without rest until it is due. `Scheduler.apply_entry` logs a traceback for each task that no broker
takes. The first can go with a Celery with which `tests/unit/clock/test_beat.py` passes without `adjust`, the
second with one that logs once.

Why so: docs/decisions/celery.md.
"""

import logging
from typing import Any

from celery import beat

log = logging.getLogger(__name__)


class Scheduler(beat.Scheduler):
    """Kept in memory: a file would remember when it rang last by a clock that may have been wrong."""

    _is_failing = False

    def apply_entry(self, entry: beat.ScheduleEntry, producer: Any = None) -> None:
        """Send a task, and log once that the broker is away."""
        try:
            self.apply_async(entry, producer=producer, advance=False)
        except beat.SchedulingError as error:
            if not self._is_failing:
                log.error("No task is sent for now: %s", error)  # noqa: TRY400  The broker is away.
            self._is_failing = True
        else:
            if self._is_failing:
                log.info("Tasks are sent again.")
            self._is_failing = False

    def adjust(self, n: float, drift: float = 0.0) -> float:
        """Return the seconds to sleep, all of them."""
        return n + drift if n and n > 0 else n
