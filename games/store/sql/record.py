"""A finished game's history, each time in one answer: for its record, and for what binds the record."""

from games.models import Event, Game, PrivateEvent, Stage, Submission, Turn
from games.store import rows
from tideapi.db.statements import Statement

DRAWN = ("setup", "ending")

_TURNS = f"""
        (SELECT json_agg(json_build_array(
                {rows.columns(Turn, "turn")},
                (SELECT json_agg({rows.columns(Submission, "answer")} ORDER BY answer.seat)
                 FROM games_submission answer WHERE answer.turn_id = turn.id),
                (SELECT json_agg({rows.columns(PrivateEvent, "private_event")} ORDER BY private_event.number)
                 FROM games_privateevent private_event WHERE private_event.turn_id = turn.id)
            ) ORDER BY turn.number)
         FROM games_turn turn WHERE turn.game_id = %(game)s::text AND turn.closed_at IS NOT NULL)"""
_STAGES = f"""
        (SELECT json_agg({rows.columns(Stage, "stage")} ORDER BY stage.number)
         FROM games_stage stage
         WHERE stage.game_id = %(game)s::text AND stage.ended_at IS NOT NULL)"""

# Whoever has taken part, with her name as it is now.
_PARTICIPANTS = """
        (SELECT json_agg(json_build_array(one.id, one.player_id, (
                SELECT username FROM players_player player WHERE player.id = one.player_id
            )) ORDER BY one.id)
         FROM games_participant one WHERE one.game_id = %(game)s::text)"""

# Index Scans: turn_once, submission_once, the index on a private event's turn, stage_once.
HISTORY = Statement(f"SELECT json_build_array({_TURNS}, {_STAGES})::text")

# The same, and participant_once, players_player_pkey, event_once, games_game_pkey.
RECORD = Statement(
    f"""
    SELECT json_build_array({_TURNS}, {_STAGES}, {_PARTICIPANTS},
        (SELECT json_agg({rows.columns(Event, "event")} ORDER BY event.number)
         FROM games_event event WHERE event.game_id = %(game)s::text),
        (SELECT {rows.columns(Game, "game", DRAWN)}
         FROM games_game game WHERE game.id = %(game)s::text)
    )::text
    """
)
