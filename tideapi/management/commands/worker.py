"""The command `worker`: all of Celery in one terminal."""

from typing import Any

from django.core.management.base import BaseCommand

from tideapi.celery import QUEUES, app


class Command(BaseCommand):
    help = "Run one Celery worker for all queues, with beat in it: for development."

    def handle(self, **_: Any) -> None:
        queues = ",".join(["celery", *QUEUES])
        app.worker_main(["worker", "--beat", "--concurrency", "2", "--queues", queues])
