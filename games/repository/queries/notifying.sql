-- Telling players what people have to do with them, and notifying subscribers of what is new.
--
-- Subscribers are notified after every commit, so it costs one round trip only.
--
-- Why so: docs/decisions/notices.md, docs/decisions/people.md.

-- statement NOTIFY
-- Sends each payload on the channel; the row says which of these players, and of the players of these games,
-- have a webhook, and which of them are told of things. Nobody is told that an answer was sealed or taken back:
-- after these events no feed has to be handed over at once. Index Scans: one that begins with a seat's game, the
-- index on a webhook's player, players_handover_pkey; games_log_pkey for the newest event.
SELECT ARRAY(
    SELECT DISTINCT hook.player_id FROM players_webhook hook
    WHERE hook.enabled AND hook.player_id = ANY(%(players)s::bigint[] || ARRAY(
        SELECT seat.player_id FROM games_seat seat WHERE seat.game_id = ANY(%(games)s::text[])
    ))
), ARRAY(
    SELECT hand.player_id FROM players_handover hand
    WHERE hand.player_id = ANY(%(players)s::bigint[] || ARRAY(
        SELECT seat.player_id FROM games_seat seat
        JOIN games_log log ON log.game_id = seat.game_id
        WHERE seat.game_id = ANY(%(games)s::text[])
            AND log.event_type NOT IN ('sealed', 'withdrawn')
    ))
), (SELECT count(pg_notify(%(channel)s::text, payload)) FROM unnest(%(payloads)s::text[]) AS _(payload))

-- statement INFORM
-- Blocks and mutes by the index on whom they are of: Index Scans.
INSERT INTO games_privateevent (player_id, about_id, type, data, at, in_feed)
SELECT told.player, %(about)s::bigint, %(type)s::text, told.data, %(at)s::timestamptz, false
FROM unnest(%(players)s::bigint[], %(data)s::bytea[]) AS told (player, data)
WHERE NOT EXISTS (
        SELECT FROM players_block averse
        WHERE averse.player_id = told.player AND averse.other_id = %(about)s::bigint
    )
    AND NOT (%(written)s::boolean AND EXISTS (
        SELECT FROM players_mute averse
        WHERE averse.player_id = told.player AND averse.other_id = %(about)s::bigint
    ))
RETURNING id
