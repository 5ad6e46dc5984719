"""SQL written by hand, for the few calls that everybody waits for; all other rows go through the ORM.

A statement is prepared once on each connection: PostgreSQL parses and plans it once, and not with each
call. All of them lie in `games.sql` and `players.sql`, each with the plan that it expects.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

import psycopg
from django.db import connection
from psycopg.adapt import AdaptersMap, PyFormat, Transformer
from psycopg.pq import ExecStatus

_PLACE = re.compile(r"%\((\w+)\)s")
_names: "WeakKeyDictionary[psycopg.Connection[Any], dict[str, bytes]]" = WeakKeyDictionary()
"""Under which name each statement is prepared on a connection."""


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
    """Run a statement; its values PostgreSQL itself puts into their places."""
    django: Any = connection
    django.ensure_connection()
    raw: psycopg.Connection[Any] = django.connection
    watched = django.queries_logged or django.execute_wrappers
    if raw.autocommit and not watched:
        django.close_if_health_check_failed()
        with django.wrap_database_errors:
            return _at_once(django.connection or _again(django), text, values)
    # Django's own cursor puts the values into the text, so that each call would be a new statement.
    with django._prepare_cursor(psycopg.Cursor(raw)) as cursor:  # noqa: SLF001
        cursor.execute(text, values)
        return cursor.fetchall() if cursor.description is not None else []


@dataclass(frozen=True, slots=True)
class _Context:
    """A connection with psycopg's own adapters: Django's read a moment in Python, and the same one."""

    connection: "psycopg.Connection[Any]"
    adapters: AdaptersMap = psycopg.adapters


def _again(django: Any) -> "psycopg.Connection[Any]":
    django.ensure_connection()
    raw: psycopg.Connection[Any] = django.connection
    return raw


def _at_once(
    raw: "psycopg.Connection[Any]", text: str, values: Mapping[str, Any]
) -> list[tuple[Any, ...]]:
    """Run a statement that is a transaction of its own, in a third of a cursor's time.

    The same that psycopg's cursor does with libpq, for what is prepared and waited for.
    """
    query, order = _numbered(text)
    names = _names.setdefault(raw, {})
    name = names.get(text)
    if name is None:
        name = f"tide{len(names)}".encode()
        _checked(raw, raw.pgconn.prepare(name, query))
        names[text] = name
    given: Any = Transformer(_Context(raw))
    sent = [_dumped(given, values[one]) for one in order]
    result = _checked(raw, raw.pgconn.exec_prepared(name, sent))
    given.set_pgresult(result)
    found: list[tuple[Any, ...]] = given.load_rows(0, result.ntuples, tuple)
    return found


def _dumped(given: Any, value: Any) -> Any:
    return None if value is None else given.get_dumper(value, PyFormat.TEXT).dump(value)


def _checked(raw: "psycopg.Connection[Any]", result: Any) -> Any:
    if result.status in {ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK}:
        return result
    raise psycopg.errors.error_from_result(result, encoding=raw.info.encoding)


@lru_cache(maxsize=256)
def _numbered(text: str) -> tuple[bytes, Sequence[str]]:
    """The statement with $1, $2 … in the places of its parameters, and which one each of these is."""
    order = list(dict.fromkeys(_PLACE.findall(text)))
    numbered = _PLACE.sub(lambda found: f"${order.index(found[1]) + 1}", text)
    return numbered.encode(), order
