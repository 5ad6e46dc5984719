"""What follows from the rest of a game's history, and so is not kept: most of what it weighs, compressed.

Hashes: the chain of the log, what sealed answers were bound to, and what a turn that closes binds where
nobody was told anything alone. What was made from the game's key: nonces, receipts and salts. And what events
repeat of the turns that they are about. Only what is the same when it is worked out is left out.

Why so: docs/why.md#derived.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar

import orjson
from django.db import models

from games.archive.history import History
from games.fairness import chain, nonces
from games.fairness.chain import Event, utc
from games.models import Submission, Turn
from games.repository import log_format
from games.repository.game_state import Resolved
from tideapi.db.instances import instance

Json = dict[str, Any]
M = TypeVar("M", bound=models.Model)
Afters = list[int | None]
"""For each answer, turn by turn, with which event the log ended when it was sealed; null where that is not
known, because its nonce was drawn."""
Known = dict[tuple[str, int, int], Json]
"""Members of events by what the events are about (`_about`)."""
SEALED, WITHDRAWN = "sealed", "withdrawn"
OPENED, CLOSED = "turn_opened", "turn_closed"


def without(history: History) -> tuple[History, Afters]:
    """A history with null for all that follows from the rest, and what is needed to work it out.

    Where somebody has replaced or taken back an answer the key is not kept, and so nonces are: then nothing
    is left by which that answer could ever be opened.
    """
    known = _known(history.turns)
    events = [replace(one, data=_less(one, known)) for one in history.events]
    kept = replace(history, nonce_key=None) if _second_thoughts(history) else history
    turns, afters = [], Afters()
    for one, candidates in _candidates(history):
        answers = {}
        for seat, answer in one.answers.items():
            after = _after(history, answer, candidates)
            afters.append(after)
            answers[seat] = _nulled(answer, _of_answer(kept, answer, after))
        salt = {"salt": _salt(kept, one.turn)}
        turns.append(Resolved(_nulled(one.turn, salt), answers, one.private))
    return replace(kept, turns=turns, events=events), afters


def complete(history: History, afters: Afters) -> None:
    """Put in what `without` has left out, and the hash of each event: the head of the log with it."""
    rest = iter(afters)
    for one in history.turns:
        _fill(one.turn, {"salt": _salt(history, one.turn)})
        for answer, after in zip(one.answers.values(), rest, strict=False):
            _fill(answer, _of_answer(history, answer, after))
    known = _known(history.turns)
    head: bytes = chain.START
    for event in history.events:
        event.data = _whole(event, known)
        event.hash = head = chain.link(head, event)


def _second_thoughts(history: History) -> bool:
    return any(
        one.type == WITHDRAWN or (one.type == SEALED and one.data.get("replaces") is not None)
        for one in history.events
    )


def _candidates(history: History) -> Iterator[tuple[Resolved, range]]:
    """The turns, and the numbers of the events after which answers to each can have been sealed."""
    closings = {_about(one)[1]: one.number for one in history.events if one.type == CLOSED}
    before = 0
    for one in history.turns:
        closed = closings.get(one.turn.number, before)
        yield one, range(closed - 1, before - 1, -1)
        before = closed


def _after(history: History, answer: Submission, candidates: Iterable[int]) -> int | None:
    nonce = bytes(answer.nonce)
    return next((one for one in candidates if _nonce(history, answer, one) == nonce), None)


def _nonce(history: History, answer: Submission, after: int) -> bytes:
    at = _at(history, after)
    return nonces.of_answer(history.nonce_key, after, at, answer.seat, answer.action)


def _of_answer(history: History, answer: Submission, after: int | None) -> Json:
    """What follows from when an answer was sealed; nothing where that is not known."""
    if after is None:
        return {}
    its = {"sealed_at": _at(history, after)}
    if history.nonce_key is None:
        return {"receipt": nonces.receipt(answer.nonce), **its}
    nonce = _nonce(history, answer, after)
    return {"nonce": nonce, "receipt": nonces.receipt(nonce), **its}


def _at(history: History, after: int) -> datetime:
    """When an answer was sealed: whatever comes next in the log is of the same moment."""
    return history.events[after].at


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
    """What an event is about: its type, turn and seat, zero for none. Rules may tell what they like there."""
    turn, seat = (event.data.get(name) for name in ("turn", "seat"))
    return event.type, turn if type(turn) is int else 0, seat if type(seat) is int else 0


def _known(turns: Iterable[Resolved]) -> Known:
    """Members of events that follow from the turns, by what the events are about."""
    known: Known = {}
    for one in turns:
        turn = one.turn
        known[CLOSED, turn.number, 0] = {
            "private": chain.commitment(turn.salt, []),
            "actions": log_format.in_order(log_format.played(turn, one.answers)),
        }
        stops: list[list[Json]] = [[] for _ in turn.asked]
        known[OPENED, turn.number, 0] = {
            "due_at": utc(turn.due_at),
            "deadlines": log_format.in_order(
                log_format.deadline_entries(turn.asked, turn.dues, stops)
            ),
        }
        for seat, answer in one.answers.items():
            its = {"game": turn.game_id, "turn": turn.number, "seat": seat, "action": answer.action}
            known[SEALED, turn.number, seat] = {"commitment": chain.commitment(answer.nonce, its)}
    return known


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
