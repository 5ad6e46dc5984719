"""Games as they stand in lists, and on a player's home screen."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

import orjson

from common.db.sql import fetch_rows, make_row
from games.fairness.commitments import utc
from games.models import Turn
from games.shapes.games import GameSummary, MyGame, MyPart
from games.visibility.game_view import game_summary, may_see
from games.visibility.shown_rows import (
    GAME,
    HOST,
    LOG,
    SEATS,
    TURN,
    Json,
    read_game,
    read_seats,
)
from players.models import Player

SUMMARY = f"""(SELECT row_to_json(summary) FROM (SELECT
        {GAME} AS game, {LOG} AS log, {HOST} AS host, {SEATS} AS seats, {TURN} AS turn
    ) summary)"""
"""All that a list shows of a game: its host's name, its seats, the open turn and its questions."""

LOG_AND_OPEN_TURN = """
JOIN games_log log ON log.game_id = game.id
LEFT JOIN games_turn turn ON turn.game_id = game.id AND turn.number = game.turn_number
    AND game.status = 'running'
"""

SUMMARIES = f"""
-- Index Scans: games_game_pkey, games_log_pkey, players_player_pkey, seat_once, participant_once, turn_once,
-- question_once, games_submission_pkey.
SELECT game.id, {SUMMARY}::text
FROM games_game game {LOG_AND_OPEN_TURN}
WHERE game.id = ANY(%(games)s::text[])
"""
"""These games in any order. By hand, as lists are polled: with the ORM a page takes 1.7 times as long."""


class Listed:
    """A game as `SUMMARY` has read it, with its open turn."""

    def __init__(self, read: Json) -> None:
        self.game = read_game(read["game"], read["log"], read["host"])
        self.seats = read_seats(read["seats"])
        self.turn = make_row(Turn, read["turn"]) if read["turn"] else None

    def get_summary(self) -> GameSummary:
        """Return the public summary of the game."""
        return game_summary(self.game, self.seats, self.turn)


def list_summaries(games: Sequence[str], viewer: Player | None) -> list[GameSummary]:
    """These games in this order, without those that the viewer may not see."""
    found = fetch_rows(SUMMARIES, games=[*games]) if games else []
    read = {game: Listed(orjson.loads(raw)) for game, raw in found}
    some = [read[game] for game in games if game in read]
    return [one.get_summary() for one in some if may_see(one.game, one.seats, viewer)]


@dataclass(frozen=True, slots=True)
class HomeGame:
    """A game in the list of its player. `shown` identifies the answer: another answer has another."""

    place: Decimal
    """Where it stands in the list (`games.feeds.home`)."""
    shown: str

    def get_body(self) -> MyGame:
        """Return the public summary with the player's own part."""
        read = orjson.loads(self.shown)
        summary, due = Listed(read["game"]).get_summary(), read["due_at"]
        mine: MyPart = {
            "seat": read["seat"],
            "waiting": read["waiting"],
            "decision": summary["turn"]["decision"] if due and summary["turn"] else None,
            "due_at": None if due is None else utc(datetime.fromisoformat(due)),
            "unread": read["unread"],
        }
        return {**summary, "mine": mine}
