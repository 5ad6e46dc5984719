"""The Celery app, and the table of what beat rings for.

The database is the record; Celery is the alarm clock. Every task may be lost or run twice: the
sweep finds again whatever a lost message should have done.

Why so: docs/why.md#celery.
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

from tideapi.db import migrations
from tideapi.rest import log_lines

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


CATCH_UP_WEBHOOKS = timedelta(seconds=30)
EXPORT = timedelta(seconds=5)
END_ACCOUNTS = timedelta(minutes=5)
ARCHIVE = timedelta(minutes=1)
TIDY = timedelta(minutes=15)
"""Not rarer, because beat counts from its own start."""

_BEGAN = datetime.now(UTC) - timedelta(seconds=time.monotonic())


def steady_now() -> datetime:
    """A time that only goes forward. If the machine's clock is set back, beat must not wait for it."""
    return _BEGAN + timedelta(seconds=time.monotonic())


app.conf.beat_schedule = {
    "sweep": {
        "task": "games.tasks.sweep",
        "schedule": schedule(timedelta(seconds=settings.TIDE_SWEEP_EVERY), nowfun=steady_now),
        # Never with `expires`: a worker whose clock is ahead would throw every alarm away. What has
        # piled up while no worker was there is in a queue of its own, so that no bot waits behind it.
        "options": {"queue": "clock"},
    },
    "send to webhooks": {
        "task": "games.tasks.send_webhooks",
        "schedule": schedule(timedelta(seconds=settings.TIDE_WEBHOOKS_EVERY), nowfun=steady_now),
        "options": {"queue": "hooks"},
    },
    "catch up webhooks": {
        "task": "games.tasks.catch_up_webhooks",
        "schedule": schedule(CATCH_UP_WEBHOOKS, nowfun=steady_now),
        "options": {"queue": "hooks"},
    },
    "send notices": {
        "task": "notifications.tasks.send",
        "schedule": schedule(timedelta(seconds=settings.TIDE_NOTICES_EVERY), nowfun=steady_now),
        "options": {"queue": "hooks"},
    },
    "catch up notices": {
        "task": "notifications.tasks.catch_up",
        "schedule": schedule(CATCH_UP_WEBHOOKS, nowfun=steady_now),
        "options": {"queue": "hooks"},
    },
    "send letters": {
        "task": "players.tasks.send_letters",
        "schedule": schedule(timedelta(seconds=settings.TIDE_LETTERS_EVERY), nowfun=steady_now),
        "options": {"queue": "hooks"},
    },
    "export": {
        "task": "players.tasks.build_exports",
        "schedule": schedule(EXPORT, nowfun=steady_now),
    },
    "end accounts": {
        "task": "players.tasks.end_accounts",
        "schedule": schedule(END_ACCOUNTS, nowfun=steady_now),
    },
    "archive": {"task": "games.tasks.archive", "schedule": schedule(ARCHIVE, nowfun=steady_now)},
    "tidy games": {"task": "games.tasks.tidy", "schedule": schedule(TIDY, nowfun=steady_now)},
    "tidy notices": {
        "task": "notifications.tasks.tidy",
        "schedule": schedule(TIDY, nowfun=steady_now),
    },
    "tidy": {"task": "players.tasks.tidy", "schedule": schedule(TIDY, nowfun=steady_now)},
}
app.conf.beat_scheduler = "tideapi.beat:Scheduler"
