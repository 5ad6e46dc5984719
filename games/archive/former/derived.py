"""Values that follow from the rest of a game's history and are not archived: most of its compressed bytes.

Hashes: the chain of the log, the commitments of answers, and that of a closing turn without private
events. Values from the game's key: nonces, receipts and salts. And members of events that repeat the turns
they are about. A value is left out only if the computation gives exactly the same.

Why so: docs/decisions/archive.md.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar

import orjson
from django.db import models

from games.archive.former.history import History
from games.fairness import commitments
from games.fairness.commitments import ChainEvent, utc
from games.models import Submission, Turn
from games.repository import log
from games.repository.game_state import Resolved
from tideapi.db.statements import make_instance

Json = dict[str, Any]
M = TypeVar("M", bound=models.Model)
Afters = list[int | None]
"""The number of the log's last event when each answer was sealed, turn by turn; null if it is not
known, because the nonce was random."""
Known = dict[tuple[str, int, int], Json]
"""Members of events by the subject of the events (`_about`)."""
SEALED, WITHDRAWN = "sealed", "withdrawn"
OPENED, CLOSED = "turn_opened", "turn_closed"


def drop_derived(history: History) -> tuple[History, Afters]:
    """Return a history with null for all derived values, and the numbers to compute them from.

    If a player has replaced or taken back an answer, the nonces are kept and the key is not: then nothing
    is left that could ever open that answer.
    """
    known = _known_members(history.turns)
    events = [replace(one, data=_leave_out(one, known)) for one in history.events]
    kept = replace(history, nonce_key=None) if _has_changed_answers(history) else history
    turns, afters = [], Afters()
    for one, candidates in _find_candidates(history):
        answers = {}
        for seat, answer in one.answers.items():
            after = _find_after(history, answer, candidates)
            afters.append(after)
            answers[seat] = _null_values(answer, _of_answer(kept, answer, after))
        salt = {"salt": _turn_salt(kept, one.turn)}
        turns.append(Resolved(_null_values(one.turn, salt), answers, one.private))
    return replace(kept, turns=turns, events=events), afters


def restore_derived(history: History, afters: Afters) -> None:
    """Fill in the values that `drop_derived` left out, and the hash of each event."""
    rest = iter(afters)
    for one in history.turns:
        _fill_nulls(one.turn, {"salt": _turn_salt(history, one.turn)})
        for answer, after in zip(one.answers.values(), rest, strict=False):
            _fill_nulls(answer, _of_answer(history, answer, after))
    known = _known_members(history.turns)
    head: bytes = commitments.START
    for event in history.events:
        event.data = _put_back(event, known)
        event.hash = head = commitments.link_event(head, event)


def _has_changed_answers(history: History) -> bool:
    return any(
        one.type == WITHDRAWN or (one.type == SEALED and one.data.get("replaces") is not None)
        for one in history.events
    )


def _find_candidates(history: History) -> Iterator[tuple[Resolved, range]]:
    """Yield the turns, each with the numbers of events after which its answers can have been sealed."""
    closings = {_event_subject(one)[1]: one.number for one in history.events if one.type == CLOSED}
    before = 0
    for one in history.turns:
        closed = closings.get(one.turn.number, before)
        yield one, range(closed - 1, before - 1, -1)
        before = closed


def _find_after(history: History, answer: Submission, candidates: Iterable[int]) -> int | None:
    nonce = bytes(answer.nonce)
    return next((one for one in candidates if _answer_nonce(history, answer, one) == nonce), None)


def _answer_nonce(history: History, answer: Submission, after: int) -> bytes:
    at = _moment_after(history, after)
    return commitments.answer_nonce(history.nonce_key, after, at, answer.seat, answer.action)


def _of_answer(history: History, answer: Submission, after: int | None) -> Json:
    """Return the values that follow from the moment of an answer; none if it is not known."""
    if after is None:
        return {}
    its = {"sealed_at": _moment_after(history, after)}
    if history.nonce_key is None:
        return {"receipt": commitments.receipt_id(answer.nonce), **its}
    nonce = _answer_nonce(history, answer, after)
    return {"nonce": nonce, "receipt": commitments.receipt_id(nonce), **its}


def _moment_after(history: History, after: int) -> datetime:
    """Return the moment of an answer: that of the next event in the log."""
    return history.events[after].at


def _turn_salt(history: History, turn: Turn) -> bytes:
    return commitments.turn_salt(history.nonce_key, turn.number, turn.opened_at)


def _leave_out(event: ChainEvent, known: Known) -> Json:
    """Return an event's data with null for derived members, all members in their order."""
    data: Json = event.data
    found = known.get(_event_subject(event), {})
    return {name: None if _is_same(found, name, value) else value for name, value in data.items()}


def _put_back(event: ChainEvent, known: Known) -> Json:
    found = known.get(_event_subject(event), {})
    return {name: found.get(name) if one is None else one for name, one in event.data.items()}


def _is_same(found: Json, name: str, value: Any) -> bool:
    return name in found and orjson.dumps(found[name]) == orjson.dumps(value)


def _event_subject(event: ChainEvent) -> tuple[str, int, int]:
    """Return the subject of an event: its type, turn and seat, each zero if not a number."""
    turn, seat = (event.data.get(name) for name in ("turn", "seat"))
    return event.type, turn if type(turn) is int else 0, seat if type(seat) is int else 0


def _known_members(turns: Iterable[Resolved]) -> Known:
    """Return the members of events that follow from the turns, by subject."""
    known: Known = {}
    for one in turns:
        turn = one.turn
        known[CLOSED, turn.number, 0] = {
            "private": commitments.commit_to_json(turn.salt, []),
            "actions": log.in_order(log.played_answers(turn, one.answers)),
        }
        stops: list[list[Json]] = [[] for _ in turn.asked]
        known[OPENED, turn.number, 0] = {
            "due_at": utc(turn.due_at),
            "deadlines": log.in_order(log.deadline_entries(turn.asked, turn.dues, stops)),
        }
        for seat, answer in one.answers.items():
            its = {"game": turn.game_id, "turn": turn.number, "seat": seat, "action": answer.action}
            known[SEALED, turn.number, seat] = {
                "commitment": commitments.commit_to_json(answer.nonce, its)
            }
    return known


def _null_values(row: M, its: Json) -> M:
    """Return the row with null for each of these values that it has itself."""
    return _copy_with(
        row, **{name: None for name, value in its.items() if _plain_value(row, name) == value}
    )


def _fill_nulls(row: models.Model, its: Json) -> None:
    for name, value in its.items():
        if getattr(row, name) is None:
            setattr(row, name, value)


def _plain_value(row: models.Model, name: str) -> Any:
    value = getattr(row, name)
    return bytes(value) if isinstance(value, memoryview) else value


def _copy_with(row: M, **values: Any) -> M:
    return make_instance(type(row), {**vars(row), **values}.items())
