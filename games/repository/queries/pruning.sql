-- What a player has read of her feed long ago.

-- statement PRUNE
-- Removes the ranges before the first number that a feed has to keep, and with them what was told her of no
-- game. Kept are its last number, what a webhook or her receivers have not been handed, what is not older than
-- a moment, and what she has not read; who has no seat in a game any more can mark nothing there. Asked under
-- the lock of her row. Index Scans: feed_range_once from its beginning; of each range seat_one_per_player,
-- read_mark_once; the index on a webhook's player, players_handover_pkey, games_privateevent_pkey.
WITH kept AS (
    SELECT least(
        {feeds.last_of_feed},
        (SELECT min(feed_cursor) + 1 FROM players_webhook
         WHERE player_id = %(player)s::bigint AND enabled),
        (SELECT feed_cursor + 1 FROM players_handover WHERE player_id = %(player)s::bigint),
        (SELECT place.first FROM games_feedrange place
         LEFT JOIN games_seat mine ON mine.game_id = place.game_id AND mine.player_id = place.player_id
         LEFT JOIN games_readmark mark
             ON mark.game_id = place.game_id AND mark.player_id = place.player_id
         WHERE place.player_id = %(player)s::bigint
             AND (place.at > %(before)s::timestamptz
                 OR mine.id IS NOT NULL AND (
                     place.event + (place.last - place.first) > coalesce(mark.event, 0)
                     OR place.private_event > coalesce(mark.private_event, 0)))
         ORDER BY place.first LIMIT 1)
    ) AS number
), gone AS (
    DELETE FROM games_feedrange
    WHERE player_id = %(player)s::bigint AND last < (SELECT number FROM kept)
    RETURNING account_event_id
)
DELETE FROM games_privateevent alone USING gone WHERE alone.id = gone.account_event_id
