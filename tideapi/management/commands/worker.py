"""The command `worker`: all of Celery in one process."""

from typing import Any

from celery import signals
from celery.beat import EmbeddedService
from django.core.management.base import BaseCommand

from tideapi.celery import QUEUES, app


class Command(BaseCommand):
    help = "Run one Celery worker for all queues, with beat in it: for one small machine."

    def handle(self, **_: Any) -> None:
        beat: Any = EmbeddedService(app, thread=True, scheduler_cls=app.conf.beat_scheduler)
        signals.worker_ready.connect(lambda **_: beat.start(), weak=False)
        queues = ",".join(["celery", *QUEUES])
        pool = ["--pool", "threads", "--concurrency", "8", "--without-mingle", "--without-gossip"]
        app.worker_main(["worker", *pool, "--queues", queues, "--loglevel", "INFO"])
