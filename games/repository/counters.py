"""Counts for operators, kept in the counting server: they may be lost, and then begin again at nothing.

They are added up after the commit, so that what was rolled back is not counted, and no game waits for
another's count.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial

from django.db import transaction

from tideapi.rest.counting import SERVER, client

ANSWERS = "tide:counters:answers"
"""Answers in closed turns, by who chose them."""
SWEEPS = "tide:counters:sweeps"
"""`count`, and `seconds` that they took together."""
WEBHOOKS = "tide:counters:webhooks"
"""Attempts to send to webhooks, by what has become of the message."""

ERRORS = "tide:counters:errors"
"""Calls that were answered with a status from 500 on, by code."""


def resolved(by: Iterable[str]) -> None:
    """Once this transaction is committed, count the answers of the turns that it has closed.

    `by` has who chose each of them.
    """
    if counts := Counter(by):
        transaction.on_commit(partial(add, ANSWERS, counts))


def swept(seconds: float) -> None:
    """Count a sweep that took so many seconds."""
    add(SWEEPS, {"count": 1, "seconds": seconds})


def sent(outcomes: Mapping[str, int]) -> None:
    """Count attempts to send to webhooks, so many of each outcome."""
    if outcomes:
        add(WEBHOOKS, {**outcomes})


def server_error(code: str) -> None:
    """Count a call that was answered with an error of the server's."""
    add(ERRORS, {code: 1})


def read(name: str) -> dict[str, float]:
    """The counts so far, by what is counted; nothing where the counting server does not answer."""
    found = SERVER.ask(lambda: client().hgetall(name)) or {}
    return {str(key): float(value) for key, value in found.items()}


def add(name: str, counts: Mapping[str, float]) -> None:
    """Add to counts, by what is counted."""

    def add() -> None:
        with client().pipeline(transaction=False) as pipeline:
            for key, value in counts.items():
                pipeline.hincrbyfloat(name, key, value)
            pipeline.execute()

    SERVER.ask(add)
