"""SQL written by hand, for the few calls that everybody waits for; all other rows go through the ORM.

A statement is prepared once on each connection: PostgreSQL parses and plans it once, and not with each
call. All of them lie in files of SQL (`tideapi.db.sql_files`), each with the plan that it expects.

Why so: docs/why.md#not-cheaper.
"""

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any

import psycopg
from django.db import connections
from psycopg.adapt import PyFormat
from psycopg.pq import ConnStatus, ExecStatus, TransactionStatus

from tideapi.db.standby import IN_USE

_PLACE = re.compile(r"%\((\w+)\)s")


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement with its `%(name)s` parameters, each of them with a cast where its type is not plain.

    `scans` are the tables that it may read from end to end because they are small; all others it must
    find by an index (tests/app/repository/test_plans.py asks PostgreSQL).
    """

    text: str
    scans: frozenset[str] = frozenset()
    comment: str = field(default="", compare=False)
    """What stands above it: of which indexes its plan is made."""

    def rows(self, **values: Any) -> list[tuple[Any, ...]]:
        """Run it, and give all of its rows. PostgreSQL puts the values into their places; JSON comes as text.

        Who watches all statements of a connection, by Django's wrappers or its log, sees this one too.
        """
        django: Any = connections[IN_USE.get()]
        django.close_if_health_check_failed()
        django.ensure_connection()
        ask: Callable[..., list[tuple[Any, ...]]] = _ask
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

    def row(self, **values: Any) -> tuple[Any, ...] | None:
        """Run it, and give its first row, None if it has none."""
        found = self.rows(**values)
        return found[0] if found else None


def _ask(
    text: str,
    values: Mapping[str, Any],
    many: bool,  # noqa: FBT001  The signature of what Django's wrappers wrap.
    context: Mapping[str, Any],
) -> list[tuple[Any, ...]]:
    """What psycopg's cursor does with libpq, in a third of its time: prepare, execute, wait (docs/why.md)."""
    django = context["connection"]
    raw, kept = django.connection, django.kept
    query, order = _numbered(text)
    with django.wrap_database_errors:
        if not raw.autocommit and raw.pgconn.transaction_status == TransactionStatus.IDLE:
            _checked(raw, raw.pgconn.exec_(b"BEGIN"))
        name = kept.names.get(text)
        if name is None:
            name = f"tide{len(kept.names)}".encode()
            _checked(raw, raw.pgconn.prepare(name, query))
            kept.names[text] = name
        formats = [PyFormat.TEXT] * len(order)
        sent = kept.adapting.dump_sequence([values[one] for one in order], formats)
        result = _checked(raw, raw.pgconn.exec_prepared(name, sent))
        kept.adapting.set_pgresult(result)
        found: list[tuple[Any, ...]] = kept.adapting.load_rows(0, result.ntuples, tuple)
        kept.adapting.set_pgresult(None)  # It may be long.
        return found


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
