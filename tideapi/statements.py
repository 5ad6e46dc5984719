"""SQL written by hand, for the few calls that everybody waits for; all other rows go through the ORM.

A statement is prepared once on each connection: PostgreSQL parses and plans it once, and not with each
call. All of them lie in `games.sql` and `players.sql`, each with the plan that it expects.
"""

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from psycopg.adapt import PyFormat
from psycopg.pq import ConnStatus, ExecStatus, TransactionStatus

_PLACE = re.compile(r"%\((\w+)\)s")
_SAFE = re.compile(r"[-\w]*\d[-\w]*", re.ASCII)
"""What needs no quotes in PostgreSQL's form of an array, as most ids; NULL is not like this."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement with its `%(name)s` parameters, each of them with a cast where its type is not plain.

    `scans` are the tables that it may read from end to end because they are small; all others it must
    find by an index (tests/games/test_plans.py asks PostgreSQL).
    """

    text: str
    scans: frozenset[str] = frozenset()

    def rows(self, **values: Any) -> list[tuple[Any, ...]]:
        """Run it, and give all of its rows."""
        return run(self.text, values)

    def row(self, **values: Any) -> tuple[Any, ...] | None:
        """Run it, and give its first row, None if it has none."""
        found = run(self.text, values)
        return found[0] if found else None


def run(text: str, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """Run a statement; its values PostgreSQL itself puts into their places. JSON comes as text."""
    django: Any = connections[DEFAULT_DB_ALIAS]
    django.close_if_health_check_failed()
    django.ensure_connection()
    if django.queries_logged or django.execute_wrappers:
        return _watched(django, text, values)
    return _asked(django, text, values)


def _watched(django: Any, text: str, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """The same, seen by those who watch all statements of a connection: Django's wrappers and its log."""

    def asked(sql: str, params: Mapping[str, Any], many: bool, context: Any) -> Any:  # noqa: FBT001  Django's signature.
        return _asked(django, sql, params)

    for wrapper in reversed(django.execute_wrappers):
        asked = partial(wrapper, asked)
    began = time.monotonic()
    try:
        found: list[tuple[Any, ...]] = asked(
            text, values, False, {"connection": django, "cursor": None}
        )
        return found
    finally:
        if django.queries_logged:
            # Without the values: what is secret in them is nobody's business, not even in debug.
            django.queries_log.append({"sql": text, "time": f"{time.monotonic() - began:.3f}"})


def _asked(django: Any, text: str, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    with django.wrap_database_errors:
        return _run(django.connection, django.kept, text, values)


def _run(
    raw: "psycopg.Connection[Any]", kept: Any, text: str, values: Mapping[str, Any]
) -> list[tuple[Any, ...]]:
    """The same that psycopg's cursor does with libpq, in a third of its time: prepare, execute, wait.

    `kept` is what the backend keeps with the connection (`tideapi.postgres.base.Kept`).
    """
    query, order = _numbered(text)
    if not raw.autocommit and raw.pgconn.transaction_status == TransactionStatus.IDLE:
        _checked(raw, raw.pgconn.exec_(b"BEGIN"))
    name = kept.names.get(text)
    if name is None:
        name = f"tide{len(kept.names)}".encode()
        _checked(raw, raw.pgconn.prepare(name, query))
        kept.names[text] = name
    given = kept.adapting
    sent = [_sent(given, values[one]) for one in order]
    result = _checked(raw, raw.pgconn.exec_prepared(name, sent))
    given.set_pgresult(result)
    found: list[tuple[Any, ...]] = given.load_rows(0, result.ntuples, tuple)
    given.set_pgresult(None)  # It may be long.
    return found


def _sent(given: Any, value: Any) -> Any:
    """A value as libpq sends it; those of the usual types without asking psycopg how."""
    if isinstance(value, str):
        return value.encode()
    if type(value) is int:
        return b"%d" % value
    if type(value) is list and all(type(one) is str and _SAFE.fullmatch(one) for one in value):
        return f"{{{','.join(value)}}}".encode()
    return None if value is None else given.get_dumper(value, PyFormat.TEXT).dump(value)


def _checked(raw: "psycopg.Connection[Any]", result: Any) -> Any:
    if result.status in {ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK}:
        return result
    if raw.pgconn.status == ConnStatus.BAD:
        raise psycopg.OperationalError(raw.pgconn.get_error_message())
    raise psycopg.errors.error_from_result(result, encoding=raw.info.encoding)


@lru_cache(maxsize=256)
def _numbered(text: str) -> tuple[bytes, Sequence[str]]:
    """The statement with $1, $2 … in the places of its parameters, and which one each of these is."""
    order = list(dict.fromkeys(_PLACE.findall(text)))
    numbered = _PLACE.sub(lambda found: f"${order.index(found[1]) + 1}", text)
    return numbered.encode(), order
