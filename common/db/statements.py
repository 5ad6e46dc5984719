"""Hand-written SQL, for the few calls that must be fast; all other rows go through the ORM.

A statement is prepared once on each connection: PostgreSQL parses and plans it once, and not with each call.
Most are in files of SQL (`common.db.sql_files`), each with its expected plan.
"""

import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, TypeVar

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.models.base import ModelState
from psycopg.adapt import PyFormat
from psycopg.pq import ConnStatus, ExecStatus, TransactionStatus

_PLACE = re.compile(r"%\((\w+)\)s")


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement with its `%(name)s` parameters, each of them with a cast where its type is not plain.

    `scans` are the tables that it may read from end to end because they are small; all others it must find by
    an index (tests/app/repository/test_plans.py asks PostgreSQL).
    """

    text: str
    scans: frozenset[str] = frozenset()
    comment: str = field(default="", compare=False)
    """The comment above it: the indexes of its plan."""

    def fetch_rows(self, **values: Any) -> list[tuple[Any, ...]]:
        """Run the statement; return all of its rows. JSON comes as text.

        PostgreSQL inserts the values. Django's wrappers and its log of a connection see this statement too.
        """
        django: Any = connections[DEFAULT_DB_ALIAS]
        django.close_if_health_check_failed()
        django.ensure_connection()
        ask: Callable[..., list[tuple[Any, ...]]] = _run_prepared
        for wrapper in reversed(django.execute_wrappers):
            ask = partial(wrapper, ask)
        began = time.monotonic()
        try:
            return ask(self.text, values, False, {"connection": django, "cursor": None})
        finally:
            if django.queries_logged:
                # Without the values: what is secret in them is nobody's business, not even in debug.
                seconds = f"{time.monotonic() - began:.3f}"
                django.queries_log.append({"sql": self.text, "time": seconds})

    def fetch_row(self, **values: Any) -> tuple[Any, ...] | None:
        """Run the statement; return its first row, None if it has none."""
        found = self.fetch_rows(**values)
        return found[0] if found else None


def _run_prepared(
    text: str,
    values: Mapping[str, Any],
    many: bool,  # noqa: FBT001  The signature of what Django's wrappers wrap.
    context: Mapping[str, Any],
) -> list[tuple[Any, ...]]:
    """Run a prepared statement by libpq like psycopg's cursor, in a third of its time."""
    django = context["connection"]
    raw, kept = django.connection, django.kept
    query, order = _number_parameters(text)
    with django.wrap_database_errors:
        if not raw.autocommit and raw.pgconn.transaction_status == TransactionStatus.IDLE:
            _check_result(raw, raw.pgconn.exec_(b"BEGIN"))
        name = kept.names.get(text)
        if name is None:
            name = f"tide{len(kept.names)}".encode()
            _check_result(raw, raw.pgconn.prepare(name, query))
            kept.names[text] = name
        formats = [PyFormat.TEXT] * len(order)
        sent = kept.adapting.dump_sequence([values[one] for one in order], formats)
        result = _check_result(raw, raw.pgconn.exec_prepared(name, sent))
        kept.adapting.set_pgresult(result)
        found: list[tuple[Any, ...]] = kept.adapting.load_rows(0, result.ntuples, tuple)
        kept.adapting.set_pgresult(None)  # It may be long.
        return found


def _check_result(raw: "psycopg.Connection[Any]", result: Any) -> Any:
    if result.status in {ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK}:
        return result
    if raw.pgconn.status == ConnStatus.BAD:
        raise psycopg.OperationalError(raw.pgconn.get_error_message())
    raise psycopg.errors.error_from_result(result, encoding=raw.info.encoding)


@lru_cache(maxsize=256)
def _number_parameters(text: str) -> tuple[bytes, Sequence[str]]:
    """Return the statement with $1, $2 … for its parameters, and the names of these in order."""
    order = list(dict.fromkeys(_PLACE.findall(text)))
    numbered = _PLACE.sub(lambda found: f"${order.index(found[1]) + 1}", text)
    return numbered.encode(), order


M = TypeVar("M", bound=models.Model)


def make_instance(model: type[M], values: Iterable[tuple[str, Any]]) -> M:
    """Return a row of these values; others are read from the database when needed.

    It does what `Model.from_db` does, in a fifth of the time: a game has a dozen rows.
    """
    row = model.__new__(model)
    state = row._state = ModelState()  # noqa: SLF001  Public by documentation.
    state.adding, state.db = False, DEFAULT_DB_ALIAS
    row.__dict__.update(values)
    return row
