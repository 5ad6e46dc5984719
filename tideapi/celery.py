"""The Celery app, and the table of what beat rings for.

The database is the record; Celery is the alarm clock. Every task may be lost or run twice: the
sweep finds again whatever a lost message should have done.
"""

import logging.config
import os
import time
from datetime import UTC, datetime, timedelta
from typing import Any

from celery import Celery, signals
from celery.schedules import schedule
from django.conf import settings
from django.db import connections

from common.db import migrations
from common.rest import log_lines

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tideapi.settings")

app = Celery("tideapi")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@signals.setup_logging.connect
def _log_as_all_processes_do(**_: Any) -> None:
    """Celery would add handlers of its own beside those of the settings."""
    logging.config.dictConfig(settings.LOGGING)


@signals.celeryd_after_setup.connect
def _wait_for_tables(**_: Any) -> None:
    """Begin no task before the migrations are applied: each would end with a traceback."""
    migrations.wait_until_applied()
    connections.close_all()


@signals.task_prerun.connect
def _begin_task(task_id: str, **_: Any) -> None:
    log_lines.begin_task(task_id)


@signals.task_postrun.connect
def _end_task(**_: Any) -> None:
    log_lines.end_task()


INTERVALS: dict[str, str | timedelta] = {
    "games.tasks.sweep": "TIDE_SWEEP_INTERVAL_SECONDS",
    "notifications.tasks.send_webhooks": "TIDE_WEBHOOK_INTERVAL_SECONDS",
    "notifications.tasks.catch_up_webhooks": timedelta(seconds=30),
    "notifications.tasks.send_notices": "TIDE_NOTICE_INTERVAL_SECONDS",
    "notifications.tasks.catch_up_notices": timedelta(seconds=30),
    "players.tasks.send_letters": "TIDE_LETTER_INTERVAL_SECONDS",
    "players.tasks.build_exports": timedelta(seconds=5),
    "players.tasks.end_accounts": timedelta(minutes=5),
    "games.tasks.archive": timedelta(minutes=1),
    # Not rarer, because beat counts from its own start.
    "games.tasks.tidy": timedelta(minutes=15),
    "notifications.tasks.tidy": timedelta(minutes=15),
    "players.tasks.tidy": timedelta(minutes=15),
}
"""How often beat sends a task: always the same, or as the setting of this name says, in seconds.

None ever has `expires`: a worker whose clock is ahead would throw every alarm away.
"""
QUEUES = {
    # What has piled up while no worker was there is in a queue of its own, so that no bot waits behind it.
    "clock": ["games.tasks.sweep", "games.tasks.sweep_along"],
    # What waits for a slow receiver holds up no game.
    "hooks": [
        "notifications.tasks.*_webhooks",
        "notifications.tasks.queue_notices",
        "notifications.tasks.send_notices",
        "notifications.tasks.catch_up_notices",
        "players.tasks.send_letters",
    ],
    "thinkers": ["games.tasks.move_thinkers", "games.tasks.analyse"],
}
"""The queues that have workers of their own, and their tasks. All others go into `celery`."""

_BEGAN = datetime.now(UTC) - timedelta(seconds=time.monotonic())


def steady_now() -> datetime:
    """A time that only goes forward. If the machine's clock is set back, beat must not wait for it."""
    return _BEGAN + timedelta(seconds=time.monotonic())


def get_interval(task: str) -> timedelta:
    """Return how often beat sends a task."""
    found = INTERVALS[task]
    return timedelta(seconds=getattr(settings, found)) if isinstance(found, str) else found


def get_queue(task: str) -> str:
    """Return the name of the queue into which a task goes."""
    name: str = app.amqp.router.route({}, task)["queue"].name
    return name


app.conf.task_routes = {task: {"queue": queue} for queue, tasks in QUEUES.items() for task in tasks}
app.conf.beat_schedule = {
    task: {"task": task, "schedule": schedule(get_interval(task), nowfun=steady_now)}
    for task in INTERVALS
}
app.conf.beat_scheduler = "tideapi.beat:Scheduler"
