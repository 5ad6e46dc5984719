"""What the database says of games, and what of it must never be."""

import json
from dataclasses import dataclass
from datetime import datetime
from math import inf
from typing import Any

from common.db.encrypted import decrypt_token
from tests.retrying_person import Ledger
from tests.running import MortalServer

_CLOSINGS = """
SELECT turn.game_id, turn.number, turn.closed_at, count(event.number)
FROM games_turn turn LEFT JOIN games_event event
    ON event.game_id = turn.game_id AND event.type = 'turn_closed'
    AND (event.data ->> 'turn')::integer = turn.number
GROUP BY turn.id HAVING count(event.number) <> (turn.closed_at IS NOT NULL)::integer
"""
_EARLY = """
SELECT turn.game_id, turn.number, question.seat_id
FROM games_submission answer
JOIN games_question question ON question.id = answer.question_id
JOIN games_turn turn ON turn.id = question.turn_id
WHERE answer.by = 'clock' AND answer.sealed_at < question.due_at
"""
_ANSWERS = """
SELECT turn.game_id, turn.number, seat.number, answer.by, answer.receipt, answer.action
FROM games_submission answer
JOIN games_question question ON question.id = answer.question_id
JOIN games_turn turn ON turn.id = question.turn_id
JOIN games_seat seat ON seat.id = question.seat_id
"""
_OVERDUE = """
SELECT greatest(due_at, opened_at), closed_at FROM games_turn
WHERE closed_at > greatest(due_at, opened_at) AND game_id = ANY(%s)
"""
_AN_HOUR_EARLIER = """
WITH moved AS (
    UPDATE games_question question SET due_at = question.due_at - '1 hour'::interval
    FROM games_turn turn
    WHERE turn.id = question.turn_id AND turn.closed_at IS NULL AND turn.game_id = %s
)
UPDATE games_turn SET opened_at = opened_at - '1 hour'::interval,
    clock_from = clock_from - '1 hour'::interval, due_at = due_at - '1 hour'::interval,
    next_check_at = next_check_at - '1 hour'::interval
WHERE closed_at IS NULL AND game_id = %s
"""
_WHO_WAITS = """
SELECT pid, application_name, state, wait_event_type, wait_event, pg_blocking_pids(pid),
    now() - xact_start, left(query, 200)
FROM pg_stat_activity WHERE xact_start IS NOT NULL AND pid <> pg_backend_pid()
"""
_LEAVE_ALONE = """
LOCK TABLE games_turn IN SHARE ROW EXCLUSIVE MODE; -- row by row it could be in a circle with a sweep
UPDATE games_turn SET next_check_at = next_check_at + interval '1 year', bots_at = NULL
WHERE closed_at IS NULL
"""


@dataclass(frozen=True)
class Progress:
    """How many games there are, how many are over, and how many turns are closed."""

    games: int
    over: int
    closed: int


def open_turn(server: MortalServer, game: str) -> int:
    """The number of the turn that is open, or was the last."""
    ((number,),) = server.asks("SELECT turn_number FROM games_game WHERE id = %s", [game])
    return int(number)


def times(server: MortalServer, game: str, turn: int) -> tuple[Any, Any, Any]:
    """When a turn was opened, is due, and was closed if it was."""
    (row,) = server.asks(
        "SELECT opened_at, due_at, closed_at FROM games_turn WHERE game_id = %s AND number = %s",
        [game, turn],
    )
    return row[0], row[1], row[2]


def seconds_since_a_sweep(server: MortalServer) -> float:
    """How long ago the last sweep was finished; infinite where there was none."""
    rows = server.asks(
        "SELECT extract(epoch FROM clock_timestamp() - at) FROM games_heartbeat WHERE name = 'sweep'"
    )
    return float(rows[0][0]) if rows else inf


def pass_deadline(server: MortalServer, game: str) -> None:
    """Have the time of the open turn be over: all of it was an hour earlier."""
    server.asks(_AN_HOUR_EARLIER, [game, game])


def somebody_waits_for_a_lock(server: MortalServer) -> bool:
    """Whether a transaction waits for another one to end."""
    return server.asks("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'") != []


def who_waits(server: MortalServer) -> list[str]:
    """Every transaction that is under way, and for which others it waits."""
    return [repr(row) for row in server.asks(_WHO_WAITS)]


def leave_games_alone(server: MortalServer) -> None:
    """Have the clock pass over all games that are open now."""
    server.asks(_LEAVE_ALONE)


def overdue(server: MortalServer, games: list[str]) -> list[tuple[datetime, datetime]]:
    """Of every turn that was closed after its time: when it should have been, and when it was."""
    return [(due, closed) for due, closed in server.asks(_OVERDUE, [games])]


# -- what must never be: each of these is empty


def not_closed_once(server: MortalServer) -> list[tuple[Any, ...]]:
    """Closed turns without a closing in the game's log, and turns with more closings than one."""
    return server.asks(_CLOSINGS)


def closed_early(server: MortalServer) -> list[tuple[Any, ...]]:
    """Answers that the clock gave before the seat's own deadline."""
    return server.asks(_EARLY)


def lost(server: MortalServer, ledger: Ledger) -> list[tuple[str, int, int]]:
    """Answers that were acknowledged and are not there as the receipt says."""
    there = {
        (game, turn, seat): (by, receipt, json.loads(decrypt_token(action)))
        for game, turn, seat, by, receipt, action in server.asks(_ANSWERS)
    }
    return [
        place
        for place, receipt in ledger.receipts.items()
        if there.get(place) != ("player", receipt["receipt"], receipt["action"])
    ]


# -- counts


def set_aside(server: MortalServer, games: list[str]) -> int:
    """Games whose rules have raised, whatever became of them."""
    ((count,),) = server.asks(
        "SELECT count(DISTINCT game_id) FROM games_turn WHERE faults > 0 AND game_id = ANY(%s)",
        [games],
    )
    return int(count)


def progress(server: MortalServer, games: list[str]) -> Progress:
    """How far these games are."""
    (row,) = server.asks(
        "SELECT count(*), count(*) FILTER (WHERE ended_at IS NOT NULL),"
        " (SELECT count(*) FROM games_turn WHERE closed_at IS NOT NULL AND game_id = ANY(%s))"
        " FROM games_game WHERE id = ANY(%s)",
        [games, games],
    )
    return Progress(*row)
