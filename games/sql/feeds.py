"""What is new in the players' feeds."""

from tideapi.statements import Statement

# A seat that is just being written to is left for the next time: a feed that waited for one game while
# it held the seat of another could be in a circle of such waits. Its writer wakes who listens.
# The seats whose game has events that are not in the feed yet are found over the index on a seat's
# player; then each game's new events are one range of `event_once`. Whispers have an index of their own.
BRING_IN = Statement(
    """
WITH fresh AS (
    SELECT event.id, event.at, game.id AS game_id, event.number
    FROM games_seat seat
    JOIN games_game game ON game.id = seat.game_id
        AND least(game.event_number, coalesce(seat.hears_until, game.event_number)) > seat.heard
    JOIN games_event event ON event.game_id = game.id AND event.number > seat.heard
        AND event.number <= coalesce(seat.hears_until, event.number)
    WHERE seat.player_id = %(player)s::bigint
    FOR UPDATE OF seat SKIP LOCKED
), heard AS (
    UPDATE games_seat seat SET heard = newest.number
    FROM (SELECT game_id, max(number) AS number FROM fresh GROUP BY game_id) newest
    WHERE seat.game_id = newest.game_id AND seat.player_id = %(player)s::bigint
), whispered AS (
    UPDATE games_whisper SET heard = true
    WHERE player_id = %(player)s::bigint AND NOT heard
    RETURNING id, at, game_id
), new AS (
    SELECT id AS event_id, NULL::bigint AS whisper_id, at, game_id, number FROM fresh
    UNION ALL
    SELECT NULL, id, at, game_id, 0 FROM whispered
)
INSERT INTO games_notice (player_id, number, event_id, whisper_id)
SELECT %(player)s::bigint,
       (SELECT coalesce(max(number), 0) FROM games_notice WHERE player_id = %(player)s::bigint)
           + row_number() OVER (ORDER BY at, game_id, number, whisper_id),
       event_id, whisper_id
FROM new
"""
)

# Index scans all three, for the few players who have a webhook: her notices, whispers, and seats.
LEFT_BEHIND = Statement(
    """
SELECT DISTINCT hook.player_id
FROM players_webhook hook
JOIN players_player player ON player.id = hook.player_id AND player.is_active
WHERE hook.enabled AND (
    EXISTS (
        SELECT FROM games_notice notice
        WHERE notice.player_id = hook.player_id AND notice.number = hook.heard + 1
    ) OR EXISTS (
        SELECT FROM games_whisper whisper WHERE whisper.player_id = hook.player_id AND NOT whisper.heard
    ) OR EXISTS (
        SELECT FROM games_seat seat
        JOIN games_game game ON game.id = seat.game_id
            AND least(game.event_number, coalesce(seat.hears_until, game.event_number)) > seat.heard
        WHERE seat.player_id = hook.player_id
    )
)
"""
)

# Both are index scans: the seats of a player, and the whispers not heard.
WITH_MORE = Statement(
    """
SELECT DISTINCT seat.player_id
FROM games_seat seat
JOIN games_game game ON game.id = seat.game_id
    AND least(game.event_number, coalesce(seat.hears_until, game.event_number)) > seat.heard
WHERE seat.player_id = ANY(%(players)s::bigint[])
UNION
SELECT player_id FROM games_whisper WHERE NOT heard AND player_id = ANY(%(players)s::bigint[])
UNION
SELECT notice.player_id
FROM unnest(%(players)s::bigint[], %(known)s::bigint[]) AS hearer (player_id, known)
JOIN games_notice notice ON notice.player_id = hearer.player_id AND notice.number = hearer.known + 1
"""
)

# Index Scan using the index on a seat's game (seat_once).
SEATED = Statement(
    """
SELECT DISTINCT player_id FROM games_seat
WHERE game_id = ANY(%(games)s::text[]) AND player_id = ANY(%(players)s::bigint[])
"""
)
