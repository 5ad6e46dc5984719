"""What one player alone is told of another: for all who are told in one statement, blocks and mutes asked.

Why so: docs/why.md#silent-block.
"""

from tideapi.db.statements import Statement

# Blocks and mutes by the index on whom they are of: Index Scans.
INFORM = Statement(
    """
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
    """
)
