"""After the commit: ring for whoever has to do something now.

Every bell may fail to ring. Who relies on one looks again after a while: the sweep for the bots, a
waiting client for the events, a task of its own for the webhooks.
"""

import logging
from collections.abc import Collection
from functools import lru_cache, partial

import redis
from celery import current_app
from django.conf import settings
from django.db import DatabaseError, transaction
from kombu.exceptions import OperationalError
from kombu.pools import ProducerPool, producers

from games.sql import waking
from tideapi.rest.breaker import Breaker

log = logging.getLogger(__name__)

CHANNEL = "tide"
"""The PostgreSQL channel on which the ids of games with new events are called out.

A call that begins with @ is the number of a player who was told something alone.
"""
HOOKS = "hooks"
"""The queue of the workers that send to webhooks, where nothing else waits behind a slow receiver."""
BROKER = Breaker("The broker")


def listeners(game_ids: Collection[str], player_ids: Collection[int] = ()) -> None:
    """Once this transaction is committed, tell those who wait that these games have new events.

    `player_ids` are players who were told something alone and have no seat there: with a game's own call
    all who have one are told.
    """
    if game_ids or player_ids:
        transaction.on_commit(partial(_notify, [*game_ids], [*player_ids]))


def bots() -> None:
    """Once this transaction is committed, have a worker look for bots that have to move.

    The message names no game: which one is next is for the database to say, not for the order of messages.
    """
    transaction.on_commit(partial(_send, "games.tasks.move_bots"))


def senders(webhooks: int) -> None:
    """Have so many webhooks sent to."""
    for _ in range(webhooks):
        _send("games.tasks.send_webhooks", queue=HOOKS)


def _send(task: str, *args: object, queue: str | None = None) -> None:
    if not BROKER.allows():
        return
    try:
        try:
            _publish(task, args, queue)
        except OperationalError as error:
            # A broker that was restarted has closed what is held here; that is no reason to let it alone.
            if isinstance(error.__cause__, redis.TimeoutError):
                raise
            _publish(task, args, queue)
    except OperationalError as error:
        log.warning("%s%s is left for later: %s", task, args, error)
        BROKER.failed(error)
    else:
        BROKER.answered()


def _publish(task: str, args: tuple[object, ...], queue: str | None) -> None:
    with _producers().acquire(block=True) as producer:
        current_app.send_task(task, args=args, queue=queue, producer=producer)


@lru_cache(maxsize=1)
def _producers() -> ProducerPool:
    """Connections to the broker for those who must not wait for it; a worker's own are more patient."""
    within = settings.TIDE_BROKER_WITHIN
    impatient = {
        "socket_timeout": within,
        "socket_connect_timeout": within,
        "connect_retries_timeout": within,
        "max_retries": 1,
        "interval_start": 0,
        "interval_step": 0,
    }
    found: ProducerPool = producers[current_app.connection_for_write(transport_options=impatient)]
    return found


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
