"""After the commit: notify whoever has something to do now.

Any of these messages may be lost. Nobody relies on one: the sweep finds bots that have to move, streams
and long polls ask every few seconds, and tasks of their own find what webhooks and receivers have missed.
The tasks that are sent listen to the signals here, because what they call lies above.
"""

import logging
from collections.abc import Collection
from functools import partial

from django.db import DatabaseError, transaction
from django.dispatch import Signal

from games.repository.queries import notifying

log = logging.getLogger(__name__)

CHANNEL = "tide"
"""The PostgreSQL channel of `LISTEN` and `NOTIFY`.

A payload is the id of a game with new events, or @ and the number of a player with a new private event.
"""
bots_due = Signal()
"""In this transaction it has become the turn of bots.

The signal names no game: which one is next is for the database to say, not for the order of messages.
"""
thinkers_due = Signal()
"""The same of bots that think long."""
feeds_changed = Signal()
"""Feeds have something new, by now: those of the players `with_webhooks`, and of those who are `told`."""


def notify_subscribers(game_ids: Collection[str], player_ids: Collection[int] = ()) -> None:
    """Once this transaction is committed, notify the subscribers of these games' feeds.

    The feeds of all players with a seat there are meant too. `player_ids` are other players, who have got a
    private event.
    """
    if game_ids or player_ids:
        transaction.on_commit(partial(_notify, [*game_ids], [*player_ids]))


def _notify(games: list[str], players: list[int]) -> None:
    # After the commit, because PostgreSQL lets transactions that notify commit one at a time only.
    payloads = [*games, *(f"@{player}" for player in players)]
    try:
        found = notifying.NOTIFY.row(
            channel=CHANNEL, games=games, players=players, payloads=payloads
        )
    except DatabaseError as error:
        log.warning("Subscribers of %s get it later: %s", payloads, error)
        return
    with_webhooks, told, _ = found or (None, None, None)
    feeds_changed.send(None, with_webhooks=with_webhooks, told=told)
