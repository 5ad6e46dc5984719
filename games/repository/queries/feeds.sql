-- What is new in the players' feeds.
--
-- Why so: docs/decisions/feeds.md.

-- part names(game)
-- The present names of those who have taken part in a game, by the ids under which it knows them.
(SELECT json_object_agg(one.id, (
        SELECT username FROM players_player player WHERE player.id = one.player_id
    ) ORDER BY one.id)
 FROM games_participant one WHERE one.game_id = {game})

-- part page_of_log
{log.events(%(game)s::text, %(after)s::bigint, %(after)s::bigint + %(most)s::bigint)},
{names(%(game)s::text)},
(SELECT event_number FROM games_log WHERE game_id = %(game)s::text)

-- statement LOG
-- Index Scans: those of `log.events`; participant_once, players_player_pkey, games_log_pkey.
SELECT json_build_array({page_of_log})::text

-- statement LOG_AND_VIEWERS
-- The same with who may see it at that moment, for streams: games_game_pkey and seat_once.
SELECT json_build_array({page_of_log},
    (SELECT {row(game, Game, WHO_SEES_GAME)} FROM games_game game WHERE id = %(game)s::text),
    (SELECT json_agg({row(seat, Seat, WHO_SEES_SEAT)} ORDER BY seat.number)
     FROM games_seat seat WHERE seat.game_id = %(game)s::text)
)::text

-- statement NEWEST
-- What holds the newest event of each of these games, and the names in it: games_log_pkey, and the Index Scans
-- of LOG.
SELECT newest.game_id, json_build_array(
    {log.events(newest.game_id, newest.event_number - 1, newest.event_number)},
    {names(newest.game_id)})::text
FROM games_log newest WHERE newest.game_id = ANY(%(games)s::text[])

-- part last_of_feed
(SELECT last FROM games_feedrange WHERE player_id = %(player)s::bigint ORDER BY first DESC LIMIT 1)

-- statement LAST
-- The last number of a player's feed, null where there is none: by feed_range_once, from its end.
SELECT {last_of_feed}

-- part updated
WITH behind AS (
    SELECT seat.game_id, seat.feed_cursor, seat.feed_until
    FROM games_seat seat
    JOIN games_log log ON log.game_id = seat.game_id
        AND least(log.event_number, coalesce(seat.feed_until, log.event_number)) > seat.feed_cursor
    WHERE seat.player_id = %(player)s::bigint
    FOR UPDATE OF seat SKIP LOCKED
), fresh AS (
    SELECT event.at, seat.game_id, event.number
    FROM behind seat
    JOIN games_event event ON event.game_id = seat.game_id AND event.number > seat.feed_cursor
    WHERE event.number <= coalesce(seat.feed_until, event.number)
), former AS (
    SELECT event.at, seat.game_id, event.number
    FROM games_formerseat seat
    JOIN games_event event ON event.game_id = seat.game_id AND event.number > seat.feed_cursor
    WHERE seat.player_id = %(player)s::bigint AND seat.feed_cursor < seat.feed_until
        AND event.number <= seat.feed_until
        AND event.number > coalesce((SELECT known.event + (known.last - known.first)::integer
            FROM games_feedrange known
            WHERE known.player_id = seat.player_id AND known.game_id = seat.game_id
                AND known.event IS NOT NULL
            ORDER BY known.event DESC LIMIT 1), 0)
), left_behind AS (
    UPDATE games_formerseat SET feed_cursor = feed_until
    WHERE player_id = %(player)s::bigint AND feed_cursor < feed_until
), moved AS (
    UPDATE games_seat seat SET feed_cursor = newest.number
    FROM (SELECT game_id, max(number) AS number FROM fresh GROUP BY game_id) newest
    WHERE seat.game_id = newest.game_id AND seat.player_id = %(player)s::bigint
), told_alone AS (
    UPDATE games_privateevent SET in_feed = true
    WHERE player_id = %(player)s::bigint AND NOT in_feed
    RETURNING id, at, game_id, number
), new AS (
    SELECT number AS event, NULL::integer AS private_event, NULL::bigint AS account_event_id, at, 1 AS rank,
        game_id
    FROM fresh
    UNION ALL
    SELECT number, NULL, NULL, at, 0, game_id FROM former
    UNION ALL
    SELECT NULL, number, CASE WHEN game_id IS NULL THEN id END, at, 1, game_id FROM told_alone
), feed_end AS (
    SELECT first, last, game_id, event, event + (last - first)::integer AS last_event
    FROM games_feedrange WHERE player_id = %(player)s::bigint ORDER BY first DESC LIMIT 1
), numbered AS (
    SELECT *, coalesce((SELECT last FROM feed_end), 0) + row_number() OVER (
        ORDER BY at, rank, game_id, coalesce(event, 0), coalesce(private_event, 0), account_event_id
    ) AS number
    FROM new
), followed AS (
    SELECT *, game_id = lag(game_id, 1, (SELECT game_id FROM feed_end)) OVER in_order
        AND event = 1 + lag(event, 1, (SELECT last_event FROM feed_end)) OVER in_order AS follows
    FROM numbered WINDOW in_order AS (ORDER BY number)
), grouped AS (
    SELECT *, count(*) FILTER (WHERE follows IS NOT TRUE) OVER (ORDER BY number) AS range FROM followed
), appended AS (
    INSERT INTO games_feedrange AS feed_range
        (player_id, first, last, game_id, event, private_event, account_event_id, at)
    SELECT %(player)s::bigint,
        CASE WHEN range = 0 THEN (SELECT first FROM feed_end) ELSE min(number) END, max(number), min(game_id),
        CASE WHEN range = 0 THEN (SELECT event FROM feed_end) ELSE min(event) END,
        min(private_event), min(account_event_id), max(at)
    FROM grouped GROUP BY range
    ON CONFLICT (player_id, first) DO UPDATE SET last = excluded.last, at = excluded.at
    RETURNING first, last, game_id, event, private_event, account_event_id
)

-- part newest
-- The last number of the feed then.
coalesce((SELECT max(last) FROM appended), (SELECT last FROM feed_end), 0)

-- statement UPDATE
-- Asked under the lock of the player's row. A seat that is just being written to is left for the next time: a
-- feed that waited for one game while it held the seat of another could be in a circle of such waits. Its
-- writer notifies subscribers afterwards.
-- The seats are locked before their events are looked for: PostgreSQL reads a row again that it had to lock in
-- a newer version, and with it only the first of the events.
-- The seats whose game has events that are not in the feed yet are found over the index on a seat's
-- player; then each game's new events by event_once. Private events have an index of their
-- own, and seats that are another's by now have former_seat_to_bring_in: of what happened while she had one,
-- feed_range_of_event_once says what she has read already, and it comes before the event that the seat is
-- lost.
-- Private events of a game come in the order of their own numbers there; those of no game have none.
-- What follows the feed's last event in the log of the same game makes that range longer, by feed_range_once.
-- Its row: the last number of the feed then.
{updated}
SELECT {newest}

-- statement FEED
-- As one text: the same last number, and a page of the feed: what was there before by feed_range_once, up to
-- the limit, and what is new, which this statement does not see in the table yet. A page begins with the range
-- that has the number after `after`, and there is no gap in a feed but before its first number: so it ends so
-- many numbers after its beginning. Each range has its numbers, its game and its first event there, or its
-- private event, which is null where its game is archived; with what people have to do with each other comes
-- the name of the other. Of each game there come the events on the page (`log.events`), and the names
-- of all who have taken part, by participant_once and players_player_pkey.
{updated}, found AS (
    (SELECT first, last, game_id, event, private_event, account_event_id FROM games_feedrange
     WHERE player_id = %(player)s::bigint AND last > %(after)s::bigint
         AND first >= coalesce((SELECT max(first) FROM games_feedrange
             WHERE player_id = %(player)s::bigint AND first <= %(after)s::bigint + 1), 0)
         AND first NOT IN (SELECT first FROM appended)
     ORDER BY first LIMIT %(most)s::bigint)
    UNION ALL
    SELECT first, last, game_id, event, private_event, account_event_id FROM appended
    WHERE last > %(after)s::bigint
), bounds AS (
    SELECT greatest(min(first), %(after)s::bigint + 1) AS low FROM found
), page AS (
    SELECT greatest(first, low) AS first, least(last, low + %(most)s::bigint - 1) AS last, game_id,
        event + (greatest(first, low) - first)::integer AS event, private_event, account_event_id
    FROM found, bounds WHERE first < low + %(most)s::bigint
)
SELECT json_build_array(
    {newest},
    (SELECT json_agg(json_build_array(
            page.first, page.last, page.game_id, page.event, page.private_event,
            CASE WHEN page.account_event_id IS NOT NULL
                THEN {row(account_event, PrivateEvent)}
                WHEN private_event.id IS NOT NULL THEN {row(private_event, PrivateEvent)} END,
            CASE WHEN account_event.about_id IS NOT NULL
                THEN (SELECT json_build_object('{about()}', username)
                      FROM players_player about WHERE about.id = account_event.about_id) END
        ) ORDER BY page.first)
     FROM page
     LEFT JOIN games_privateevent account_event ON account_event.id = page.account_event_id
     LEFT JOIN games_privateevent private_event
         ON private_event.game_id = page.game_id AND private_event.number = page.private_event),
    (SELECT json_agg(json_build_array(part.game_id, part.first, part.last,
            {log.events(part.game_id, part.first - 1, part.last)},
            {names(part.game_id)}) ORDER BY part.game_id)
     FROM (SELECT game_id, min(event) AS first, max(event + (last - first)::integer) AS last
           FROM page WHERE game_id IS NOT NULL GROUP BY game_id) part)
)::text

-- statement AT
-- What stands under these numbers of a feed: the number, and the game and its event there, or the id of a
-- private event, null where its game is archived. Index Scans using feed_range_once and private_event_once,
-- for each number.
SELECT wanted.number, place.game_id, place.event + (wanted.number - place.first)::integer,
    coalesce(place.account_event_id, (SELECT id FROM games_privateevent alone
        WHERE alone.game_id = place.game_id AND alone.number = place.private_event))
FROM unnest(%(numbers)s::bigint[]) AS wanted (number)
CROSS JOIN LATERAL (
    SELECT * FROM games_feedrange
    WHERE player_id = %(player)s::bigint AND first <= wanted.number ORDER BY first DESC LIMIT 1
) place
WHERE wanted.number <= place.last

-- part left_behind(table, which)
-- The players with a cursor of this table whose feeds have something that has a higher number. All of its rows
-- are looked at; for each the end of its player's feed, private events, seats, and former seats, by index:
-- written so that none of them can be read for all at once.
SELECT DISTINCT mine.player_id
FROM {table} mine
JOIN players_player player ON player.id = mine.player_id AND player.is_active
WHERE {which} AND coalesce(
    (SELECT true FROM (SELECT last FROM games_feedrange newest
     WHERE newest.player_id = mine.player_id ORDER BY first DESC LIMIT 1) newest
     WHERE newest.last > mine.feed_cursor),
    (SELECT true FROM games_privateevent private_event
     WHERE private_event.player_id = mine.player_id AND NOT private_event.in_feed LIMIT 1),
    (SELECT true FROM games_seat seat
     JOIN games_log log ON log.game_id = seat.game_id
         AND least(log.event_number, coalesce(seat.feed_until, log.event_number)) > seat.feed_cursor
     WHERE seat.player_id = mine.player_id LIMIT 1),
    (SELECT true FROM games_formerseat former
     WHERE former.player_id = mine.player_id AND former.feed_cursor < former.feed_until LIMIT 1)
)

-- statement LEFT_BEHIND scans players_webhook
-- Webhooks that are enabled are few; those who are told of things are looked at rarely.
{left_behind(players_webhook, mine.enabled)}

-- statement NOT_HANDED_OVER scans players_handover
{left_behind(players_handover, true)}

-- statement WITH_MORE
-- All are index scans: the seats of a player, the private events that are in no feed,
-- former_seat_to_bring_in, and feed_range_once from its end.
SELECT DISTINCT seat.player_id
FROM games_seat seat
JOIN games_log log ON log.game_id = seat.game_id
    AND least(log.event_number, coalesce(seat.feed_until, log.event_number)) > seat.feed_cursor
WHERE seat.player_id = ANY(%(players)s::bigint[])
UNION
SELECT player_id FROM games_privateevent WHERE NOT in_feed AND player_id = ANY(%(players)s::bigint[])
UNION
SELECT player_id FROM games_formerseat
WHERE feed_cursor < feed_until AND player_id = ANY(%(players)s::bigint[])
UNION
SELECT subscriber.player_id
FROM unnest(%(players)s::bigint[], %(known)s::bigint[]) AS subscriber (player_id, known)
CROSS JOIN LATERAL (
    SELECT last FROM games_feedrange newest
    WHERE newest.player_id = subscriber.player_id ORDER BY first DESC LIMIT 1
) newest
WHERE newest.last > subscriber.known

-- statement SEATED
-- Index Scan, by the games or by the players, as PostgreSQL finds them fewer.
SELECT DISTINCT player_id FROM games_seat
WHERE game_id = ANY(%(games)s::text[]) AND player_id = ANY(%(players)s::bigint[])
