"""Games as they stand in lists: all that is shown of many games in one answer, and nothing encrypted."""

from games.models import Game, Log, Seat, Turn
from games.store import rows
from games.store.sql.viewing import GAME, LOG, SEAT
from tideapi.db.statements import Statement

TURN = ("number", "heading", "asked", "opened_at", "dues", "due_at")

# A game with its host's name, its seats, the turn that is open, and which seats have answered that.
SUMMARY = f"""json_build_array(
            {rows.columns(Game, "game", GAME)},
            {rows.columns(Log, "log", LOG)},
            (SELECT username FROM players_player host WHERE host.id = game.host_id),
            (SELECT json_agg(json_build_array(
                    {rows.columns(Seat, "seat", SEAT)},
                    (SELECT one.id FROM games_participant one
                     WHERE one.game_id = seat.game_id AND one.player_id = seat.player_id),
                    (SELECT json_build_array(player.id, player.username, player.kind)
                     FROM players_player player WHERE player.id = seat.player_id),
                    (SELECT username FROM players_player guest WHERE guest.id = seat.offered_to_id)
                ) ORDER BY seat.number)
             FROM games_seat seat WHERE seat.game_id = game.id),
            CASE WHEN turn.id IS NOT NULL THEN {rows.columns(Turn, "turn", TURN)} END,
            (SELECT json_agg(answer.seat ORDER BY answer.seat)
             FROM games_submission answer WHERE answer.game_id = turn.game_id AND answer.turn = turn.number)
        )"""
LOG_AND_OPEN_TURN = """
    JOIN games_log log ON log.game_id = game.id
    LEFT JOIN games_turn turn ON turn.game_id = game.id AND turn.number = game.turn_number
        AND game.status = 'running'"""

# These games in any order. Index Scans: games_game_pkey, games_log_pkey, players_player_pkey, seat_once,
# participant_once, turn_once, submission_once.
SUMMARIES = Statement(
    f"""
    SELECT game.id, {SUMMARY}::text
    FROM games_game game {LOG_AND_OPEN_TURN}
    WHERE game.id = ANY(%(games)s::text[])
    """
)
