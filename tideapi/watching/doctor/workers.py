"""Checks of the workers, which are asked, and of beat, which is known by its effects."""

from collections.abc import Iterator

from tideapi.celery import app
from tideapi.watching import backlogs
from tideapi.watching.doctor import clock
from tideapi.watching.doctor.findings import Finding

ANSWER_TIMEOUT = 2.0
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
"""By queue: the finding without a worker, and the command that starts one."""


def _find_served_queues() -> set[str]:
    """Return the queues that have a worker. Raises `redis.RedisError` if the broker is away."""
    backlogs.queue_lengths()  # Celery itself would try for long to reach a broker that is away.
    answers = app.control.inspect(timeout=ANSWER_TIMEOUT).active_queues() or {}
    return {queue["name"] for worker in answers.values() for queue in worker}


def somebody_works() -> Iterator[Finding]:
    taken = _find_served_queues()
    for queue in backlogs.QUEUES:
        if queue not in taken:
            id_, missed, command = MISSED[queue]
            said = f"{missed}: no worker of the queue {queue} has answered."
            yield Finding(id_, said, f"Start `{command}`: docs/operators/install.md#what-runs.")


def beat_rings() -> Iterator[Finding]:
    """Check beat: with a waiting worker and an empty queue a late sweep means that beat is away."""
    late = clock.sweep_late()
    if (
        late is not None
        and not backlogs.queue_lengths()["clock"]
        and "clock" in _find_served_queues()
    ):
        said = "Beat has not rung for the clock, although a worker waits for it."
        yield Finding(
            "no-beat", said, "Start `celery -A tideapi beat`: docs/operators/install.md#what-runs."
        )
