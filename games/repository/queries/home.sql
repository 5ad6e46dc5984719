-- A player's own games, the most urgent first, and how much of them she has not read.
--
-- Why so: docs/decisions/feeds.md.

-- part place
-- Which place a game has in the list, as one number: games that wait for her by her deadlines, then those that
-- wait for others by theirs, then those that have not started, and at last those that are over, the newest
-- first. Each kind has room for all moments, in seconds.
CASE
            WHEN waits.for_her THEN extract(epoch FROM put.due_at)
            WHEN game.status = 'running'
                THEN 100000000000 + extract(epoch FROM coalesce(turn.due_at, game.started_at))
            WHEN game.status = 'open' THEN 200000000000 - extract(epoch FROM game.created_at)
            ELSE 300000000000 - extract(epoch FROM coalesce(game.ended_at, game.created_at))
        END

-- part unread
-- What has come to her in a game after her mark, after she came, and after she last acted there; of what she
-- was told alone also what her feed lacks yet. What was withheld from her feed has no number there, by which it
-- could be marked.
log.event_number
- least(log.event_number, greatest(seat.feed_from, mark.event, (log.acted -> seat.number::text ->> 0)::integer))
+ (SELECT count(*) FROM games_feedrange alone
   WHERE alone.player_id = seat.player_id AND alone.game_id = game.id
       AND alone.private_event > coalesce(
           greatest(mark.private_event, (log.acted -> seat.number::text ->> 1)::integer), 0))
+ (SELECT count(*) FROM games_privateevent alone
   WHERE alone.game_id = game.id AND alone.player_id = seat.player_id AND NOT alone.in_feed
       AND alone.number > coalesce((log.acted -> seat.number::text ->> 1)::integer, 0))

-- part home(order, beyond)
SELECT place.number AS place, json_build_array(
        {listing.summary},
        seat.number, waits.for_her,
        put.due_at,
        {unread}
    )::text AS shown
FROM games_seat seat
JOIN games_game game ON game.id = seat.game_id
{listing.log_and_open_turn}
LEFT JOIN games_question put ON put.turn_id = turn.id AND put.seat_id = seat.id
LEFT JOIN games_submission own ON own.question_id = put.id
LEFT JOIN games_readmark mark ON mark.player_id = seat.player_id AND mark.game_id = seat.game_id
CROSS JOIN LATERAL (
    SELECT put.id IS NOT NULL AND own.question_id IS NULL AND seat.away IS NULL AS for_her
) waits
CROSS JOIN LATERAL (SELECT {place} AS number) place
WHERE seat.player_id = %(player)s::bigint AND seat.away IS DISTINCT FROM 'resigned'
    AND (%(status)s::text IS NULL OR game.status = %(status)s::text)
    AND (%(position)s::numeric IS NULL OR place.number {beyond} %(position)s::numeric)
ORDER BY place.number {order}, game.id {order}
LIMIT %(most)s::bigint OFFSET %(offset)s::bigint

-- statement HOME
-- A page of her games, when her feed has what is new. Her seats by the index on a seat's player; of each games_game_pkey, games_log_pkey, turn_once,
-- question_once, games_submission_pkey and read_mark_once, and of private events feed_range_of_private_event_once and
-- private_event_to_bring_in.
{home(, >)}

-- statement HOME_BACK
{home(DESC, <)}

-- statement MARK
-- Marks what has a number in her feed up to this one as read, in all of her games or in one. A mark never goes
-- back. Asked under the lock of her row. Her seats by the index on a seat's player; of each
-- feed_range_of_event_once and feed_range_of_private_event_once from their ends, until a range is found that
-- begins in the feed up to there, message_of_game and read_mark_once. Messages have no number in a game: they
-- are read up to the moment of that place in the feed.
INSERT INTO games_readmark (player_id, game_id, event, private_event, messages_at)
SELECT seat.player_id, seat.game_id, coalesce(newest.event, 0), coalesce(newest.alone, 0), until.at
FROM games_seat seat
LEFT JOIN games_readmark mark ON mark.player_id = seat.player_id AND mark.game_id = seat.game_id
CROSS JOIN LATERAL (
    SELECT (
        SELECT place.event + (least(place.last, %(number)s::bigint) - place.first)::integer
        FROM games_feedrange place
        WHERE place.player_id = seat.player_id AND place.game_id = seat.game_id
            AND place.event IS NOT NULL AND place.first <= %(number)s::bigint
        ORDER BY place.event DESC LIMIT 1
    ) AS event, (
        SELECT place.private_event FROM games_feedrange place
        WHERE place.player_id = seat.player_id AND place.game_id = seat.game_id
            AND place.private_event IS NOT NULL AND place.first <= %(number)s::bigint
        ORDER BY place.private_event DESC LIMIT 1
    ) AS alone
) newest
CROSS JOIN (
    SELECT (
        SELECT place.at FROM games_feedrange place
        WHERE place.player_id = %(player)s::bigint AND place.first <= %(number)s::bigint
        ORDER BY place.first DESC LIMIT 1
    ) AS at
) until
WHERE seat.player_id = %(player)s::bigint
    AND (%(game)s::text IS NULL OR seat.game_id = %(game)s::text)
    AND (
        newest.event > coalesce(mark.event, 0) OR newest.alone > coalesce(mark.private_event, 0)
        OR EXISTS (
            SELECT FROM games_message message
            WHERE message.game_id = seat.game_id AND message.at <= until.at
                AND message.at > coalesce(mark.messages_at, '-infinity')
        )
    )
ORDER BY seat.game_id
ON CONFLICT (player_id, game_id) DO UPDATE SET
    event = greatest(games_readmark.event, excluded.event),
    private_event = greatest(games_readmark.private_event, excluded.private_event),
    messages_at = greatest(games_readmark.messages_at, excluded.messages_at)
