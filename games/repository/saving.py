"""Writing: all that decisions have changed of games, in one statement or two.

The statements are composed once from the models' columns. Rows are sent as JSON, so that few and many rows
are the same prepared statement.

Updates go before inserts, because only one turn of a game may be open at any moment. New rows have their ids
before, so that turns which open and close in a row refer to each other. Private events go after the seats: a
reader of a feed locks them in this order.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from functools import cache
from typing import Any, Literal, NamedTuple

import orjson
from django.db import connection, models

from common.db.encrypted import SecretBytes
from common.db.sql import fetch_row, fetch_rows
from games.models import Event, Log, PrivateEvent, Question, Seat, Stage, Submission, Turn
from games.repository.game_state import Changes

NEXT_IDS = """
SELECT
    ARRAY(SELECT nextval('games_seat_id_seq') FROM generate_series(1, %(seats)s::integer)),
    ARRAY(SELECT nextval('games_stage_id_seq') FROM generate_series(1, %(stages)s::integer)),
    ARRAY(SELECT nextval('games_turn_id_seq') FROM generate_series(1, %(turns)s::integer)),
    ARRAY(SELECT nextval('games_question_id_seq') FROM generate_series(1, %(questions)s::integer))
"""
_NUMBERED = (Seat, Stage, Turn, Question)
_REFERENCES: dict[type[models.Model], tuple[str, ...]] = {
    Turn: ("stage",),
    Question: ("turn", "seat"),
    Submission: ("question",),
    PrivateEvent: ("turn",),
}
"""The references of new rows to others that may be new."""
_IF_UNCHANGED = (
    " AND old.event_number = %(events)s::integer AND old.private_number = %(private)s::integer"
    " RETURNING 1"
)

Values = dict[str, Any]


class Part(NamedTuple):
    """The rows of one table that are written alike, in these columns."""

    action: Literal["insert", "update", "delete"]
    model: type[models.Model]
    columns: tuple[str, ...]


def save_changes(some: Sequence[Changes], *, if_unchanged: bool = False) -> bool:
    """Write changes of rows. The caller has locked their games.

    Without the lock, `if_unchanged` writes the changes of one game, or nothing if another process has written
    to the game since it was read. It waits for a process that is writing now. Return whether all was written.
    """
    early: dict[Part, list[Values]] = {}
    late: dict[Part, list[Values]] = {}
    new = [row for changes in some for row in changes.new]
    _take_ids(new)
    for changes in some:
        for row, values in changes.changed.items():
            key = row._meta.pk.attname  # noqa: SLF001  Public by documentation.
            part = Part("update", type(row), (key, *sorted(values)))
            into = late if isinstance(row, PrivateEvent) else early
            into.setdefault(part, []).append({key: row.pk, **values})
        for row in changes.gone:
            key = row._meta.pk.attname  # noqa: SLF001
            early.setdefault(Part("delete", type(row), (key,)), []).append({key: row.pk})
    for row in new:
        part = Part("insert", type(row), _inserted_columns(type(row), with_id=bool(row.pk)))
        late.setdefault(part, []).append({name: row.__dict__[name] for name in part.columns})
    if not any(part.model in {Turn, PrivateEvent} for part in late):
        early, late = early | late, {}
    # All is JSON before the first of it is written: what rules return may not be.
    steps = [_compose_statement(step, if_unchanged=if_unchanged) for step in (early, late) if step]
    if not if_unchanged:
        for statement, values in steps:
            fetch_rows(statement, **values)
        return True
    if not steps:
        return True
    ((statement, values),) = steps  # What needs two statements needs the lock.
    (log,) = (row for changes in some for row in changes.changed if isinstance(row, Log))
    added = sum(isinstance(row, Event) for row in new)
    numbers = {"events": log.event_number - added, "private": log.private_number}
    return fetch_row(statement, **values, **numbers) == (1,)


def _compose_statement(
    step: dict[Part, list[Values]], *, if_unchanged: bool
) -> tuple[str, dict[str, str]]:
    """Return the statement that writes some parts, and the values of its parameters."""
    # The log comes first, because the other parts may depend on it.
    parts = sorted(step, key=lambda part: (part.model is not Log, repr(part)))
    values = {f"rows{place}": _to_json(part, step[part]) for place, part in enumerate(parts)}
    return write_statement(tuple(parts), if_unchanged=if_unchanged), values


@cache
def write_statement(parts: tuple[Part, ...], *, if_unchanged: bool = False) -> str:
    """Return the statement that writes these parts, each from a parameter of its own.

    With `if_unchanged` the first part is the log, and its row has the number of logs written: none if it does
    not end with event number `events` and private event number `private`. Then nothing else is written.
    """
    steps = []
    for place, part in enumerate(parts):
        written, end = _WRITERS[part.action](part, _given_rows(part, place)), ""
        if if_unchanged and place == 0:
            end = _IF_UNCHANGED
        elif if_unchanged:
            word = "WHERE" if part.action == "insert" else "AND"
            end = f" {word} EXISTS (SELECT FROM part0)"
        steps.append(f"part{place} AS ({written}{end})")
    return f"WITH {', '.join(steps)} SELECT {'count(*) FROM part0' if if_unchanged else '1'}"


def _take_ids(new: Sequence[models.Model]) -> None:
    """Give new rows their ids where others may refer to them, and name these there."""
    if not any(isinstance(row, Question) for row in new):
        return
    numbered = [[row for row in new if type(row) is model] for model in _NUMBERED]
    seats, stages, turns, questions = map(len, numbered)
    ids = fetch_row(NEXT_IDS, seats=seats, stages=stages, turns=turns, questions=questions)
    for rows, taken in zip(numbered, ids or (), strict=True):
        for row, pk in zip(rows, taken, strict=True):
            row.pk = pk
    for referring in new:
        for name in _REFERENCES.get(type(referring), ()):
            other = getattr(referring, name)
            if other is not None:
                setattr(referring, f"{name}_id", other.pk)


def _insert_rows(part: Part, rows: str) -> str:
    columns = _list_columns(part.columns)
    return f"INSERT INTO {_table_name(part)} ({columns}) SELECT {columns} FROM {rows}"


def _update_rows(part: Part, rows: str) -> str:
    key, *changed = part.columns
    sets = ", ".join(f'"{name}" = new."{name}"' for name in changed)
    return f"UPDATE {_table_name(part)} old SET {sets} FROM {rows} WHERE old.{key} = new.{key}"


def _delete_rows(part: Part, rows: str) -> str:
    (key,) = part.columns
    return f"DELETE FROM {_table_name(part)} old USING {rows} WHERE old.{key} = new.{key}"


_WRITERS: dict[str, Callable[[Part, str], str]] = {
    "insert": _insert_rows,
    "update": _update_rows,
    "delete": _delete_rows,
}


def _given_rows(part: Part, place: int) -> str:
    """Return SQL for the rows of a part's parameter."""
    fields = part.model._meta.concrete_fields  # noqa: SLF001
    types = {field.attname: field.rel_db_type(connection) for field in fields}
    typed = ", ".join(f'"{name}" {types[name]}' for name in part.columns)
    given = f"%(rows{place})s::json"
    # Without a limit PostgreSQL expects a hundred rows, and then scans a small table.
    return (
        f"(SELECT * FROM json_to_recordset({given}) AS given ({typed})"
        f" LIMIT json_array_length({given})) new"
    )


def _table_name(part: Part) -> str:
    return part.model._meta.db_table  # noqa: SLF001


def _list_columns(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


@cache
def _inserted_columns(model: type[models.Model], *, with_id: bool) -> tuple[str, ...]:
    """Return the columns of a new row, without those that the database makes."""
    return tuple(
        field.attname
        for field in model._meta.concrete_fields  # noqa: SLF001
        if not field.generated and (with_id or not isinstance(field, models.AutoField))
    )


def _to_json(part: Part, rows: list[Values]) -> str:
    for name, close in _find_secrets(part.model):
        if name in part.columns:
            for values in rows:
                values[name] = close(values[name])
    return orjson.dumps(rows, default=_to_text).decode()


@cache
def _find_secrets(model: type[models.Model]) -> list[tuple[str, Callable[[Any], bytes | None]]]:
    fields = model._meta.concrete_fields  # noqa: SLF001
    return [(field.attname, field.close) for field in fields if isinstance(field, SecretBytes)]


def _to_text(value: Any) -> str:
    """Return what JSON does not know in a form that PostgreSQL reads."""
    if isinstance(value, timedelta):
        # In full, because PostgreSQL does not read 1e-06.
        return f"{value.total_seconds():.6f} seconds"
    return f"\\x{bytes(value).hex()}"
