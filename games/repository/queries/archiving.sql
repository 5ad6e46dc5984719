-- Putting a finished game into one row: which are due, its lock, whom to wait for, and what goes.

-- statement DUE
-- Finished games that ended before a moment, the oldest first, from one that was seen on: Index Scan using
-- game_to_archive.
SELECT id, ended_at FROM games_game
WHERE status = 'finished' AND archived_at IS NULL AND ended_at <= %(before)s::timestamptz
    AND (ended_at, id) > (%(seen_at)s::timestamptz, %(seen)s::text)
ORDER BY ended_at, id LIMIT %(most)s::integer

-- statement PEOPLE
-- All whose feed has something of this game, or may get something: Index Scans using seat_one_per_player and
-- participant_once.
SELECT player_id FROM games_participant WHERE game_id = %(game)s::text
UNION
SELECT player_id FROM games_seat WHERE game_id = %(game)s::text AND player_id IS NOT NULL

-- statement LOCK
-- The game's lock, unless somebody else has it.
SELECT game.id FROM games_game game JOIN games_log log ON log.game_id = game.id
WHERE game.id = %(game)s::text AND game.status = 'finished' AND game.archived_at IS NULL
FOR NO KEY UPDATE SKIP LOCKED

-- statement BEHIND
-- Whose feeds still lack something of the game, of those that live on. Index Scans: seat_once, games_log_pkey,
-- the index on a former seat's game, private_event_once, players_ending_player_id_key.
SELECT DISTINCT player_id FROM (
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

-- statement UNTOLD
-- Whether somebody who is told of things has not been handed over what her feed has of this game. Index Scans:
-- participant_once, feed_range_of_event_once and feed_range_of_private_event_once from their ends,
-- players_player_pkey, the index on a webhook's player, players_handover_pkey.
SELECT player.id
FROM games_participant one
JOIN players_player player ON player.id = one.player_id AND player.is_active
CROSS JOIN LATERAL (
    (SELECT last FROM games_feedrange place
     WHERE place.player_id = one.player_id AND place.game_id = one.game_id AND place.event IS NOT NULL
     ORDER BY place.event DESC LIMIT 1)
    UNION ALL
    (SELECT last FROM games_feedrange place
     WHERE place.player_id = one.player_id AND place.game_id = one.game_id
         AND place.private_event IS NOT NULL
     ORDER BY place.private_event DESC LIMIT 1)
) newest
WHERE one.game_id = %(game)s::text AND (
    EXISTS (SELECT FROM players_webhook hook
        WHERE hook.player_id = player.id AND hook.enabled AND hook.feed_cursor < newest.last)
    OR EXISTS (SELECT FROM players_handover hand
        WHERE hand.player_id = player.id AND hand.feed_cursor < newest.last))
LIMIT 1

-- statement REMOVE
-- All rows that the archive has now, and the key that it has. Index Scans: private_event_once, turn_once,
-- stage_once, submission_once, games_log_pkey, games_game_pkey.
WITH alone AS (
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
