"""Who works: Celery's workers are asked, and beat is known by what it leaves."""

from collections.abc import Iterator

from tideapi.celery import app
from tideapi.watching import queues
from tideapi.watching.doctor import clock
from tideapi.watching.doctor.finding import Finding

WITHIN = 2.0
"""Seconds that workers have to answer; they do so between two tasks."""
MISSED = {
    "clock": ("no-worker", "No deadline is kept", "celery -A tideapi worker"),
    "celery": ("no-worker", "No bot moves", "celery -A tideapi worker"),
    "hooks": (
        "no-hooks",
        "No mail, no notice and nothing to webhooks is sent",
        "celery -A tideapi worker --queues hooks",
    ),
    "thinkers": (
        "no-thinkers",
        "The clock plays for bots that think long",
        "celery -A tideapi worker --queues thinkers",
    ),
}
"""By queue: what is wrong if nobody takes from it, and what starts somebody who does."""


def _taken() -> set[str]:
    """The queues from which some worker takes. Raises `redis.RedisError` where nobody can be asked."""
    queues.lengths()  # Celery itself would try for long to reach a broker that is away.
    answers = app.control.inspect(timeout=WITHIN).active_queues() or {}
    return {queue["name"] for worker in answers.values() for queue in worker}


def somebody_works() -> Iterator[Finding]:
    taken = _taken()
    for queue in queues.QUEUES:
        if queue not in taken:
            id_, missed, command = MISSED[queue]
            said = f"{missed}: no worker of the queue {queue} has answered."
            yield Finding(id_, said, f"Start `{command}`: docs/operators.md#what-runs.")


def beat_rings() -> Iterator[Finding]:
    """A worker would have swept if beat had rung."""
    late = clock.sweep_late()
    if late is not None and not queues.lengths()["clock"] and "clock" in _taken():
        said = "Beat has not rung for the clock, although a worker waits for it."
        yield Finding(
            "no-beat", said, "Start `celery -A tideapi beat`: docs/operators.md#what-runs."
        )
