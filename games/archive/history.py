"""The history of a finished game, and its conversion to compressed JSON and back.

`record`, `log` and `private_events` are what docs/fairness.md calls so, without usernames, which change, and
without the hashes that follow from the rest: of events, of answers, and of what single players were told.
`turns` and `stages` have, in the record's order, what a record does not show of them.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from common.rest.errors import ApiError
from common.rest.json_codec import Json
from games.archive import compression, storage
from games.fairness.commitments import (
    START,
    ChainEvent,
    commit_to_json,
    receipt_id,
    record_event,
    utc,
)
from games.models import ArchivedGame, Game, Question, Stage, Submission, Turn
from games.repository import log
from games.repository.game_state import Resolved
from games.shapes.records import PrivateEventBody, RecordContent, RecordedTurn

logger = logging.getLogger(__name__)
FORMAT = 3
MAX_CACHED = 8
"""The number of histories that a process caches, of 1 to 6 MB each: a viewer reads a game turn by turn."""


@dataclass(frozen=True, slots=True)
class History:
    """The record of a finished game, its turns, stages and log, and what single players were told."""

    record: RecordContent
    turns: list[Resolved]
    """The turns with their answers; their private events are in `private` and in the record."""
    stages: list[Stage]
    events: list[ChainEvent]
    private: dict[int, PrivateEventBody]
    """The private events by their numbers in the game."""


NOTHING = History({}, [], [], [], {})  # type: ignore[typeddict-item]


def pack_history(history: History) -> bytes:
    return compression.compress_json(history_to_json(history))


def history_to_json(history: History) -> Json:
    """Return all that is archived of a game."""
    known = _list_commitments(history.record)
    return {
        "format": FORMAT,
        "record": history.record,
        "log": [_write_event(one, known) for one in history.events],
        "private_events": [{"number": number, **body} for number, body in history.private.items()],
        "turns": [_write_turn(one) for one in history.turns],
        "stages": [_write_stage(one) for one in history.stages],
    }


def unpack_history(packed: bytes, game_id: str) -> History:
    """Return the history of this game. Raises `ApiError` (`unavailable`) if it has another form."""
    parts: Json = compression.read(packed)
    if parts["format"] != FORMAT:
        logger.error("The archive of game %s has an unknown form: %s.", game_id, parts["format"])
        raise ApiError("unavailable", "The archive of this game cannot be read now.")
    record = parts["record"]
    turns = zip(record["turns"], parts["turns"], strict=True)
    known = _list_commitments(record)
    events = (_read_event(one, known) for one in parts["log"])
    stages = zip(record["stages"], parts["stages"], strict=True)
    return History(
        record,
        [_read_turn(game_id, *one) for one in turns],
        [_read_stage(game_id, *one) for one in stages],
        [*log.link_events(game_id, START, events)],
        {one.pop("number"): one for one in parts["private_events"]},
    )


def _list_commitments(record: RecordContent) -> dict[str, str]:
    """Return the commitments that follow from a record, by the event that publishes each."""
    found = {}
    for turn in record["turns"]:
        number, private = turn["number"], turn["private"]
        salt = bytes.fromhex(private["salt"])
        found[f"turn_closed {number} None"] = commit_to_json(salt, private["told"])
        for one in turn["actions"]:
            seat, nonce = one["seat"], bytes.fromhex(one["nonce"])
            bound = {"game": record["game"], "turn": number, "seat": seat, "action": one["action"]}
            found[f"sealed {number} {seat}"] = commit_to_json(nonce, bound)
    return found


def _write_event(event: ChainEvent, known: Mapping[str, str]) -> Json:
    """Return an event without its hash, and with null for a commitment that follows from the record."""
    written: Json = {name: value for name, value in record_event(event).items() if name != "hash"}
    name, commitment = _find_commitment(written, known)
    if commitment is not None and written["data"].get(name) == commitment:
        written["data"] = {**written["data"], name: None}
    return written


def _read_event(event: Json, known: Mapping[str, str]) -> Json:
    name, commitment = _find_commitment(event, known)
    if name in event["data"] and event["data"][name] is None:
        event["data"][name] = commitment
    return event


def _find_commitment(event: Json, known: Mapping[str, str]) -> tuple[str, str | None]:
    """Return the member of an event that has a commitment, and the commitment of the record for it."""
    name = "private" if event["type"] == "turn_closed" else "commitment"
    data = event["data"]
    return name, known.get(f"{event['type']} {data.get('turn')!r} {data.get('seat')!r}")


def _write_turn(one: Resolved) -> Json:
    answers = [one.answers[seat] for seat in one.questions]
    return {
        "due_at": utc(one.turn.due_at),
        "deadlines": [utc(question.due_at) for question in one.questions.values()],
        "sealed_at": [utc(answer.sealed_at) for answer in answers],
    }


def _read_turn(game_id: str, recorded: Json, more: Json) -> Resolved:
    turn = Turn(
        game_id=game_id,
        number=recorded["number"],
        # All other members of a recorded turn are its ruleset's own.
        heading={
            name: value
            for name, value in recorded.items()
            if name not in RecordedTurn.__annotations__
        },
        opened_at=datetime.fromisoformat(recorded["opened_at"]),
        due_at=datetime.fromisoformat(more["due_at"]),
        closed_at=datetime.fromisoformat(recorded["closed_at"]),
    )
    questions = {
        seat: Question(game_id=game_id, turn=turn, due_at=datetime.fromisoformat(due_at))
        for seat, due_at in zip(recorded["asked"], more["deadlines"], strict=True)
    }
    answers = {}
    for played, sealed_at in zip(recorded["actions"], more["sealed_at"], strict=True):
        nonce = bytes.fromhex(played["nonce"])
        answers[played["seat"]] = Submission(
            game_id=game_id,
            action=played["action"],
            by=played["by"],
            nonce=nonce,
            receipt=receipt_id(nonce),
            sealed_at=datetime.fromisoformat(sealed_at),
        )
    return Resolved(turn, questions, answers, [])


def _write_stage(stage: Stage) -> Json:
    assert stage.ended_at is not None  # noqa: S101  The game is over.
    return {"ended_at": utc(stage.ended_at), "shown": stage.shown, "sealed": stage.sealed}


def _read_stage(game_id: str, recorded: Json, more: Json) -> Stage:
    return Stage(
        game_id=game_id,
        number=recorded["stage"],
        scores=recorded["scores"],
        shown=more["shown"],
        sealed=more["sealed"],
        ended_at=datetime.fromisoformat(more["ended_at"]),
    )


def load_history(game_id: str) -> History:
    """Return the history of a game, an empty one if it is not archived. Raises `ApiError` (`unavailable`).

    Other callers get the same rows, so no caller may change them.
    """
    archived = ArchivedGame.objects.filter(pk=game_id).first()
    return NOTHING if archived is None else _unpacked(storage.read_content(archived), game_id)


def find_turn(game: Game, number: int) -> Resolved | None:
    """Return a turn of an archived game with its answers; None for any other game."""
    if game.status != Game.Status.FINISHED:
        return None
    turns = load_history(game.pk).turns
    return next((one for one in turns if one.turn.number == number), None)


# The bytes are fetched and decrypted each time; only their unpacking is cached (docs/decisions/archive.md).
_unpacked = lru_cache(maxsize=MAX_CACHED)(unpack_history)
