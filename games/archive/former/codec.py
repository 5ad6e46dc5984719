"""Conversion of a game's history to compressed bytes, and back.

Values are stored column by column, because similar values compress best together. Values that are never
shown after the end of a game are left out: how its deadlines came about, for instance.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models

from games.archive.former import compact, derived
from games.archive.former.history import History
from games.fairness.commitments import ChainEvent
from games.models import PrivateEvent, Stage, Submission, Turn
from games.repository import compression
from games.repository.game_state import Resolved
from tideapi.db.encrypted import SecretJSON
from tideapi.db.statements import M, make_instance
from tideapi.rest.errors import ApiError

Json = dict[str, Any]
log = logging.getLogger(__name__)
FIRST, FORMAT = 1, 2
"""The formats that can be read; the last one is written."""
EPOCH, MICROSECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(microseconds=1)

COLUMNS: Mapping[type[models.Model], Sequence[str]] = {
    Turn: (
        *("number", "heading", "asked", "chance", "opened_at", "dues", "due_at", "closed_at"),
        "salt",
    ),
    Submission: ("seat", "action", "by", "receipt", "nonce", "sealed_at"),
    PrivateEvent: ("player_id", "number", "type", "data", "at"),
    Stage: ("number", "scores", "shown", "sealed", "ended_at"),
}
"""The columns that are archived, by model."""
EVENT = ("number", "type", "data", "at")
"""The fields of an event that are archived."""


def pack_history(history: History) -> bytes:
    """Return a history as bytes, without derived values (`games.archive.derived`)."""
    kept, afters = derived.drop_derived(history)
    key = None if kept.nonce_key is None else bytes(kept.nonce_key).hex()
    found = {
        **compact.squeeze_parts(history_to_json(kept)),
        "answers_after": compact.to_steps(afters),
        "nonce_key": key,
    }
    return compression.compress_json({"format": FORMAT, **found})


def history_to_json(history: History) -> Json:
    """Return all archived values of a history but its key, as JSON."""
    answers = [(one.turn.number, row) for one in history.turns for row in one.answers.values()]
    private = [(one.turn.number, row) for one in history.turns for row in one.private]
    private += [(0, row) for row in history.loose]
    return {
        "turns": _write_columns(Turn, [one.turn for one in history.turns]),
        "answers": _write_columns(Submission, [row for _, row in answers]),
        "answers_of": [number for number, _ in answers],
        "private_events": _write_columns(PrivateEvent, [row for _, row in private]),
        "private_events_of": [number for number, _ in private],
        "stages": _write_columns(Stage, history.stages),
        "events": {
            name: [
                _count_microseconds(one.at) if name == "at" else getattr(one, name)
                for one in history.events
            ]
            for name in EVENT
        },
    }


def unpack_history(packed: bytes, game_id: str) -> History:
    """Return the history of this game, derived values included.

    Raises `ApiError` (`unavailable`) if a newer server has packed it.
    """
    parts: Json = compression.read(packed)
    form, afters, key = parts.pop("format"), [], None
    if form == FORMAT:
        afters, key = compact.from_steps(parts.pop("answers_after")), parts.pop("nonce_key")
        parts = compact.restore_parts(parts)
    elif form != FIRST:  # Whose moments are texts.
        log.error("The archive of game %s has a form that is not known here: %s.", game_id, form)
        raise ApiError("unavailable", "The archive of this game cannot be read now.")
    turns = [Resolved(turn, {}, []) for turn in _read_rows(Turn, parts["turns"], game_id=game_id)]
    by_number = {one.turn.number: one for one in turns}
    for number, answer in zip(
        parts["answers_of"], _read_rows(Submission, parts["answers"]), strict=True
    ):
        by_number[number].answers[answer.seat] = answer
    loose: list[PrivateEvent] = []
    told = _read_rows(PrivateEvent, parts["private_events"], game_id=game_id, about_id=None)
    for number, event in zip(parts["private_events_of"], told, strict=True):
        (by_number[number].private if number else loose).append(event)
    events = [
        ChainEvent(game_id, number, kind, data, _read_moment(at))
        for number, kind, data, at in zip(*(parts["events"][name] for name in EVENT), strict=True)
    ]
    stages = list(_read_rows(Stage, parts["stages"], game_id=game_id))
    history = History(turns, stages, events, loose, key and bytes.fromhex(key))
    derived.restore_derived(history, afters)
    return history


def _write_columns(model: type[models.Model], some: Iterable[models.Model]) -> Json:
    rows = list(some)
    return {
        name: [_write_value(_field_of(model, name), getattr(row, name)) for row in rows]
        for name in COLUMNS[model]
    }


def _read_rows(model: type[M], columns: Json, **more: Any) -> Iterable[M]:
    fields = [_field_of(model, name) for name in columns]
    for values in zip(*columns.values(), strict=True):
        read = (_read_value(field, value) for field, value in zip(fields, values, strict=True))
        # They have no id, because they are not rows of the database.
        yield make_instance(model, [("id", None), *zip(columns, read, strict=True), *more.items()])


def _field_of(model: type[models.Model], name: str) -> Any:
    return model._meta.get_field(name.removesuffix("_id"))  # noqa: SLF001  Public by documentation.


def _write_value(field: Any, value: Any) -> Any:
    """Return a value as JSON. Secrets are in plain, because the whole archive is encrypted."""
    match field:
        case _ if value is None:
            return None
        case ArrayField():
            return [_write_value(field.base_field, one) for one in value]
        case SecretJSON():
            return value
        case models.BinaryField():
            return bytes(value).hex()
        case models.DateTimeField():
            return _count_microseconds(value)
    return value


def _read_value(field: Any, value: Any) -> Any:
    match field:
        case _ if value is None:
            return None
        case ArrayField():
            return [_read_value(field.base_field, one) for one in value]
        case SecretJSON():
            return value
        case models.BinaryField():
            return bytes.fromhex(value)
        case models.DateTimeField():
            return _read_moment(value)
    return value


def _count_microseconds(moment: datetime) -> int:
    return (moment - EPOCH) // MICROSECOND


def _read_moment(value: int | str) -> datetime:
    """Return a moment from microseconds after the epoch, or from a text of the first format."""
    if isinstance(value, str):
        return datetime.fromisoformat(value)
    return EPOCH + value * MICROSECOND
