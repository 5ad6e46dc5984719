"""Runs a program whose own clock is wrong: `python -m tests.thorough.faults.wrong_clock MODULE ARGUMENTS…`.

`TIDE_TESTS_DAYS` says by how many days, ahead or behind, one number after another: the clock starts with
the first, and each SIGUSR2 makes it jump to the next.
"""

import os
import runpy
import signal
import sys
import time
from datetime import UTC, datetime

import time_machine

DAYS = "TIDE_TESTS_DAYS"
DAY = 24 * 60 * 60


def go_wrong(days: list[float]) -> None:
    """Move the clock of this process and of those that it forks, and say each time what it shows."""
    left = iter(days)
    began, steady = time.time(), time.monotonic()

    def jump(*_: object) -> None:
        wrong.move_to(began + time.monotonic() - steady + next(left) * DAY)
        sys.stderr.write(f"It is {datetime.now(UTC):%Y-%m-%d}.\n")

    wrong = time_machine.travel(began, tick=True).start()
    jump()
    signal.signal(signal.SIGUSR2, jump)


if __name__ in {"__main__", "__mp_main__"}:
    go_wrong([float(one) for one in os.environ[DAYS].split()])

if __name__ == "__main__":
    del sys.argv[0]
    # This module stays the main one: a process that is spawned, not forked, comes through here too.
    runpy.run_module(sys.argv[0], run_name="__main__")
