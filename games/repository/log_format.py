"""The JSON of turns, answers and private events, the same in logs and in records."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from games.fairness.chain import utc
from games.models import PrivateEvent, Stage, Submission, Turn
from games.shapes.records import PrivateEventBody, RecordedStage
from games.shapes.turns import PlayedBody, TurnHeading

Json = dict[str, Any]


def bind_private_events(
    private: Iterable[PrivateEvent], participants: Mapping[int, str]
) -> list[PrivateEventBody]:
    """Return private events as the log binds them. `participants` are their ids by player."""
    return [
        {
            "player": participants[event.player_id],
            "type": event.type,
            "at": utc(event.at),
            "data": event.data,
        }
        for event in private
    ]


def played_answers(turn: Turn, answers: Mapping[int, Submission]) -> list[PlayedBody]:
    """Return the answers of a closed turn, with the nonces that open their commitments."""
    return [
        {
            "seat": seat,
            "action": answers[seat].action,
            "by": answers[seat].by,
            "nonce": bytes(answers[seat].nonce).hex(),
        }
        for seat in turn.asked
    ]


def show_heading(turn: Turn) -> TurnHeading:
    """Return the number of a turn, and what its ruleset adds."""
    return {"number": turn.number, **turn.heading}


def show_scores(stage: Stage) -> RecordedStage:
    """Return the points of a stage that is over."""
    assert stage.scores is not None  # noqa: S101  The stage is over.
    return {"stage": stage.number, "scores": stage.scores}


def deadline_entries(
    asked: Sequence[int], dues: Sequence[datetime], stops: Sequence[list[Json]]
) -> list[Json]:
    """Return the deadline of each seat asked, and when its clock stands still before."""
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
