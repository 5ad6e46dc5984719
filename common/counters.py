"""Counts for operators in the counting server. They may be lost, and then begin again at zero.

They are added after the commit, so that rolled-back changes are not counted, and no game waits for
another's count.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial

from django.db import transaction

from common.rest.rate_limits import SERVER, get_connection

ANSWERS = "tide:counters:answers"
"""The answers in closed turns, by who chose them."""
SWEEPS = "tide:counters:sweeps"
"""The `count` of sweeps, and the `seconds` that they took together."""
ERRORS = "tide:counters:errors"
"""The responses with a status from 500 on, by code."""


def count_resolved_turns(by: Iterable[str]) -> None:
    """Count the answers of the turns that this transaction closes, after its commit.

    `by` has for each answer who chose it.
    """
    if counts := Counter(by):
        transaction.on_commit(partial(add_counts, ANSWERS, counts))


def count_sweep(seconds: float) -> None:
    """Count a sweep that took so many seconds."""
    add_counts(SWEEPS, {"count": 1, "seconds": seconds})


def server_error(code: str) -> None:
    """Count a response with an error of the server."""
    add_counts(ERRORS, {code: 1})


def read(name: str) -> dict[str, float]:
    """Return the counts so far, by label; none if the counting server does not answer."""
    found = SERVER.call_server(lambda: get_connection().hgetall(name)) or {}
    return {str(key): float(value) for key, value in found.items()}


def add_counts(name: str, counts: Mapping[str, float]) -> None:
    """Add to counts, by label."""

    def add() -> None:
        with get_connection().pipeline(transaction=False) as pipeline:
            for key, value in counts.items():
                pipeline.hincrbyfloat(name, key, value)
            pipeline.execute()

    SERVER.call_server(add)
