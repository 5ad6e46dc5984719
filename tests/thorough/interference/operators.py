"""What whoever runs the server gets to see: nothing that is sealed, wherever she looks."""

import json
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

from common.db.encrypted import SecretBytes, decrypt_token
from players.models import Player
from tests.thorough.interference.answers import Answer, Choice
from tests.thorough.interference.world import World

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
class Heard(logging.Handler):
    """What was said since the last moment: in the log, to workers, and over PostgreSQL's channel."""

    lines: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(logging.Formatter("log %(levelname)s %(name)s: %(message)s"))

    __hash__ = logging.Handler.__hash__

    def emit(self, record: logging.LogRecord) -> None:
        if record.name != "redis.connection":  # Only that it is connected once more.
            self.lines.append(self.format(record))

    def sends(self, name: str, args: Any = None, kwargs: Any = None, **more: Any) -> None:
        """Stands in for the broker. In which order players are named is PostgreSQL's own affair."""
        args = [sorted(one) if isinstance(one, list) else one for one in args or ()]
        for own in ("producer", "task_type", "result_cls"):  # Objects of this process.
            more.pop(own, None)
        self.lines.append(f"task {name} {args!r} {kwargs!r} {more!r}")

    def executes(self, execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
        """Looks over what the database is asked."""
        if "pg_notify" in str(sql):
            self.lines.append(f"call {sql} {params!r}")
        return execute(sql, params, many, context)

    def forget(self) -> None:
        self.lines.clear()


@contextmanager
def listening() -> Iterator[Heard]:
    """Hear all that is said while a course is played."""
    heard, root = Heard(), logging.getLogger()
    level, handlers = root.level, root.handlers
    root.handlers = [heard]
    root.setLevel(logging.DEBUG)
    try:
        with pytest.MonkeyPatch.context() as patch, connection.execute_wrapper(heard.executes):
            patch.setattr(Celery, "send_task", heard.sends)
            yield heard
    finally:
        root.setLevel(level)
        root.handlers = handlers


def said(heard: Heard) -> Iterator[Answer]:
    """What was said since the last time."""
    for kind in ("log", "task", "call"):
        lines = [line for line in heard.lines if line.startswith(kind)]
        yield Answer(f"said since: {kind}", kind, 0, "\n".join(lines).encode())
    heard.forget()


def looks(world: World, heard: Heard, choice: Choice) -> Iterator[Answer]:
    """All that an operator can look at in this moment."""
    yield from said(heard)
    if world.game:
        yield Answer("manage.py clock", "clock", 0, _clock(world))
    yield Answer("dump", DUMP, 0, b"\n".join(plain_columns()))
    client = Client(raise_request_exception=False, enforce_csrf_checks=True)
    metrics = client.get(
        "/metrics", headers={"Authorization": f"Bearer {settings.TIDE_METRICS_TOKEN}"}
    )
    yield Answer("/metrics", "metrics", metrics.status_code, OF_MACHINES.sub(b"", metrics.content))
    if "admin" in choice.calls or (
        not choice.calls and (choice.place % 6 == 0 or choice.every == 1)
    ):
        yield from _pages(client)


def _clock(world: World) -> bytes:
    told = StringIO()
    call_command("clock", world.game, stdout=told)
    return told.getvalue().encode()


def _pages(client: Client) -> Iterator[Answer]:
    """The list of every model that the admin knows, and the form of some rows of it."""
    client.force_login(Player.objects.create_superuser("olga", password="x"))
    for model, site in admin.site._registry.items():
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        rows = site.get_queryset(None).order_by("pk").values_list("pk", flat=True)  # type: ignore[arg-type]
        addresses = [reverse(f"{name}_changelist")]
        addresses += [reverse(f"{name}_change", args=[row]) for row in rows[:PAGES]]
        for address in addresses:
            page = client.get(address)
            shown = TOKEN.sub(b"", page.content)
            yield Answer(address, "admin", page.status_code, shown)


# -- at rest

OURS = ("games", "notifications", "players")


def plain_columns() -> Iterator[bytes]:
    """Every row of ours, without the columns that are encrypted."""
    for table, columns in _tables(secret=False):
        names = ", ".join(f'"{name}"' for name in columns)
        with connection.cursor() as cursor:
            cursor.execute(
                f'SELECT row_to_json(one)::text FROM (SELECT {names} FROM "{table}") one ORDER BY 1'
            )
            yield from (f"{table} {row}".encode() for (row,) in cursor.fetchall())


def readable_at_rest() -> list[str]:
    """Columns that should be encrypted, and hold something that can be read."""
    found = []
    for table, columns in _tables(secret=True):
        for name in columns:
            with connection.cursor() as cursor:
                cursor.execute(f'SELECT "{name}" FROM "{table}" WHERE "{name}" IS NOT NULL')
                rows = [bytes(raw) for (raw,) in cursor.fetchall()]
            if any(decrypt_token(raw) in raw or _is_json(raw) for raw in rows):
                found.append(f"{table}.{name}")
    return found


def _is_json(raw: bytes) -> bool:
    try:
        json.loads(raw)
    except ValueError:
        return False
    return True


def _tables(*, secret: bool) -> Iterator[tuple[str, list[str]]]:
    for label in OURS:
        for model in apps.get_app_config(label).get_models():
            fields = [
                str(one.column)
                for one in model._meta.concrete_fields
                if isinstance(one, SecretBytes) is secret
            ]
            if fields and not model._meta.proxy:
                yield model._meta.db_table, fields
