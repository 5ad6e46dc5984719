"""Calling out that there is something new. Asked after every commit, so each costs one round trip only."""

from tideapi.statements import Statement

# Which of these players, and of the players of these games, have a webhook is asked with the call itself.
# Index Scans: seat_once, and the index on a webhook's player.
CALL = Statement(
    """
    SELECT ARRAY(
        SELECT DISTINCT hook.player_id FROM players_webhook hook
        WHERE hook.enabled AND hook.player_id = ANY(%(players)s::bigint[] || ARRAY(
            SELECT seat.player_id FROM games_seat seat WHERE seat.game_id = ANY(%(games)s::text[])
        ))
    ), (SELECT count(pg_notify(%(channel)s::text, call)) FROM unnest(%(calls)s::text[]) AS _(call))
    """
)
