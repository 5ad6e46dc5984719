"""What follows from the rest of a game's history, and so is not kept: most of what it weighs, compressed.

Hashes: the chain of the log, what sealed answers were bound to, and what a turn that closes binds where
nobody was told anything alone. What was made from the game's key: nonces, receipts and salts. And what events
repeat of the turns that they are about. Only what is the same when it is worked out is left out.

Why so: docs/why.md#derived.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

import orjson
from django.db import models

from games.archive.history import History
from games.fairness import chain, nonces
from games.fairness.chain import utc
from games.models import Event, Submission, Turn
from games.store import serializing
from games.store.table import Resolved
from tideapi.db.instances import instance

Json = dict[str, Any]
M = TypeVar("M", bound=models.Model)
Afters = list[int | None]
"""For each answer, turn by turn, with which event the log ended when it was sealed; null where its nonce does
not follow from that."""
Known = dict[tuple[str, int, int], Json]
"""Members of events by what the events are about (`_about`)."""
SEALED, OPENED, CLOSED = "sealed", "turn_opened", "turn_closed"


def without(history: History) -> tuple[History, Afters]:
    """A history with null for all that follows from the rest, and what is needed to work it out."""
    known = _known(history.turns)
    events = [_changed(one, data=_less(one, known)) for one in history.events]
    turns, afters = [], Afters()
    for one, candidates in _candidates(history):
        answers = {}
        for seat, answer in one.answers.items():
            after = _after(history, one.turn, answer, candidates)
            afters.append(after)
            its = {} if after is None else _of_answer(history, one.turn, answer, after)
            answers[seat] = _nulled(answer, its)
        salt = {"salt": _salt(history, one.turn)}
        turns.append(Resolved(_nulled(one.turn, salt), answers, one.private))
    return replace(history, turns=turns, events=events), afters


def complete(history: History, afters: Afters) -> None:
    """Put in what `without` has left out, and the hash of each event: the head of the log with it."""
    rest = iter(afters)
    for one in history.turns:
        _fill(one.turn, {"salt": _salt(history, one.turn)})
        for answer, after in zip(one.answers.values(), rest, strict=False):
            if after is not None:
                _fill(answer, _of_answer(history, one.turn, answer, after))
    known = _known(history.turns)
    head: bytes = chain.START
    for event in history.events:
        event.data = _whole(event, known)
        event.hash = head = chain.link(head, serializing.logged(event))


def _candidates(history: History) -> Iterator[tuple[Resolved, range]]:
    """The turns, and the numbers of the events after which answers to each can have been sealed."""
    closings = {one.data["turn"]: one.number for one in history.events if one.type == CLOSED}
    before = 0
    for one in history.turns:
        closed = closings.get(one.turn.number, before)
        yield one, range(closed - 1, before - 1, -1)
        before = closed


def _after(
    history: History, turn: Turn, answer: Submission, candidates: Iterable[int]
) -> int | None:
    nonce = bytes(answer.nonce)
    return next(
        (one for one in candidates if _of_answer(history, turn, answer, one)["nonce"] == nonce),
        None,
    )


def _of_answer(history: History, turn: Turn, answer: Submission, after: int) -> Json:
    """What follows from when an answer was sealed; the event that comes next is of the same moment."""
    its = serializing.sealed(turn.game_id, turn.number, answer.seat, answer.action)
    drawn = nonces.of_answer(history.nonce_key, after, its)
    return {**drawn._asdict(), "sealed_at": history.events[after].at}


def _salt(history: History, turn: Turn) -> bytes:
    return nonces.salt(history.nonce_key, turn.number, turn.opened_at)


def _less(event: Event, known: Known) -> Json:
    """An event's data with null for what follows, its members in the order in which they were."""
    data: Json = event.data
    found = known.get(_about(event), {})
    return {name: None if _same(found, name, value) else value for name, value in data.items()}


def _whole(event: Event, known: Known) -> Json:
    found = known.get(_about(event), {})
    return {name: found.get(name) if one is None else one for name, one in event.data.items()}


def _same(found: Json, name: str, value: Any) -> bool:
    return name in found and orjson.dumps(found[name]) == orjson.dumps(value)


def _about(event: Event) -> tuple[str, int, int]:
    """What an event is about: its type, its turn and its seat, zero for none."""
    return event.type, event.data.get("turn", 0), event.data.get("seat", 0)


def _known(turns: Iterable[Resolved]) -> Known:
    """Members of events that follow from the turns, by what the events are about."""
    known: Known = {}
    for one in turns:
        turn = one.turn
        known[CLOSED, turn.number, 0] = {
            "private": chain.commitment(turn.salt, []),
            "actions": _stored(serializing.played(turn, one.answers)),
        }
        stops: list[list[Json]] = [[] for _ in turn.asked]
        known[OPENED, turn.number, 0] = {
            "due_at": utc(turn.due_at),
            "deadlines": _stored(serializing.deadlines(turn.asked, turn.dues, stops)),
        }
        for seat, answer in one.answers.items():
            its = serializing.sealed(turn.game_id, turn.number, seat, answer.action)
            bound = chain.commitment(answer.nonce, its)
            known[SEALED, turn.number, seat] = {"commitment": bound}
    return known


def _stored(value: Any) -> Any:
    """As PostgreSQL gives back what is stored as `jsonb`: short names before long ones, in their order."""
    if isinstance(value, list):
        return [*map(_stored, value)]
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: (len(name.encode()), name.encode()))
        return {name: _stored(value[name]) for name in names}
    return value


def _nulled(row: M, its: Json) -> M:
    """The row with null for each of these values that is its own."""
    return _changed(row, **{name: None for name, value in its.items() if _own(row, name) == value})


def _fill(row: models.Model, its: Json) -> None:
    for name, value in its.items():
        if getattr(row, name) is None:
            setattr(row, name, value)


def _own(row: models.Model, name: str) -> Any:
    value = getattr(row, name)
    return bytes(value) if isinstance(value, memoryview) else value


def _changed(row: M, **values: Any) -> M:
    return instance(type(row), {**vars(row), **values}.items())
