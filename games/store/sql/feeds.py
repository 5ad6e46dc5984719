"""What is new in the players' feeds.

Why so: docs/why.md#feed-numbers, docs/why.md#webhook-place.
"""

from games.fairness import naming
from games.models import Game, PrivateEvent, Seat
from games.store import rows
from games.store.sql import log
from tideapi.db.statements import Statement

_NAMING = ", ".join(f"'{kind}'" for kind in naming.TYPES)


def _names(game: str) -> str:
    """The present names of those who have taken part in a game, by the ids under which it knows them."""
    return f"""
    (SELECT json_object_agg(one.id, (
            SELECT username FROM players_player player WHERE player.id = one.player_id
        ) ORDER BY one.id)
     FROM games_participant one WHERE one.game_id = {game})"""


GAME = ("id", "status", "private", "host")
SEAT = ("number", "player", "away", "offered_to")
"""What says who may see a game."""
_LOG = f"""
    {log.select_events("%(game)s::text", "%(after)s::bigint", "%(after)s::bigint + %(most)s::bigint")},
    {_names("%(game)s::text")},
    (SELECT event_number FROM games_log WHERE game_id = %(game)s::text)"""

# Index Scans: those of `log.select_events`; participant_once, players_player_pkey, games_log_pkey.
LOG = Statement(f"SELECT json_build_array({_LOG})::text")

# The same with who may see it at that moment, for streams: games_game_pkey and seat_once.
LOG_AND_VIEWERS = Statement(
    f"""
SELECT json_build_array({_LOG},
    (SELECT {rows.columns(Game, "game", GAME)} FROM games_game game WHERE id = %(game)s::text),
    (SELECT json_agg({rows.columns(Seat, "seat", SEAT)} ORDER BY seat.number)
     FROM games_seat seat WHERE seat.game_id = %(game)s::text)
)::text
"""
)

LAST_OF_FEED = """greatest(
        (SELECT max(number) FROM games_notice WHERE player_id = %(player)s::bigint),
        (SELECT max(last) FROM games_archivedfeed WHERE player_id = %(player)s::bigint)
    )"""

# The last number of a player's feed, null where there is none: what is archived has its numbers in rows of
# its own. Index Scans using notice_once and archived_feed_place, each from its end.
LAST = Statement(f"SELECT {LAST_OF_FEED}")

UPDATED = f"""
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
    CROSS JOIN LATERAL {log.select_moments("seat.game_id", "seat.feed_cursor")} event
    WHERE event.number <= coalesce(seat.feed_until, event.number)
), former AS (
    SELECT event.at, seat.game_id, event.number
    FROM games_formerseat seat
    CROSS JOIN LATERAL {log.select_moments("seat.game_id", "seat.feed_cursor")} event
    WHERE seat.player_id = %(player)s::bigint AND seat.feed_cursor < seat.feed_until
        AND event.number <= seat.feed_until
        AND NOT EXISTS (SELECT FROM games_notice known
            WHERE known.player_id = seat.player_id AND known.game_id = seat.game_id
                AND known.event = event.number)
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
    SELECT number AS event, NULL::bigint AS private_event_id, at, 1 AS rank, game_id, 0 AS alone
    FROM fresh
    UNION ALL
    SELECT number, NULL, at, 0, game_id, 0 FROM former
    UNION ALL
    SELECT NULL, id, at, 1, game_id, number FROM told_alone
), appended AS (
    INSERT INTO games_notice (player_id, number, game_id, event, private_event_id, at)
    SELECT %(player)s::bigint,
           coalesce({LAST_OF_FEED}, 0) + row_number() OVER (
               ORDER BY at, rank, game_id, coalesce(event, 0), alone, private_event_id
           ),
           game_id, event, private_event_id, at
    FROM new
    RETURNING number, game_id, event, private_event_id
)"""

# The last number of the feed then.
NEWEST = f"""coalesce((SELECT max(number) FROM appended), {LAST_OF_FEED}, 0)"""

# Asked under the lock of the player's row. A seat that is just being written to is left for the next time: a
# feed that waited for one game while it held the seat of another could be in a circle of such waits. Its
# writer notifies subscribers afterwards.
# The seats are locked before their events are looked for: PostgreSQL reads a row again that it had to lock in
# a newer version, and with it only the first of the events.
# The seats whose game has events that are not in the feed yet are found over the index on a seat's
# player; then each game's new events are those of `log.select_moments`. Private events have an index of their
# own, and seats that are another's by now have former_seat_to_bring_in: of what happened while she had one,
# notice_of_event_once says what she has read already, and it comes before the event that the seat is lost.
# Private events of a game come in the order of their own numbers there; those of no game have none.
# Its row: the last number of the feed then.
UPDATE = Statement(
    f"""{UPDATED}
SELECT {NEWEST}
"""
)

# As one text: the same last number, whether something on the page may be archived (`ARCHIVED`), and a page of
# the feed: what was there before by notice_once, up to the limit, and what is new, which this statement does
# not see in the table yet. Each has its number, its game and its event there, or its private event; with what
# people have to do with each other comes the name of the other. Of each game there come the events from the
# first to the last on the page (`log.select_events`), and the names of all who have taken part, by
# participant_once and players_player_pkey. What is archived by archived_feed_place.
FEED = Statement(
    f"""{UPDATED}, page AS (
    (SELECT number, game_id, event, private_event_id FROM games_notice
     WHERE player_id = %(player)s::bigint AND number > %(after)s::bigint
     ORDER BY number LIMIT %(most)s::bigint)
    UNION ALL
    SELECT number, game_id, event, private_event_id FROM appended WHERE number > %(after)s::bigint
    ORDER BY number LIMIT %(most)s::bigint
)
SELECT json_build_array(
    {NEWEST},
    (SELECT true FROM games_archivedfeed
     WHERE player_id = %(player)s::bigint AND last > %(after)s::bigint LIMIT 1),
    (SELECT json_agg(json_build_array(
            page.number, page.game_id, page.event,
            CASE WHEN private_event.id IS NOT NULL
                THEN {rows.columns(PrivateEvent, "private_event")} END,
            CASE WHEN private_event.about_id IS NOT NULL
                THEN (SELECT json_build_object('{naming.ABOUT}', username)
                      FROM players_player about WHERE about.id = private_event.about_id) END
        ) ORDER BY page.number)
     FROM page LEFT JOIN games_privateevent private_event ON private_event.id = page.private_event_id),
    (SELECT json_agg(json_build_array(part.game_id, part.first, part.last,
            {log.select_events("part.game_id", "part.first - 1", "part.last")},
            {_names("part.game_id")}) ORDER BY part.game_id)
     FROM (SELECT game_id, min(event) AS first, max(event) AS last
           FROM page WHERE game_id IS NOT NULL GROUP BY game_id) part)
)::text
"""
)

# Where archived games stand in a page of a feed. There is no gap in a feed but before its first number, so a
# page ends so many numbers after its beginning. Index Scans: notice_once, archived_feed_place.
ARCHIVED = Statement(
    """
SELECT game_id, runs
FROM games_archivedfeed
WHERE player_id = %(player)s::bigint AND last > %(after)s::bigint
    AND first <= %(most)s::bigint + greatest(%(after)s::bigint, least(
        (SELECT min(number) FROM games_notice WHERE player_id = %(player)s::bigint),
        (SELECT min(first) FROM games_archivedfeed WHERE player_id = %(player)s::bigint)
    ) - 1)
"""
)

# The names that those have now who have taken part in these games: participant_once, players_player_pkey.
NAMES = Statement(
    f"""
SELECT game, ({_names("game")})::text FROM unnest(%(games)s::text[]) AS game
"""
)


def _left_behind(table: str, which: str) -> Statement:
    """The players with a cursor of this table whose feeds have something that has a higher number.

    All of its rows are looked at; for each its player's notices, private events, seats, and former seats, by
    index: written so that none of them can be read for all at once.
    """
    return Statement(
        f"""
SELECT DISTINCT mine.player_id
FROM {table} mine
JOIN players_player player ON player.id = mine.player_id AND player.is_active
WHERE {which} AND coalesce(
    (SELECT true FROM games_notice notice
     WHERE notice.player_id = mine.player_id AND notice.number = mine.feed_cursor + 1),
    (SELECT true FROM games_privateevent private_event
     WHERE private_event.player_id = mine.player_id AND NOT private_event.in_feed LIMIT 1),
    (SELECT true FROM games_seat seat
     JOIN games_log log ON log.game_id = seat.game_id
         AND least(log.event_number, coalesce(seat.feed_until, log.event_number)) > seat.feed_cursor
     WHERE seat.player_id = mine.player_id LIMIT 1),
    (SELECT true FROM games_formerseat former
     WHERE former.player_id = mine.player_id AND former.feed_cursor < former.feed_until LIMIT 1)
)
""",
        scans=frozenset({table}),
    )


# Webhooks that are enabled are few; those who are told of things are looked at rarely.
LEFT_BEHIND = _left_behind("players_webhook", "mine.enabled")
NOT_HANDED_OVER = _left_behind("players_handover", "true")

# All are index scans: the seats of a player, the private events that are in no feed,
# former_seat_to_bring_in, notice_once, archived_feed_place.
WITH_MORE = Statement(
    """
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
SELECT notice.player_id
FROM unnest(%(players)s::bigint[], %(known)s::bigint[]) AS subscriber (player_id, known)
JOIN games_notice notice ON notice.player_id = subscriber.player_id AND notice.number = subscriber.known + 1
UNION
SELECT archived.player_id
FROM unnest(%(players)s::bigint[], %(known)s::bigint[]) AS subscriber (player_id, known)
JOIN games_archivedfeed archived
    ON archived.player_id = subscriber.player_id AND archived.last > subscriber.known
"""
)

# Index Scan, by the games or by the players, as PostgreSQL finds them fewer.
SEATED = Statement(
    """
SELECT DISTINCT player_id FROM games_seat
WHERE game_id = ANY(%(games)s::text[]) AND player_id = ANY(%(players)s::bigint[])
"""
)
