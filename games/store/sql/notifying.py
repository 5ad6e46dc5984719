"""Notifying subscribers of what is new: done after every commit, so it costs one round trip only."""

from tideapi.db.statements import Statement

# Sends each payload on the channel; the row says which of these players, and of the players of these games,
# have a webhook. Index Scans: one that begins with a seat's game, and the index on a webhook's player.
NOTIFY = Statement(
    """
    SELECT ARRAY(
        SELECT DISTINCT hook.player_id FROM players_webhook hook
        WHERE hook.enabled AND hook.player_id = ANY(%(players)s::bigint[] || ARRAY(
            SELECT seat.player_id FROM games_seat seat WHERE seat.game_id = ANY(%(games)s::text[])
        ))
    ), (SELECT count(pg_notify(%(channel)s::text, payload)) FROM unnest(%(payloads)s::text[]) AS _(payload))
    """
)
