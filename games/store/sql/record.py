"""A finished game's history, each time in one answer: for its record, and for what binds the record.

And whether a standby knows as much.
"""

from games.models import Game, PrivateEvent, Stage, Submission, Turn
from games.store import rows
from games.store.sql import log
from tideapi.db.statements import Statement

DRAWN = ("setup", "ending")

TURN = tuple(
    field.name
    for field in Turn._meta.concrete_fields  # noqa: SLF001  Public by documentation.
    if not field.name.startswith("events")
)
"""All of a turn but the events that stand with it."""

_TURNS = f"""
        (SELECT json_agg(json_build_array(
                {rows.columns(Turn, "turn", TURN)},
                (SELECT json_agg({rows.columns(Submission, "answer")} ORDER BY answer.seat)
                 FROM games_submission answer
                 WHERE answer.game_id = turn.game_id AND answer.turn = turn.number),
                (SELECT json_agg({rows.columns(PrivateEvent, "private_event")} ORDER BY private_event.number)
                 FROM games_privateevent private_event
                 WHERE private_event.game_id = turn.game_id AND private_event.turn = turn.number)
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

# Index Scans: turn_once, submission_once, private_event_once, stage_once.
HISTORY = Statement(f"SELECT json_build_array({_TURNS}, {_STAGES})::text")

# The same, and participant_once, players_player_pkey, games_game_pkey, those of `log.select_events`.
RECORD = Statement(
    f"""
    SELECT json_build_array({_TURNS}, {_STAGES}, {_PARTICIPANTS},
        {log.select_events("%(game)s::text", "0", "2147483647")},
        (SELECT {rows.columns(Game, "game", DRAWN)}
         FROM games_game game WHERE game.id = %(game)s::text)
    )::text
    """
)

# Of a standby, before anything else is read of it: whether it follows a primary and has all that was
# committed there until then, because the sweep writes down again and again when it was done; and whether it
# knows, too, that this game is over (NULL for no game). games_heartbeat has one row; Index Scan using
# games_game_pkey.
KNOWS = Statement(
    """
    SELECT
        pg_is_in_recovery() AND EXISTS (
            SELECT FROM games_heartbeat WHERE name = 'sweep' AND at >= %(since)s::timestamptz),
        %(game)s::text IS NULL OR EXISTS (
            SELECT FROM games_game WHERE id = %(game)s::text AND status = 'finished')
    """,
    scans=frozenset({"games_heartbeat"}),
)
