"""What a player has read of her feed long ago."""

from games.store.sql.feeds import LAST_OF_FEED
from tideapi.db.statements import Statement

_UNREAD = """mine.id IS NOT NULL AND ({event} > coalesce(mark.event, 0)
            OR {alone} > coalesce(mark.private_event, 0))"""


_NEWEST_ALONE = "archived.alone[array_upper(archived.alone, 1)]"


def _own(game: str) -> str:
    """Her seat in a game, and her mark. Who has none there any more can mark nothing."""
    return f"""
        LEFT JOIN games_seat mine ON mine.game_id = {game} AND mine.player_id = %(player)s::bigint
        LEFT JOIN games_readmark mark ON mark.game_id = {game} AND mark.player_id = %(player)s::bigint"""


# The number from which on a feed has to be kept: its last one, what a webhook or her receivers have not been
# handed, what is not older than a moment, and what she has not read. Asked under the lock of her row. Index
# Scans: notice_once from its beginning up to there, archived_feed_place; of each row
# games_privateevent_pkey, seat_one_per_player, read_mark_once, games_game_pkey; the index on a webhook's
# player, players_handover_pkey.
KEPT_FROM = Statement(
    f"""
    SELECT least(
        {LAST_OF_FEED},
        (SELECT min(feed_cursor) + 1 FROM players_webhook
         WHERE player_id = %(player)s::bigint AND enabled),
        (SELECT feed_cursor + 1 FROM players_handover WHERE player_id = %(player)s::bigint),
        (SELECT notice.number FROM games_notice notice
         LEFT JOIN games_privateevent alone ON alone.id = notice.private_event_id
         {_own("notice.game_id")}
         WHERE notice.player_id = %(player)s::bigint
             AND (notice.at > %(before)s::timestamptz
                 OR {_UNREAD.format(event="notice.event", alone="alone.number")})
         ORDER BY notice.number LIMIT 1),
        (SELECT min(archived.first) FROM games_archivedfeed archived
         JOIN games_game game ON game.id = archived.game_id
         {_own("archived.game_id")}
         WHERE archived.player_id = %(player)s::bigint
             AND (game.ended_at > %(before)s::timestamptz
                 OR {_UNREAD.format(event="archived.event", alone=_NEWEST_ALONE)}))
    )
    """
)

# Removes what lies before that number, and with it what was told her of no game. Index Scans: notice_once,
# games_privateevent_pkey.
PRUNE = Statement(
    """
    WITH gone AS (
        DELETE FROM games_notice
        WHERE player_id = %(player)s::bigint AND number < %(kept_from)s::bigint
        RETURNING private_event_id
    )
    DELETE FROM games_privateevent alone USING gone
    WHERE alone.id = gone.private_event_id AND alone.game_id IS NULL
    """
)
