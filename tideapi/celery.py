"""The Celery app, and the table of what beat rings for.

The database is the record; Celery is the alarm clock. Every task may be lost or run twice: the
sweep finds again whatever a lost message should have done.
"""

import os

from celery import Celery
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tideapi.settings")

app = Celery("tideapi")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

app.conf.beat_schedule = {
    "sweep": {
        "task": "games.tasks.sweep",
        "schedule": settings.TIDE_SWEEP_EVERY,
        # A worker that was away has no use for the alarms that it missed.
        "options": {"expires": max(5.0, 3 * settings.TIDE_SWEEP_EVERY)},
    },
}
