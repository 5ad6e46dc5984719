"""A refusal: its status, its code, its place; and nothing has changed."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.db import connection
from django.db.models import Model

from common.rest.error_codes import CODES
from tests.people import Answer

OWN_APPS = {"games", "players", "notifications"}
NOT_KEPT = {"BotShare", "Heartbeat", "StoredSession"}
"""The server's notes on its own work, and sessions of browsers, which a look may renew."""
KEPT = [
    model
    for model in apps.get_models()
    if model._meta.app_label in OWN_APPS and model.__name__ not in NOT_KEPT
]
TO_THE_HOUR = {"last_used_at"}
"""What a mere look may write."""


def refused(said: Answer, status: int, code: str, *pointers: str) -> None:
    """Fail unless this is a problem with this code, and `errors` names these places and no others.

    The code of a member is that of its faults. Places are pointers into the body, or names of parameters.
    """
    is_fault = CODES[code].is_fault
    assert (said.status, said.code) == (status, "invalid_body" if is_fault else code), said.json
    place = "parameter" if code == "invalid_query" else "pointer"
    faults = said.json.get("errors", [])
    assert [fault[place] for fault in faults] == list(pointers), said.json
    assert not is_fault or {fault["code"] for fault in faults} == {code}, said.json


@contextmanager
def nothing_changes() -> Iterator[None]:
    """Fail unless every row of the database is afterwards as it was before."""
    before = rows()
    yield
    assert rows() == before


def rows() -> dict[str, list[dict[str, Any]]]:
    """Return every row of the models above, in one statement: a test may ask for them dozens of times."""
    with connection.cursor() as cursor:
        cursor.execute(ALL_ROWS)
        return {name: json.loads(found) for name, found in cursor.fetchall()}


def _rows_of(model: type[Model]) -> str:
    table, key = model._meta.db_table, model._meta.pk.column
    without = " ".join(f"- '{name}'" for name in sorted(TO_THE_HOUR))
    found = f"SELECT jsonb_agg(to_jsonb(t) {without} ORDER BY t.{key}) FROM {table} t"
    return f"SELECT '{model.__name__}', coalesce(({found}), '[]')"


ALL_ROWS = " UNION ALL ".join(map(_rows_of, KEPT))
