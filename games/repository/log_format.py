"""How turns, answers and private events stand in a log and in a record: in the same words each time."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from games.fairness.chain import utc
from games.models import PrivateEvent, Submission, Turn

Json = dict[str, Any]


def bound(private: Iterable[PrivateEvent], participants: Mapping[int, str]) -> list[Json]:
    """Private events as the log binds them; the ids of participants by those of players."""
    return [
        {
            "player": participants[event.player_id],
            "type": event.type,
            "at": utc(event.at),
            "data": event.data,
        }
        for event in private
    ]


def played(turn: Turn, answers: Mapping[int, Submission]) -> list[Json]:
    """What was played in a turn that has closed, with what opens the commitments."""
    return [
        {
            "seat": seat,
            "action": answers[seat].action,
            "by": answers[seat].by,
            "nonce": bytes(answers[seat].nonce).hex(),
        }
        for seat in turn.asked
    ]


def deadline_entries(
    asked: Sequence[int], dues: Sequence[datetime], stops: Sequence[list[Json]]
) -> list[Json]:
    """The deadline of each seat asked, and when its clock stands still before."""
    return [
        {"seat": seat, "due_at": utc(due), "stops": stood}
        for seat, due, stood in zip(asked, dues, stops, strict=True)
    ]


def in_order(value: Any) -> Any:
    """Return JSON as PostgreSQL gives back what is stored as `jsonb`: short names before long ones."""
    if isinstance(value, dict):
        names = _order_names(tuple(value))
        return dict(zip(names, map(in_order, map(value.get, names)), strict=True))
    if isinstance(value, list | tuple):
        return [*map(in_order, value)]
    return value


@lru_cache(maxsize=1024)
def _order_names(names: tuple[str, ...]) -> list[str]:
    """Order names as `jsonb` does, which counts bytes. Kept: the same few lists come again and again."""
    ordered = sorted(map(str.encode, names), key=lambda name: (len(name), name))
    return [*map(bytes.decode, ordered)]
