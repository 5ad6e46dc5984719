"""Notifications after the commit: to workers, streams, webhooks and receivers.

Any of these messages may be lost, and no code relies on one: the sweep finds bots that have to move, streams
and long polls ask every few seconds, and other tasks find what webhooks and receivers have missed.
The senders of tasks listen to the signals here, because they are in higher layers.
"""

import logging
from collections.abc import Collection
from functools import partial

from django.db import DatabaseError, transaction
from django.dispatch import Signal

from common.db.sql import fetch_row

log = logging.getLogger(__name__)

CHANNEL = "tide"
"""The PostgreSQL channel of `LISTEN` and `NOTIFY`.

A payload is the id of a game with new events, or @ and the number of a player with a new private event.
"""
bots_due = Signal()
"""The signal that bots have to move after this transaction. It names no game: the database chooses one."""
thinkers_due = Signal()
"""The same signal for bots that think long."""
more_turns_due = Signal()
"""The signal that more turns are due than one sweep closes soon."""
analysis_due = Signal()
"""The signal that the analysis of a `game` is wanted."""
feeds_changed = Signal()
"""The signal of new events in the feeds of players `with_webhooks`, and of players who are `told`."""

NOTIFY = """
-- Nobody is told that an answer was sealed or taken back: after these events no feed is handed over at once.
-- Index Scans: one that begins with a seat's game, the index on a webhook's player,
-- notifications_noticecursor_pkey, games_log_pkey for the newest event.
SELECT ARRAY(
    SELECT DISTINCT hook.player_id FROM notifications_webhook hook
    WHERE hook.enabled AND hook.player_id = ANY(%(players)s::bigint[] || ARRAY(
        SELECT seat.player_id FROM games_seat seat WHERE seat.game_id = ANY(%(games)s::text[])
    ))
), ARRAY(
    SELECT hand.player_id FROM notifications_noticecursor hand
    WHERE hand.player_id = ANY(%(players)s::bigint[] || ARRAY(
        SELECT seat.player_id FROM games_seat seat
        JOIN games_log log ON log.game_id = seat.game_id
        WHERE seat.game_id = ANY(%(games)s::text[])
            AND log.event_type NOT IN ('sealed', 'withdrawn')
    ))
), (SELECT count(pg_notify(%(channel)s::text, payload)) FROM unnest(%(payloads)s::text[]) AS _(payload))
"""
"""Send each payload on the channel; return which players have a webhook, and which are told of things.

One round trip after every commit.
"""


def notify_subscribers(game_ids: Collection[str], player_ids: Collection[int] = ()) -> None:
    """Notify the subscribers of these games and of their players' feeds, after the commit.

    `player_ids` are other players, who have a new private event.
    """
    if game_ids or player_ids:
        transaction.on_commit(partial(_send_notify, [*game_ids], [*player_ids]))


def _send_notify(games: list[str], players: list[int]) -> None:
    # After the commit, because PostgreSQL lets transactions that notify commit one at a time only.
    payloads = [*games, *(f"@{player}" for player in players)]
    try:
        found = fetch_row(NOTIFY, channel=CHANNEL, games=games, players=players, payloads=payloads)
    except DatabaseError as error:
        log.warning("Subscribers of %s get it later: %s", payloads, error)
        return
    with_webhooks, told, _ = found or (None, None, None)
    feeds_changed.send(None, with_webhooks=with_webhooks, told=told)
