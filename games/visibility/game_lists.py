"""Games as they stand in lists, and on a player's home screen."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

import orjson

from common.db.statements import fetch_rows
from games.fairness.commitments import utc
from games.models import Game, Log, Question, Seat, Turn
from games.repository import columns, rows
from games.repository.rows import select_columns
from games.shapes.games import GameSummary, MyGame, MyPart
from games.visibility.game_view import game_summary, may_see
from games.visibility.snapshot import NAMED, read_questions, read_seat
from players.models import Player

SUMMARY = f"""json_build_array(
    {select_columns(Game, "game", columns.SHOWN_GAME)},
    {select_columns(Log, "log", columns.SHOWN_LOG)},
    (SELECT username FROM players_player host WHERE host.id = game.host_id),
    (SELECT json_agg(json_build_array(
            {select_columns(Seat, "seat", columns.SHOWN_SEAT)},
            (SELECT one.id FROM games_participant one
             WHERE one.game_id = seat.game_id AND one.player_id = seat.player_id),
            (SELECT json_build_array(player.id, player.username, player.kind)
             FROM players_player player WHERE player.id = seat.player_id),
            (SELECT username FROM players_player guest WHERE guest.id = seat.offered_to_id)
        ) ORDER BY seat.number)
     FROM games_seat seat WHERE seat.game_id = game.id),
    CASE WHEN turn.id IS NOT NULL THEN {select_columns(Turn, "turn", columns.LISTED_TURN)} END,
    (SELECT json_agg(json_build_array(
            seat.number, {select_columns(Question, "question", columns.LISTED_QUESTION)},
            answer.question_id IS NOT NULL
        ) ORDER BY seat.number)
     FROM games_question question JOIN games_seat seat ON seat.id = question.seat_id
     LEFT JOIN games_submission answer ON answer.question_id = question.id
     WHERE question.turn_id = turn.id)
)"""
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

    def __init__(self, raw: Sequence[Any]) -> None:
        game, log, host, seats, turn, asked = raw
        self.game = rows.read(Game, game, columns.SHOWN_GAME)
        self.game.log = rows.read(Log, log, columns.SHOWN_LOG)
        self.game.host = rows.read(Player, (None, host), NAMED)
        self.seats = [read_seat(*one) for one in seats or ()]
        self.turn: Turn | None = turn and rows.read(Turn, turn, columns.LISTED_TURN)
        self.questions, self.answered = read_questions(asked, columns.LISTED_QUESTION)

    def get_summary(self) -> GameSummary:
        """Return the public summary of the game."""
        return game_summary(self.game, self.seats, self.turn, self.questions, self.answered)


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
        game, seat, waiting, due, unread = orjson.loads(self.shown)
        summary = Listed(game).get_summary()
        mine: MyPart = {
            "seat": seat,
            "waiting": waiting,
            "decision": summary["turn"]["decision"] if due and summary["turn"] else None,
            "due_at": None if due is None else utc(datetime.fromisoformat(due)),
            "unread": unread,
        }
        return {**summary, "mine": mine}
