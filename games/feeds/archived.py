"""What archived games have in a player's feed: under the numbers that it had there before.

Why so: docs/why.md#archived-feed.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import orjson

from games.archive import reading
from games.archive.compact import steps, sums
from games.archive.history import History
from games.fairness.chain import Raw
from games.feeds.envelope import envelope, private_envelope
from games.models import ArchivedFeed
from games.store.compression import compressed, read
from games.store.sql import feeds
from tideapi.rest.errors import ApiError

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Number `number` of a feed is event `thing` of a game, or below zero private event `-thing`."""

    number: int
    game: str
    thing: int


def packed(player_id: int, game: str, places: Iterable[Place]) -> ArchivedFeed:
    """All places of one game in one player's feed as a row, not saved yet. There is one at least."""
    ordered = sorted(places)
    things = [place.thing for place in ordered]
    # A run goes on as long as both numbers go up by one: their difference stays.
    runs = [
        list(run)
        for _, run in groupby(
            enumerate(ordered), lambda one: _run(one[0], one[1].number, one[1].thing)
        )
    ]
    firsts = [run[0][1] for run in runs]
    return ArchivedFeed(
        player_id=player_id,
        game_id=game,
        first=ordered[0].number,
        last=ordered[-1].number,
        event=max(0, *things),
        alone=sorted(-thing for thing in things if thing < 0),
        runs=compressed(
            [
                steps(place.number for place in firsts),
                steps(place.thing for place in firsts),
                [len(run) for run in runs],
            ]
        ),
    )


def _run(place: int, number: int, thing: int) -> tuple[int, ...]:
    """What is the same for all of one run; a private event is a run of its own."""
    return (number - place, thing - place) if thing > 0 else (number,)


def places(player_id: int, after: int, most: int) -> list[Place]:
    """The first places with a number above `after`, at most so many. Asked under the player's lock."""
    found = feeds.ARCHIVED.rows(player=player_id, after=after, most=most)
    every = (place for one in found for place in _expanded(*one))
    return sorted(place for place in every if place.number > after)[:most]


def of(row: ArchivedFeed) -> Iterator[Place]:
    """All places of a row."""
    return _expanded(row.game_id, row.runs)


def newest(game: str, runs: Raw, number: int) -> tuple[int, int]:
    """The newest event, and the newest private event, that stand there up to this number; 0 for none."""
    things = [place.thing for place in _expanded(game, runs) if place.number <= number]
    return max([0, *things]), max([0, *(-thing for thing in things)])


def _expanded(game: str, runs: Raw) -> Iterator[Place]:
    """All places of a game in one feed: how runs begin there and in the game, and how long they are."""
    begun, first, counts = read(bytes(runs))
    starts, things = sums(begun), sums(first)
    for start, thing, many in zip(starts, things, counts, strict=True):
        for step in range(many):
            yield Place(start + step, game, thing + step)


def shown(some: Sequence[Place], *, gaps: bool = False) -> Iterator[Json]:
    """The events that stand there, as a feed shows them.

    Of a game that cannot be read they have no more than their numbers, with `gaps`; without, raises
    `ApiError` (`unavailable`).
    """
    games = sorted({place.game for place in some})
    names = {game: orjson.loads(known or "{}") for game, known in feeds.NAMES.rows(games=games)}
    histories = {game: _events(game, gaps=gaps) for game in games}
    for place in some:
        events = histories[place.game]
        if isinstance(events, ApiError):
            yield {"number": place.number, "game": place.game, "refused": events.code}
        else:
            yield events.at(place, names[place.game])


def _events(game: str, *, gaps: bool) -> "_Events | ApiError":
    try:
        return _Events(reading.history(game))
    except ApiError as refusal:
        if gaps:
            return refusal
        raise


class _Events:
    """The events of one game by their numbers."""

    def __init__(self, history: History) -> None:
        self._events = {event.number: event for event in history.events}
        self._private = history.private()

    def at(self, place: Place, known: dict[str, str]) -> Json:
        if place.thing > 0:
            return envelope(self._events[place.thing], place.number, known)
        return private_envelope(self._private[-place.thing], place.number, known)
