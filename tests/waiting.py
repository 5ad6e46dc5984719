"""Waiting for what other processes do."""

import time
from collections.abc import Callable


def eventually(holds: Callable[[], object], what: object, seconds: float = 120) -> None:
    """Wait until it holds, long enough for a machine that is busy with other tests."""
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {seconds} s: {what() if callable(what) else what}")
        time.sleep(0.05)
