"""Which player hears of which event: her own feed over all her games.

A feed has its own numbers, from 1 without a gap. New events are brought into it when somebody listens
to it, under the lock of the player's row: so no number is ever given to a later event than a reader
has seen, and a game's writers never wait for one another's players.
"""

from django.db import connection, transaction

from games.models import Notice
from players.models import Player

# A seat that is just being written to is left for the next time: a feed that waited for one game while
# it held the seat of another could be in a circle of such waits. Its writer wakes who listens.
# The seats whose game has events that are not in the feed yet are found over the index on a seat's
# player; then each game's new events are one range of `event_once`. Whispers have an index of their own.
_BRING_IN = """
WITH fresh AS (
    SELECT event.id, event.at, game.id AS game_id, event.number
    FROM games_seat seat
    JOIN games_game game ON game.id = seat.game_id
        AND least(game.event_number, coalesce(seat.hears_until, game.event_number)) > seat.heard
    JOIN games_event event ON event.game_id = game.id AND event.number > seat.heard
        AND event.number <= coalesce(seat.hears_until, event.number)
    WHERE seat.player_id = %(player)s
    FOR UPDATE OF seat SKIP LOCKED
), heard AS (
    UPDATE games_seat seat SET heard = newest.number
    FROM (SELECT game_id, max(number) AS number FROM fresh GROUP BY game_id) newest
    WHERE seat.game_id = newest.game_id AND seat.player_id = %(player)s
), whispered AS (
    UPDATE games_whisper SET heard = true
    WHERE player_id = %(player)s AND NOT heard
    RETURNING id, at, game_id
), new AS (
    SELECT id AS event_id, NULL::bigint AS whisper_id, at, game_id, number FROM fresh
    UNION ALL
    SELECT NULL, id, at, game_id, 0 FROM whispered
)
INSERT INTO games_notice (player_id, number, event_id, whisper_id)
SELECT %(player)s,
       (SELECT coalesce(max(number), 0) FROM games_notice WHERE player_id = %(player)s)
           + row_number() OVER (ORDER BY at, game_id, number, whisper_id),
       event_id, whisper_id
FROM new
"""


def bring_in(player: Player) -> None:
    """Put every event of the player's games that her feed lacks at the feed's end."""
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).only("pk").get(pk=player.pk)
        with connection.cursor() as cursor:
            cursor.execute(_BRING_IN, {"player": player.pk})


def feed(player: Player, after: int, most: int) -> list[Notice]:
    """The player's notices with numbers above `after`, oldest first, at most so many."""
    bring_in(player)
    return list(
        Notice.objects.filter(player=player, number__gt=after)
        .select_related("event", "whisper")
        .order_by("number")[:most]
    )
