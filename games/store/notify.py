"""After the commit: notify whoever has something to do now.

Any of these messages may be lost. Nobody relies on one: the sweep finds bots that have to move, streams
and long polls ask every few seconds, and tasks of their own find what webhooks and receivers have missed.
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

from games.store.sql import notifying
from tideapi.rest.breaker import Breaker

log = logging.getLogger(__name__)

CHANNEL = "tide"
"""The PostgreSQL channel of `LISTEN` and `NOTIFY`.

A payload is the id of a game with new events, or @ and the number of a player with a new private event.
"""
WEBHOOKS = "hooks"
"""The queue of the workers that send to webhooks, where nothing else waits behind a slow receiver."""
CLOCK = "clock"
"""The queue of alarms for the sweep, where nothing waits behind bots, nor bots behind what has piled up."""
THINKERS = "thinkers"
"""The queue of the workers that move bots which think long."""
BROKER = Breaker("The broker", OperationalError)


def subscribers(game_ids: Collection[str], player_ids: Collection[int] = ()) -> None:
    """Once this transaction is committed, notify the subscribers of these games' feeds.

    The feeds of all players with a seat there are meant too. `player_ids` are other players, who have got a
    private event.
    """
    if game_ids or player_ids:
        transaction.on_commit(partial(_notify, [*game_ids], [*player_ids]))


def bots() -> None:
    """Once this transaction is committed, have a worker move the bots that have to move.

    The message names no game: which one is next is for the database to say, not for the order of messages.
    """
    transaction.on_commit(partial(_send, "games.tasks.move_bots"))


def thinkers() -> None:
    """The same for bots that think long."""
    transaction.on_commit(partial(_send, "games.tasks.move_thinkers", queue=THINKERS))


def sweepers() -> None:
    """Once this transaction is committed, have one more worker sweep: there is more to do than one batch.

    Why so: docs/why.md#sweep-along.
    """
    transaction.on_commit(partial(_send, "games.tasks.sweep_along", queue=CLOCK))


def analysis(game_id: str) -> None:
    """Once this transaction is committed, have a worker that has time analyse this game."""
    transaction.on_commit(partial(_send, "games.tasks.analyse", game_id, queue=THINKERS))


def senders(webhooks: int) -> None:
    """Once this transaction is committed, have workers send to so many webhooks."""
    for _ in range(webhooks):
        transaction.on_commit(partial(_send, "games.tasks.send_webhooks", queue=WEBHOOKS))


def tellers(receivers: int) -> None:
    """The same for so many receivers of what people are told."""
    for _ in range(receivers):
        transaction.on_commit(partial(_send, "notifications.tasks.send", queue=WEBHOOKS))


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
    payloads = [*games, *(f"@{player}" for player in players)]
    try:
        found = notifying.NOTIFY.row(
            channel=CHANNEL, games=games, players=players, payloads=payloads
        )
    except DatabaseError as error:
        log.warning("Subscribers of %s get it later: %s", payloads, error)
        return
    with_webhooks, told, _ = found or (None, None, None)
    if with_webhooks:
        _send("games.tasks.enqueue_for_webhooks", with_webhooks, queue=WEBHOOKS)
    if told:
        _send("notifications.tasks.hand_over", told, queue=WEBHOOKS)
