"""Units of work: a game loaded for an update, and one statement that saves the changes.

Changes are the difference between the rows as they were read and as they are now. Subscribers are notified
after the commit.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import Any

import orjson
from django.db import models, transaction

from games.models import (
    Event,
    Game,
    Log,
    Pause,
    PrivateEvent,
    Question,
    Seat,
    Stage,
    StandingOrder,
    Submission,
    Turn,
)
from games.repository import columns, counters, loader, rows, signals
from games.repository.game_state import GameState, Resolved
from games.repository.queries import playing, write_statement
from players.models import Player, Vacation

Row = tuple[type[models.Model], rows.Values]
Found = Iterator[tuple[str, models.Model, rows.Values]]
"""Rows with their part of `games.repository.queries.write_statement` and the values that are written."""

_CHANGED = {
    Game: "games",
    Seat: "seats",
    Turn: "turns",
    Question: "questions",
    Stage: "stages",
    Pause: "pauses",
    PrivateEvent: "bound",
}
_GONE = {Seat: "vacated", Pause: "dropped", StandingOrder: "forgotten", Submission: "withdrawn"}


class Fixed(TypeError):
    """The error of a change in a column that is never written."""


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes of one game by a decision, independent of later changes of the state."""

    game: str
    log_from: int
    """The number of the last event before the decision."""
    parts: Mapping[str, list[Row]]
    """The rows to write by the parts of `games.repository.queries.write_statement`; none is empty."""
    published: bool
    """True if there are new events in the log."""
    outsiders: frozenset[int]
    """The players with a new private event who have no seat: those with a seat are notified with the game."""
    bots_due: bool
    thinkers_due: bool
    """True if bots have to move at once that had not to before."""
    resolved: tuple[Resolved, ...]
    """The turns that have closed."""


def changes_of(game: GameState) -> Changes:
    """Return all changes since the game was read. Raises `Fixed` for a column that is never written."""
    _take_ids(game)
    parts: dict[str, list[Row]] = {}
    for part, row, values in (*_find_changed(game), *_find_new(game)):
        parts.setdefault(part, []).append((type(row), values))
    return Changes(
        game=game.row.pk,
        log_from=game.row.log.event_number - len(game.events),
        parts=parts,
        published=bool(game.events),
        outsiders=frozenset(
            game.informed and game.informed - {seat.player_id for seat in game.seats}
        ),
        bots_due=_is_newly_due(game, "bots_at"),
        thinkers_due=_is_newly_due(game, "thinkers_at"),
        resolved=tuple(game.resolved),
    )


@contextmanager
def for_update(
    game_id: str,
    newcomer: Player | None = None,
    guest: str | None = None,
    *,
    read: GameState | None = None,
) -> Iterator[GameState]:
    """Load a game under its lock, and save what the block changes of it, in one transaction.

    Nothing is saved if the block raises. `newcomer` and `guest` are as for `loader.load_for_update`. `read`
    is the game as it was read without its lock: it is read again only if another process has written since.
    Raises `ApiError` (`game_not_found`).
    """
    with transaction.atomic():
        game = (
            loader.load_for_update(game_id, newcomer, guest)
            if read is None
            else loader.reload_for_update(read)
        )
        yield game
        if not game.is_saved:
            save(game)


def save(game: GameState, *, if_unchanged: bool = False) -> bool:
    """Write all that has changed of a game, once, and return whether it was written.

    The caller holds the game's lock. Without it, `if_unchanged` writes nothing if another process has written
    to the game since it was read.
    """
    changes = changes_of(game)
    game.is_saved = True
    if not if_unchanged:
        save_all([changes])
        return True
    parts = _changes_to_json([changes])
    assert parts.keys() <= write_statement.WITHOUT_LOCK, parts.keys()  # noqa: S101  The rest needs the lock.
    statement = write_statement.write(frozenset(parts), if_first=True)
    found = statement.fetch_row(log_from=changes.log_from, **parts)
    is_first = found is not None and found[0] == 1
    if is_first:
        _notify_listeners([changes])
    return is_first


def save_all(some: Sequence[Changes], vacation: Vacation | None = None) -> None:
    """Write the changes of games in one statement, each under its lock.

    With them a vacation that is announced or has ended, under the lock of its player.
    """
    parts = _changes_to_json(some, vacation)
    if parts:
        write_statement.write(frozenset(parts)).fetch_row(**parts)
    _notify_listeners(some)


def _find_changed(game: GameState) -> Found:
    """Yield the rows that were read and have changed or are gone."""
    for row, before in game.read:
        model, names = type(row), {*rows.changed_attributes(row, before)}
        changeable = write_statement.CHANGEABLE[model]
        if names - changeable:
            raise Fixed(f"{model.__name__}: {', '.join(sorted(names - changeable))}")
        if isinstance(row, Log):
            if names:
                yield "logs", row, rows.take_snapshot(row, {"game_id", *columns.LOG_END})
        elif _is_gone(game, row):
            yield _GONE[model], row, {model._meta.pk.attname: row.pk}  # noqa: SLF001
        elif names:
            if isinstance(row, Question) and names <= write_statement.COUNTS:
                # An answer without the lock writes no other column: another process may have changed them.
                yield "counted", row, rows.take_snapshot(row, {"id", *write_statement.COUNTS})
                continue
            # A reader of the player's feed may have written this column since.
            others = {"feed_cursor"} - names
            yield _CHANGED[model], row, rows.take_snapshot(row, {"id", *changeable} - others)


def _is_gone(game: GameState, row: models.Model) -> bool:
    match row:
        case Seat():
            return row not in game.seats
        case Pause():
            return row not in game.pauses
        case StandingOrder():
            return row.seat_id not in {order.seat_id for order in game.orders.values()}
        case Submission():
            asked = {one.pk for one in game.questions.values()}
            answered = {one.question_id for one in game.answers.values()}
            return row.question_id in asked and row.question_id not in answered
    return False


def _find_new(game: GameState) -> Found:
    """Yield the rows that are not in the database yet."""
    turns, questions = [game.open_turn], [*game.questions.values()]
    answers, private = [*game.answers.values()], [*game.unbound]
    for closed in game.resolved:
        turns.append(closed.turn)
        questions += closed.questions.values()
        answers += closed.answers.values()
        private += closed.private
    plain: dict[str, Iterable[models.Model | None]] = {
        "created": [game.row],
        "participants": game.named,
        "begun_stages": game.stages,
        "opened": turns,
        "asked": questions,
        "taken": game.seats,
        "answers": answers,
        "private_events": private,
        "orders": game.orders.values(),
        "proposed": game.pauses,
        "former": game.former,
    }
    if game.row.log._state.adding:  # noqa: SLF001  Django's word for a row that is not there yet.
        yield "begun", game.row.log, rows.take_snapshot(game.row.log)
    for event in game.events:
        published = Event(
            game_id=event.game_id,
            number=event.number,
            type=event.type,
            data=event.data,
            at=event.at,
            hash=event.hash,
        )
        yield "events", published, rows.take_snapshot(published)
    for part, some in plain.items():
        for row in some:
            if row is not None and row._state.adding:  # noqa: SLF001
                yield part, row, rows.take_snapshot(row)


def _take_ids(game: GameState) -> None:
    """Give new seats, stages, turns and questions their ids, and name these where others refer to them.

    So all rows of turns that close and open in a row are written by one statement.
    """
    closed = [one.turn for one in game.resolved]
    turns = [turn for turn in (*closed, game.open_turn) if turn is not None]
    questions = [one for closed in game.resolved for one in closed.questions.values()]
    questions += game.questions.values()
    new: list[list[Any]] = [
        [row for row in some if not row.pk] for some in (game.seats, game.stages, turns, questions)
    ]
    if not any(new):
        return
    found = playing.NEXT_IDS.fetch_row(
        seats=len(new[0]), stages=len(new[1]), turns=len(new[2]), questions=len(new[3])
    )
    for some, ids in zip(new, found or (), strict=True):
        for row, pk in zip(some, ids, strict=True):
            row.pk = pk
    for turn in turns:
        turn.stage_id = turn.stage.pk
    for question in questions:
        question.turn_id = question.turn.pk
        question.seat_id = question.seat.pk
    answers = [*game.answers.values()]
    for closed_turn in game.resolved:
        answers += closed_turn.answers.values()
        for event in closed_turn.private:
            event.turn_id = closed_turn.turn.pk
    for answer in answers:
        answer.question_id = answer.question.pk


def _is_newly_due(game: GameState, column: str) -> bool:
    """Return whether the open turn's column became due now, so that bots have to move."""
    turn = game.open_turn
    at: datetime | None = None if turn is None else getattr(turn, column)
    if at is None or at > game.moment:
        return False
    return [at] != [values[column] for row, values in game.read if row is turn]


def _changes_to_json(some: Sequence[Changes], vacation: Vacation | None = None) -> dict[str, str]:
    """Return the rows of each part of the statement, as JSON."""
    parts: dict[str, list[Any]] = {}
    for changes in some:
        for part, found in changes.parts.items():
            for model, values in found:
                parts.setdefault(part, []).append(rows.to_db_json(model, values))
    if vacation is not None:
        part = "announced" if vacation._state.adding else "vacations"  # noqa: SLF001
        parts[part] = [rows.to_db_json(Vacation, rows.take_snapshot(vacation))]
    return {part: orjson.dumps(found).decode() for part, found in parts.items()}


def _notify_listeners(some: Sequence[Changes]) -> None:
    games, players, resolved_by = list[str](), list[int](), list[str]()
    for changes in some:
        if changes.published:
            games.append(changes.game)
        players += changes.outsiders
        if changes.bots_due:
            signals.bots_due.send(None)
        if changes.thinkers_due:
            signals.thinkers_due.send(None)
        for turn in changes.resolved:
            resolved_by += map(attrgetter("by"), turn.answers.values())
    signals.notify_subscribers(games, players)
    if resolved_by:
        counters.count_resolved_turns(resolved_by)
