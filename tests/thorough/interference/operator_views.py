"""What operators get to see: pages, logs, tasks, figures, and the database."""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import StringIO
from typing import Any

import pytest
from celery import Celery
from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from common.db.encrypted import SecretBytes
from players.models import Player
from tests.thorough.interference.responses import Choice, Response
from tests.thorough.interference.scenario import Scenario

TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"')
"""What Django puts into each form, another one each time."""
OF_MACHINES = re.compile(
    rb"^(?:# \w+ )?tide_(?:database|queue|standby|server_errors)\w*.*$", re.MULTILINE
)
"""Figures that say how PostgreSQL and the broker are: everything that runs beside changes them."""
DUMP = "dump"
PAGES = 3
"""Rows of each kind whose pages are looked at."""


@dataclass
class Recorder(logging.Handler):
    """What was said since the last moment: in the log, to workers, and over PostgreSQL's channel."""

    lines: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(logging.Formatter("log %(levelname)s %(name)s: %(message)s"))

    __hash__ = logging.Handler.__hash__

    def emit(self, record: logging.LogRecord) -> None:
        if record.name != "redis.connection":  # Only that it is connected once more.
            self.lines.append(self.format(record))

    def send_task(self, name: str, args: Any = None, kwargs: Any = None, **more: Any) -> None:
        """Stand in for the broker. In which order players are named is PostgreSQL's own affair."""
        args = [sorted(one) if isinstance(one, list) else one for one in args or ()]
        for own in ("producer", "task_type", "result_cls"):  # Objects of this process.
            more.pop(own, None)
        self.lines.append(f"task {name} {args!r} {kwargs!r} {more!r}")

    def execute(self, execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
        """Look over what the database is asked."""
        if "pg_notify" in str(sql):
            self.lines.append(f"call {sql} {params!r}")
        return execute(sql, params, many, context)

    def forget(self) -> None:
        self.lines.clear()


@contextmanager
def recorded() -> Iterator[Recorder]:
    """Record all that is said while a script is played."""
    recorder, root = Recorder(), logging.getLogger()
    level, handlers = root.level, root.handlers
    root.handlers = [recorder]
    root.setLevel(logging.DEBUG)
    try:
        with pytest.MonkeyPatch.context() as patch, connection.execute_wrapper(recorder.execute):
            patch.setattr(Celery, "send_task", recorder.send_task)
            yield recorder
    finally:
        root.setLevel(level)
        root.handlers = handlers


def new_lines(recorder: Recorder) -> Iterator[Response]:
    """Yield what was said since the last time."""
    for kind in ("log", "task", "call"):
        lines = [line for line in recorder.lines if line.startswith(kind)]
        yield Response(f"said since: {kind}", kind, 0, "\n".join(lines).encode())
    recorder.forget()


def operator_views(scenario: Scenario, recorder: Recorder, choice: Choice) -> Iterator[Response]:
    """Yield all that an operator can look at in this moment."""
    yield from new_lines(recorder)
    if scenario.game:
        printed = StringIO()
        call_command("clock", scenario.game, stdout=printed)
        yield Response("manage.py clock", "clock", 0, printed.getvalue().encode())
    yield Response("dump", DUMP, 0, b"\n".join(plain_columns()))
    client = Client(raise_request_exception=False, enforce_csrf_checks=True)
    metrics = client.get(
        "/metrics", headers={"Authorization": f"Bearer {settings.TIDE_METRICS_TOKEN}"}
    )
    yield Response(
        "/metrics", "metrics", metrics.status_code, OF_MACHINES.sub(b"", metrics.content)
    )
    if "admin" in choice.calls or (
        not choice.calls and (choice.place % 6 == 0 or choice.every == 1)
    ):
        yield from _pages(client)


def _pages(client: Client) -> Iterator[Response]:
    """Yield the list of every model that the admin knows, and the form of some rows of it."""
    client.force_login(Player.objects.create_superuser("olga", password="x"))
    for model, site in admin.site._registry.items():
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        rows = site.get_queryset(None).order_by("pk").values_list("pk", flat=True)  # type: ignore[arg-type]
        addresses = [reverse(f"{name}_changelist")]
        addresses += [reverse(f"{name}_change", args=[row]) for row in rows[:PAGES]]
        for address in addresses:
            page = client.get(address)
            shown = TOKEN.sub(b"", page.content)
            yield Response(address, "admin", page.status_code, shown)


# -- at rest

OURS = ("games", "notifications", "players")


def plain_columns() -> Iterator[bytes]:
    """Yield every row of ours, without the columns that are encrypted."""
    for label in OURS:
        for model in apps.get_app_config(label).get_models():
            fields = model._meta.concrete_fields
            plain = [f'"{one.column}"' for one in fields if not isinstance(one, SecretBytes)]
            if plain and not model._meta.proxy:
                table = model._meta.db_table
                rows = f'SELECT {", ".join(plain)} FROM "{table}"'
                with connection.cursor() as cursor:
                    cursor.execute(f"SELECT row_to_json(one)::text FROM ({rows}) one ORDER BY 1")
                    yield from (f"{table} {row}".encode() for (row,) in cursor.fetchall())
