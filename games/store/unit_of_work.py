"""A unit of work: what has changed of a game since it was read, written in one place and in one statement.

What has changed is the difference between a table's rows as they were read and as they are now. Whoever waits
for it is notified after the commit.

Why so: docs/why.md#compared.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import Any

import orjson
from django.db import models

from games.fairness.chain import record_event
from games.models import Game, Log, Pause, PrivateEvent, Seat, StandingOrder, Submission, Turn
from games.store import columns, counters, notify, rows
from games.store.sql import writing
from games.store.table import Resolved, Table
from players.models import Vacation

Row = tuple[type[models.Model], rows.Values]
Found = Iterator[tuple[str, models.Model, rows.Values]]
"""Rows, each behind its part of `games.store.sql.writing`, with the values that are written."""

_CHANGED = {
    Game: "games",
    Seat: "seats",
    Turn: "turns",
    Pause: "pauses",
    PrivateEvent: "bound",
}
_GONE = {Seat: "vacated", Pause: "dropped", StandingOrder: "forgotten", Submission: "withdrawn"}


class Fixed(TypeError):
    """Something was changed that is never written."""


@dataclass(frozen=True, slots=True)
class Changes:
    """All that a decision makes of one game. It stays as it is, whatever becomes of the table."""

    game: str
    log_from: int
    """The number of the event with which the log ended before."""
    parts: Mapping[str, list[Row]]
    """What is written, by the parts of `games.store.sql.writing`; none is empty."""
    published: bool
    """Whether there are new events in the log."""
    outsiders: frozenset[int]
    """The players to whom a private event is new and who have no seat, with which they are notified."""
    bots_due: bool
    thinkers_due: bool
    """Whether bots have to move at once that had not to before."""
    resolved: tuple[Resolved, ...]
    """The turns that have closed."""


def changes_of(table: Table) -> Changes:
    """All that is not as it was read, in every column. Raises `Fixed` for one that is never written."""
    parts: dict[str, list[Row]] = {}
    for part, row, values in (*_read(table), *_new(table)):
        parts.setdefault(part, []).append((type(row), values))
    return Changes(
        game=table.game.pk,
        log_from=table.game.log.event_number - len(table.events),
        parts=parts,
        published=bool(table.events),
        outsiders=frozenset(
            table.informed and table.informed - {seat.player_id for seat in table.seats}
        ),
        bots_due=_due(table, "bots_at"),
        thinkers_due=_due(table, "thinkers_at"),
        resolved=tuple(table.resolved),
    )


def commit(table: Table) -> None:
    """Write all that has changed of a game, under its lock. A table is written once."""
    write([changes_of(table)])


def commit_if_first(table: Table) -> bool:
    """Write what has changed of a game that was read without its lock.

    False, and nothing is written, if somebody else has written to the game since.
    """
    changes = changes_of(table)
    parts = _json([changes])
    assert parts.keys() <= writing.WITHOUT_LOCK, parts.keys()  # noqa: S101  The rest needs the lock.
    statement = writing.write(frozenset(parts), if_first=True)
    found = statement.row(log_from=changes.log_from, **parts)
    first = found is not None and found[0] == 1
    if first:
        _notify([changes])
    return first


def write(some: Sequence[Changes], vacation: Vacation | None = None) -> None:
    """Write the changes of games in one statement, each under its lock.

    With them a vacation that is announced or has ended, under the lock of its player.
    """
    parts = _json(some, vacation)
    if parts:
        writing.write(frozenset(parts)).row(**parts)
    _notify(some)


def _read(table: Table) -> Found:
    """The rows that were read, if they have changed or are there no more."""
    for row, before in table.read:
        model, names = type(row), {*rows.changed(row, before)}
        changeable = writing.CHANGEABLE[model]
        if names - changeable:
            raise Fixed(f"{model.__name__}: {', '.join(sorted(names - changeable))}")
        if isinstance(row, Log):
            if names:
                end = rows.kept(row, {"game_id", *columns.LOG_END})
                yield (
                    "logs",
                    row,
                    {**end, "recent": [*map(record_event, table.events[table.folded :])]},
                )
        elif _is_gone(table, row):
            yield _GONE[model], row, {"id": row.pk}
        elif names:
            if isinstance(row, Turn) and names <= writing.COUNTS:
                # A card without the lock changes no more of it: all else may be another's by then.
                yield "counted", row, rows.kept(row, {"id", *writing.COUNTS})
                continue
            # Whoever reads the player's feed may have written this since.
            others = {"feed_cursor"} - names
            yield _CHANGED[model], row, rows.kept(row, {"id", *changeable} - others)


def _is_gone(table: Table, row: models.Model) -> bool:
    match row:
        case Seat():
            return row not in table.seats
        case Pause():
            return row not in table.pauses
        case StandingOrder():
            return row.seat_id not in {order.seat_id for order in table.orders.values()}
        case Submission():
            opened = table.open_turn
            return (
                opened is not None and row.turn == opened.number and row.seat not in table.answers
            )
    return False


def _new(table: Table) -> Found:
    """The rows that are not in the database yet."""
    turns, answers, private = [table.open_turn], [*table.answers.values()], [*table.unbound]
    for closed in table.resolved:
        turns.append(closed.turn)
        answers += closed.answers.values()
        private += closed.private
    plain: dict[str, Iterable[models.Model | None]] = {
        "created": [table.game],
        "participants": table.named,
        "opened": turns,
        "taken": table.seats,
        "answers": answers,
        "private_events": private,
        "orders": table.orders.values(),
        "proposed": table.pauses,
        "stages": table.stages,
        "former": table.former,
    }
    if table.game.log._state.adding:  # noqa: SLF001  Django's word for a row that is not there yet.
        yield (
            "begun",
            table.game.log,
            {
                **rows.kept(table.game.log),
                "recent": [*map(record_event, table.events[table.folded :])],
            },
        )
    for part, some in plain.items():
        for row in some:
            if row is not None and row._state.adding:  # noqa: SLF001
                yield part, row, rows.kept(row)


def _due(table: Table, column: str) -> bool:
    """Whether bots have to move now who had not to before, by this column of the open turn."""
    turn = table.open_turn
    at: datetime | None = None if turn is None else getattr(turn, column)
    if at is None or at > table.moment:
        return False
    return [at] != [values[column] for row, values in table.read if row is turn]


def _json(some: Sequence[Changes], vacation: Vacation | None = None) -> dict[str, str]:
    """The rows of each part of the statement."""
    parts: dict[str, list[Any]] = {}
    for changes in some:
        for part, found in changes.parts.items():
            for model, values in found:
                parts.setdefault(part, []).append(rows.written(model, values))
    if vacation is not None:
        part = "announced" if vacation._state.adding else "vacations"  # noqa: SLF001
        parts[part] = [rows.written(Vacation, rows.kept(vacation))]
    return {part: orjson.dumps(found).decode() for part, found in parts.items()}


def _notify(some: Sequence[Changes]) -> None:
    games, players, resolved_by = list[str](), list[int](), list[str]()
    for changes in some:
        if changes.published:
            games.append(changes.game)
        players += changes.outsiders
        if changes.bots_due:
            notify.bots_due.send(None)
        if changes.thinkers_due:
            notify.thinkers_due.send(None)
        for turn in changes.resolved:
            resolved_by += map(attrgetter("by"), turn.answers.values())
    notify.subscribers(games, players)
    if resolved_by:
        counters.resolved(resolved_by)
