"""The sender's loop: it claims a receiver, sends due messages, and lets others go first."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from common.outbox.queue import SLOW_AT_ONCE, M, Outbox, R

HOLD = 2.0
"""Seconds after which a receiver with much to send lets others go first; a slow one does after each."""

_room = threading.BoundedSemaphore(SLOW_AT_ONCE)
"""Threads of this process that may wait for slow receivers, of every kind.

The rows do not show their number: a player may delete a receiver and create another, while the thread for the
old one still waits.
"""


def send_due(
    outbox: Outbox[R, M], send_to: Callable[[R], Counter[str]], seconds: float
) -> Counter[str]:
    """Send what is due, for about so many seconds; return the number of messages by outcome."""
    outcomes = Counter[str]()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with _claim_next(outbox) as receiver:
            if receiver is None:
                break
            outcomes += send_to(receiver)
    return outcomes


def send_in_turn(receiver: R, send_next: Callable[[], str | None]) -> Counter[str]:
    """Send one message after the other, while some are due and no other receiver goes first."""
    outcomes = Counter[str]()
    end = time.monotonic() + HOLD
    while time.monotonic() < end and (outcome := send_next()) is not None:
        outcomes[outcome] += 1
        if receiver.slow:
            break
    return outcomes


@contextmanager
def _claim_next(outbox: Outbox[R, M]) -> Iterator[R | None]:
    """Claim the next receiver, and release it at the end."""
    room = _room.acquire(blocking=False)
    try:
        receiver = outbox.claim(slow=room)
        if room and receiver is not None and not receiver.slow:
            _room.release()
            room = False
        try:
            yield receiver
        finally:
            if receiver is not None:
                outbox.release(receiver)
    finally:
        if room:
            _room.release()
