"""The scheduler of beat: Celery's, kept in memory, that sleeps until something is due.

Why so: docs/why.md#beat-sleeps.
"""

from celery import beat


class Scheduler(beat.Scheduler):
    """Kept in memory: a file would remember when it rang last by a clock that may have been wrong."""

    def adjust(self, n: float, drift: float = 0.0) -> float:
        """The seconds to sleep, all of them: Celery's wakes 10 ms early and looks without rest until then."""
        return n + drift if n and n > 0 else n
