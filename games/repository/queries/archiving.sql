-- Putting a finished game into one row: whom to wait for.

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
