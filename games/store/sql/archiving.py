"""Putting a finished game into one row: which are due, the locks, where it stands in feeds, and what goes."""

from tideapi.db.statements import Statement

# Finished games that ended before a moment, the oldest first, from one that was seen on: Index Scan using
# game_to_archive.
DUE = Statement(
    """
    SELECT id, ended_at FROM games_game
    WHERE status = 'finished' AND archived_at IS NULL AND ended_at <= %(before)s::timestamptz
        AND (ended_at, id) > (%(seen_at)s::timestamptz, %(seen)s::text)
    ORDER BY ended_at, id LIMIT %(most)s::integer
    """
)

# All whose feed has something of this game, or may get something: Index Scans using seat_one_per_player and
# participant_once.
PEOPLE = Statement(
    """
    SELECT player_id FROM games_participant WHERE game_id = %(game)s::text
    UNION
    SELECT player_id FROM games_seat WHERE game_id = %(game)s::text AND player_id IS NOT NULL
    """
)

# The locks, of players before that of the game, as all who hold both ask for them; whoever has one of them is
# not waited for. Index Scan using players_player_pkey.
LOCK_PEOPLE = Statement(
    """
    SELECT id FROM players_player WHERE id = ANY(%(players)s::bigint[])
    ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
    """
)

LOCK = Statement(
    """
    SELECT game.id FROM games_game game JOIN games_log log ON log.game_id = game.id
    WHERE game.id = %(game)s::text AND game.status = 'finished' AND game.archived_at IS NULL
    FOR NO KEY UPDATE SKIP LOCKED
    """
)

# Whether a feed that lives on still lacks something of the game. Index Scans: seat_once, games_log_pkey, the
# index on a former seat's game, private_event_once, players_ending_player_id_key.
BEHIND = Statement(
    """
    SELECT player_id FROM (
        SELECT seat.player_id FROM games_seat seat
        JOIN games_log log ON log.game_id = seat.game_id
            AND least(log.event_number, coalesce(seat.feed_until, log.event_number)) > seat.feed_cursor
        WHERE seat.game_id = %(game)s::text AND seat.player_id IS NOT NULL
        UNION ALL
        SELECT player_id FROM games_formerseat
        WHERE game_id = %(game)s::text AND feed_cursor < feed_until
        UNION ALL
        SELECT player_id FROM games_privateevent WHERE game_id = %(game)s::text AND NOT in_feed
    ) lacking
    WHERE NOT EXISTS (SELECT FROM players_ending ending
        WHERE ending.player_id = lacking.player_id AND ending.closed_at IS NOT NULL)
    LIMIT 1
    """
)

# Where the game's events stand in feeds: the player, the number there, and the event, or below zero the
# private event. Index Scans: participant_once, notice_of_event_once, games_privateevent_pkey.
PLACES = Statement(
    """
    SELECT notice.player_id, notice.number, coalesce(notice.event, -alone.number)
    FROM games_participant one
    JOIN games_notice notice ON notice.player_id = one.player_id AND notice.game_id = one.game_id
    LEFT JOIN games_privateevent alone ON alone.id = notice.private_event_id
    WHERE one.game_id = %(game)s::text
    """
)

# Whether somebody who is told of things has not been handed over all of these numbers of her feed. Index
# Scans: players_player_pkey, the index on a webhook's player, players_handover_pkey.
UNTOLD = Statement(
    """
    SELECT player.id
    FROM unnest(%(players)s::bigint[], %(lasts)s::bigint[]) AS place (player_id, last)
    JOIN players_player player ON player.id = place.player_id AND player.is_active
    WHERE EXISTS (SELECT FROM players_webhook hook
            WHERE hook.player_id = player.id AND hook.enabled AND hook.feed_cursor < place.last)
        OR EXISTS (SELECT FROM players_handover hand
            WHERE hand.player_id = player.id AND hand.feed_cursor < place.last)
    LIMIT 1
    """
)

# All rows that the archive has now, and the key that it has. Index Scans: participant_once,
# notice_of_event_once, private_event_once, turn_once, stage_once, submission_once, games_log_pkey,
# games_game_pkey.
REMOVE = Statement(
    """
    WITH notices AS (
        DELETE FROM games_notice notice USING games_participant one
        WHERE one.game_id = %(game)s::text
            AND notice.player_id = one.player_id AND notice.game_id = one.game_id
    ), alone AS (
        DELETE FROM games_privateevent WHERE game_id = %(game)s::text
    ), answers AS (
        DELETE FROM games_submission WHERE game_id = %(game)s::text
    ), events AS (
        UPDATE games_log SET recent = '[]', recent_after = event_number WHERE game_id = %(game)s::text
    ), turns AS (
        DELETE FROM games_turn WHERE game_id = %(game)s::text
    ), stages AS (
        DELETE FROM games_stage WHERE game_id = %(game)s::text
    )
    UPDATE games_game SET archived_at = %(at)s::timestamptz, nonce_key = NULL WHERE id = %(game)s::text
    """
)
