"""After the commit: ring for whoever has to do something now.

Every bell may fail to ring. Who relies on one looks again after a while: the sweep for the bots, a
waiting client for the events, a task of its own for the webhooks.
"""

import logging
from collections.abc import Collection
from functools import partial

from celery import current_app
from django.db import DatabaseError, transaction
from kombu.exceptions import OperationalError

from games.sql import waking

log = logging.getLogger(__name__)

CHANNEL = "tide"
"""The PostgreSQL channel on which the ids of games with new events are called out.

A call that begins with @ is the number of a player who was told something alone.
"""
HOOKS = "hooks"
"""The queue of the workers that send to webhooks, where nothing else waits behind a slow receiver."""


def listeners(game_ids: Collection[str], player_ids: Collection[int] = ()) -> None:
    """Once this transaction is committed, tell those who wait that these games have new events.

    `player_ids` are players who were told something alone and have no seat there: with a game's own call
    all who have one are told.
    """
    if game_ids or player_ids:
        transaction.on_commit(partial(_notify, [*game_ids], [*player_ids]))


def bots(game_id: str) -> None:
    """Once this transaction is committed, have the bots of a game answer what they are asked."""
    transaction.on_commit(partial(_send, "games.tasks.move_bots", game_id))


def senders(webhooks: int) -> None:
    """Have so many webhooks sent to."""
    for _ in range(webhooks):
        _send("games.tasks.send_webhooks", queue=HOOKS)


def _send(task: str, *args: object, queue: str | None = None) -> None:
    try:
        current_app.send_task(task, args=args, queue=queue)
    except OperationalError as error:
        log.warning("%s%s is left for later: %s", task, args, error)


def _notify(games: list[str], players: list[int]) -> None:
    # After the commit, because PostgreSQL lets transactions that notify commit one at a time only.
    calls = [*games, *(f"@{player}" for player in players)]
    try:
        found = waking.CALL.row(channel=CHANNEL, games=games, players=players, calls=calls)
    except DatabaseError as error:
        log.warning("Who waits for %s hears of it later: %s", calls, error)
        return
    with_webhooks = found[0] if found else None
    if with_webhooks:
        _send("games.tasks.tell_webhooks", with_webhooks, queue=HOOKS)
