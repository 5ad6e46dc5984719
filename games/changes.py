"""What a writer changes of a game, kept until all of it is written in one statement."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson
from django.db import models

from games import rows
from games.models import (
    Event,
    FormerSeat,
    Game,
    Participant,
    Pause,
    Seat,
    Stage,
    StandingOrder,
    Submission,
    Turn,
    Whisper,
)
from games.sql import playing
from players.models import Vacation

Json = dict[str, Any]


@dataclass
class Changes:
    """What has to be written of one game. `whole`: more of its row than the end of its log."""

    game: Game
    whole: bool = False
    participants: list[Participant] = field(default_factory=list)
    turns: dict[int, Turn] = field(default_factory=dict)
    """Turns that were there before, by number."""
    opened: list[Turn] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    taken: list[Seat] = field(default_factory=list)
    answers: dict[tuple[int, int], Submission] = field(default_factory=dict)
    """By turn and seat: new ones, and those that take the place of earlier ones."""
    withdrawn: list[Submission] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    stages: list[Stage] = field(default_factory=list)
    whispers: list[Whisper] = field(default_factory=list)
    bound: list[Whisper] = field(default_factory=list)
    """Whispers that were there before, and belong to a turn now."""
    orders: dict[int, StandingOrder | None] = field(default_factory=dict)
    """The standing orders that were given, by the seat's id; None where one was taken away."""
    pauses: list[Pause] = field(default_factory=list)
    """New ones, and those that were there before."""
    dropped: list[Pause] = field(default_factory=list)
    former: list[FormerSeat] = field(default_factory=list)

    def parts(self) -> dict[str, list[Json]]:
        """The rows of each part of the statement; a part without rows is left out."""
        created = _is_new(self.game)
        whole = self.whole and not created
        told = bool(self.events or self.whispers)
        logged = told and not self.whole and not created
        parts = {
            "created": _all([self.game] if created else []),
            "games": _all([self.game] if whole else []),
            "logs": [_log(self.game)] if logged else [],
            "participants": _all(self.participants),
            "turns": _all(self.turns.values()),
            "opened": _all(self.opened),
            "seats": _all(self.seats),
            "taken": _all(self.taken),
            "withdrawn": [{"turn_id": one.turn_id, "seat": one.seat} for one in self.withdrawn],
            "answers": _of_turns(self.answers.values()),
            "events": _all(self.events),
            "stages": _all(self.stages),
            "bound": _of_turns(self.bound),
            "whispers": _of_turns(self.whispers),
            "orders": _all(order for order in self.orders.values() if order is not None),
            "forgotten": [
                {"seat_id": seat} for seat, order in self.orders.items() if order is None
            ],
            "proposed": _all(pause for pause in self.pauses if _is_new(pause)),
            "pauses": _all(pause for pause in self.pauses if not _is_new(pause)),
            "dropped": _all(self.dropped),
            "former": _all(self.former),
        }
        return {name: some for name, some in parts.items() if some}


def write(changes: Sequence[Changes], vacation: Vacation | None = None) -> None:
    """Write the changes of one or more games, each under its lock, and note the ids of new rows.

    With them a vacation that is announced or ended, under the lock of its player.
    """
    parts: dict[str, list[Json]] = {}
    for one in changes:
        for name, some in one.parts().items():
            parts.setdefault(name, []).extend(some)
    if vacation is not None:
        parts["announced" if _is_new(vacation) else "vacations"] = _all([vacation])
    if not parts:
        return
    values = {name: orjson.dumps(some).decode() for name, some in parts.items()}
    found = playing.write(frozenset(parts)).row(**values)
    assert found is not None  # noqa: S101  The statement always has one row.
    opened, taken, proposed = found
    for one in changes:
        one.game._state.adding = False  # noqa: SLF001
    _note(opened, {(row.game_id, row.number): row for one in changes for row in one.opened})
    _note(taken, {(row.game_id, row.number): row for one in changes for row in one.taken})
    _note(proposed, {(row.game_id, row.proposed_by): row for one in changes for row in one.pauses})
    if vacation is not None:
        vacation._state.adding = False  # noqa: SLF001


def write_alone(changes: Changes) -> bool:
    """Write one answer and one event, if the game's log ends where it did when the game was read."""
    (answer,), (event,) = changes.answers.values(), changes.events
    found = playing.SEAL.row(
        game=changes.game.pk,
        head=bytes(changes.game.head),
        number=event.number,
        type=event.type,
        data=orjson.dumps(event.data).decode(),
        at=event.at,
        turn=answer.turn.pk,
        seat=answer.seat,
        action=rows.secret(answer, "action"),
        by=answer.by,
        receipt=answer.receipt,
        nonce=rows.secret(answer, "nonce"),
        skipped=rows.secret(answer, "skipped"),
        changes=answer.turn.changes if changes.turns else None,
    )
    return found is not None


def _is_new(row: models.Model) -> bool:
    return row._state.adding  # noqa: SLF001  Django's word for a row that is not there yet.


def _all(some: Iterable[models.Model]) -> list[Json]:
    return [rows.one(row) for row in some]


def _log(game: Game) -> Json:
    return {
        "id": game.pk,
        "event_number": game.event_number,
        "whisper_number": game.whisper_number,
        "head": rows.bytea(game.head),
    }


def _of_turns(some: Iterable[Submission | Whisper]) -> list[Json]:
    return [
        rows.one(row)
        if row.turn is None
        else rows.one(row, turn_id=row.turn.pk, of_game=row.turn.game_id, of_turn=row.turn.number)
        for row in some
    ]


def _note(ids: str | None, made: Mapping[tuple[str | int, int], models.Model]) -> None:
    for whose, number, pk in orjson.loads(ids or "[]"):
        row = made[whose, number]
        row.pk = pk
        row._state.adding = False  # noqa: SLF001  As Django notes it of a row that it has saved.
