-- What a player has settled about others: friends, blocks and mutes.

-- part relation(player, other)
-- One player's relation to another: Index Scans using friendship_once, block_once, mute_once. A request of
-- a blocked player is left out, as if nobody had asked.
SELECT CASE WHEN friendship.since IS NOT NULL THEN 'yes'
            WHEN friendship.asker_id = {player} THEN 'requested'
            WHEN friendship.asker_id IS NOT NULL THEN 'incoming'
            ELSE 'none' END AS friend,
       block.at IS NOT NULL AS blocked, mute.at IS NOT NULL AS muted,
       friendship.at AS requested_at, friendship.since AS friends_since,
       block.at AS blocked_at, mute.at AS muted_at
FROM (VALUES (1)) one
LEFT JOIN players_block block ON block.player_id = {player} AND block.other_id = {other}
LEFT JOIN players_mute mute ON mute.player_id = {player} AND mute.other_id = {other}
LEFT JOIN players_friendship friendship
    ON least(friendship.asker_id, friendship.asked_id) = least({player}, {other})
    AND greatest(friendship.asker_id, friendship.asked_id) = greatest({player}, {other})
    AND (block.at IS NULL OR friendship.asker_id = {player})

-- statement RELATION
-- A player's relation to another.
{relation(%(player)s::bigint, %(other)s::bigint)}

-- statement RELATIONS_TO
-- A player's relation to each of these others.
SELECT other.id, relation.*
FROM unnest(%(others)s::bigint[]) AS other (id)
CROSS JOIN LATERAL ({relation(%(player)s::bigint, other.id)}) relation

-- part relations(direction, beyond)
-- A player's relations, ordered by their last change: the other players by the indexes on a friendship's two
-- players, block_once and mute_once; each with its relation and, by players_player_pkey, its username.
SELECT listed.changed_at, listed.username, listed.friend, listed.blocked, listed.muted,
       listed.requested_at, listed.friends_since, listed.blocked_at, listed.muted_at
FROM (
    SELECT other.id, other.username, relation.*,
           greatest(requested_at, friends_since, blocked_at, muted_at) AS changed_at
    FROM (
        SELECT asked_id AS id FROM players_friendship WHERE asker_id = %(player)s::bigint
        UNION
        SELECT asker_id FROM players_friendship WHERE asked_id = %(player)s::bigint
        UNION
        SELECT other_id FROM players_block WHERE player_id = %(player)s::bigint
        UNION
        SELECT other_id FROM players_mute WHERE player_id = %(player)s::bigint
    ) known
    JOIN players_player other ON other.id = known.id AND other.is_active
    CROSS JOIN LATERAL ({relation(%(player)s::bigint, known.id)}) relation
) listed
WHERE CASE %(relation)s::text
        WHEN 'friend' THEN listed.friend = 'yes'
        WHEN 'blocked' THEN listed.blocked
        WHEN 'muted' THEN listed.muted
        ELSE listed.friend = coalesce(%(relation)s::text, listed.friend) END
    AND listed.changed_at IS NOT NULL
    AND (%(position)s::timestamptz IS NULL OR listed.changed_at {beyond} %(position)s::timestamptz)
ORDER BY listed.changed_at {direction}, listed.id {direction}
OFFSET %(offset)s::integer LIMIT %(most)s::integer

-- statement RELATIONS
-- Ascending.
{relations(ASC, >)}

-- statement RELATIONS_BACK
-- Descending.
{relations(DESC, <)}
