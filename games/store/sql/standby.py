"""What a standby is asked before anything else is read of it."""

from tideapi.db.statements import Statement

# Whether it follows a primary and has all that was committed there until then, because the sweep writes down
# again and again when it was done; and whether it knows, too, that this game is over (NULL for no game).
# games_heartbeat has one row; Index Scan using games_game_pkey.
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
