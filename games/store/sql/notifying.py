"""Notifying subscribers of what is new: done after every commit, so it costs one round trip only.

Why so: docs/why.md#told-from-the-feed.
"""

from tideapi.db.statements import Statement

QUIET = ("sealed", "withdrawn")
"""Types of events of which nobody is told: after them no feed has to be handed over at once."""
_QUIET = ", ".join(f"'{kind}'" for kind in QUIET)

# Sends each payload on the channel; the row says which of these players, and of the players of these games,
# have a webhook, and which of them are told of things. Index Scans: one that begins with a seat's game, the
# index on a webhook's player, players_handover_pkey; games_game_pkey and event_once for the newest event.
NOTIFY = Statement(
    f"""
    SELECT ARRAY(
        SELECT DISTINCT hook.player_id FROM players_webhook hook
        WHERE hook.enabled AND hook.player_id = ANY(%(players)s::bigint[] || ARRAY(
            SELECT seat.player_id FROM games_seat seat WHERE seat.game_id = ANY(%(games)s::text[])
        ))
    ), ARRAY(
        SELECT hand.player_id FROM players_handover hand
        WHERE hand.player_id = ANY(%(players)s::bigint[] || ARRAY(
            SELECT seat.player_id FROM games_seat seat
            JOIN games_game game ON game.id = seat.game_id
            JOIN games_event newest ON newest.game_id = game.id AND newest.number = game.event_number
            WHERE seat.game_id = ANY(%(games)s::text[]) AND newest.type NOT IN ({_QUIET})
        ))
    ), (SELECT count(pg_notify(%(channel)s::text, payload)) FROM unnest(%(payloads)s::text[]) AS _(payload))
    """
)
