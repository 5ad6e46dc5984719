"""A game's events: stored with the closed turns, and since then in the row of its log.

All code that reads a log uses this module; `games.repository.unit_of_work` writes it. Here is also the form
in which events have answers, deadlines and points.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

import orjson

from games.fairness.commitments import ChainEvent, digest_from_text, link_event, utc
from games.models import PrivateEvent, Stage, Submission, Turn
from games.repository import compression
from games.repository.queries import log as sql
from games.shapes.records import PrivateEventBody, RecordedStage
from games.shapes.turns import PlayedBody, TurnHeading

Json = dict[str, Any]
ALL = 2**31 - 1
"""A number above that of any event."""


def read_events(
    game_id: str,
    with_turns: Iterable[tuple[str, str]] | None,
    recent: Iterable[Json] | None,
    *,
    after: int = 0,
    upto: int = ALL,
) -> list[ChainEvent]:
    """Return the events with these numbers, in order, from what `games.repository.queries.log` has read."""
    found = list[ChainEvent]()
    for head, packed in with_turns or ():
        found += link_events(game_id, bytes.fromhex(head), compression.read(bytes.fromhex(packed)))
    for one in recent or ():
        event = _read_event(game_id, one)
        event.hash = digest_from_text(one["hash"])
        found.append(event)
    return [event for event in found if after < event.number <= upto]


def link_events(game_id: str, head: bytes, events: Iterable[Json]) -> Iterator[ChainEvent]:
    """Yield the events of a log that follow this head, each with its hash."""
    for one in events:
        event = _read_event(game_id, one)
        event.hash = head = link_event(head, event)
        yield event


def _read_event(game_id: str, its: Json) -> ChainEvent:
    at = datetime.fromisoformat(its["at"])
    return ChainEvent(game_id, its["number"], its["type"], its["data"], at)


def events_of(game_id: str, after: int = 0, upto: int = ALL) -> list[ChainEvent]:
    """Return a game's events above `after`, up to `upto`; none if it is archived."""
    found = sql.EVENTS.fetch_row(game=game_id, after=after, upto=upto)
    assert found is not None  # noqa: S101  The statement always has one row.
    return read_events(game_id, *orjson.loads(found[0]), after=after, upto=upto)


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
