"""A game's events, as they are read from its rows; an archived game has none."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

import orjson

from common.db.sql import fetch_rows
from games.fairness.commitments import ChainEvent, link_event

Json = dict[str, Any]
MAX_NUMBER = 2**31 - 1

LOGS = """
-- Index Scans: event_once, participant_once, players_player_pkey, games_log_pkey.
SELECT part.game, (
    SELECT json_agg(json_build_array(
        event.number, event.type, event.data, event.at, encode(event.hash, 'hex')
    ) ORDER BY event.number)
    FROM games_event event
    WHERE event.game_id = part.game AND event.number BETWEEN part.first AND part.last
)::text, (
    SELECT json_object_agg(one.id, player.username ORDER BY one.id)
    FROM games_participant one JOIN players_player player ON player.id = one.player_id
    WHERE one.game_id = part.game
)::text, coalesce((SELECT event_number FROM games_log WHERE game_id = part.game), 0)
FROM unnest(%(games)s::text[], %(firsts)s::bigint[], %(lasts)s::bigint[]) AS part (game, first, last)
"""
"""By hand, because the log and the feed are polled: the ORM takes twice the time of a page of 25 events."""


class LogPart(NamedTuple):
    """Some events of a game's log, in order; none if it is archived."""

    events: list[ChainEvent]
    names: dict[str, str]
    """The present usernames of those who have taken part, by their ids in the log."""
    last: int
    """The number of the game's newest event."""


def read_logs(parts: Mapping[str, tuple[int, int]]) -> dict[str, LogPart]:
    """Return the events of games from the first to the last of these numbers."""
    firsts, lasts = (*zip(*parts.values(), strict=True),) or ((), ())
    found = fetch_rows(LOGS, games=[*parts], firsts=[*firsts], lasts=[*lasts]) if parts else ()
    return {
        game: LogPart(
            [
                ChainEvent(
                    game, number, kind, data, datetime.fromisoformat(at), bytes.fromhex(digest)
                )
                for number, kind, data, at, digest in orjson.loads(events or "[]")
            ],
            orjson.loads(names or "{}"),
            last,
        )
        for game, events, names, last in found
    }


def events_of(game_id: str, after: int = 0, upto: int = MAX_NUMBER) -> list[ChainEvent]:
    """Return a game's events above `after`, up to `upto`."""
    return read_logs({game_id: (after + 1, upto)})[game_id].events


def link_events(game_id: str, head: bytes, events: Iterable[Json]) -> Iterator[ChainEvent]:
    """Yield the events of a log that follow this head, each with its hash."""
    for one in events:
        at = datetime.fromisoformat(one["at"])
        event = ChainEvent(game_id, one["number"], one["type"], one["data"], at)
        event.hash = head = link_event(head, event)
        yield event
