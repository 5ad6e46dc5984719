"""After the commit: ring for whoever has to do something now.

Both bells may fail to ring. Who relies on one looks again after a while: the sweep for the bots, a
waiting client for the events.
"""

import logging
from functools import partial

from celery import current_app
from django.db import DatabaseError, connection, transaction
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)

CHANNEL = "tide"
"""The PostgreSQL channel on which the ids of games with new events are called out."""


def listeners(game_id: str) -> None:
    """Once this transaction is committed, tell those who wait that the game has new events."""
    transaction.on_commit(partial(_notify, game_id))


def bots(game_id: str) -> None:
    """Once this transaction is committed, have the bots of a game answer what they are asked."""
    transaction.on_commit(partial(_send, "games.tasks.move_bots", game_id))


def _send(task: str, game_id: str) -> None:
    try:
        current_app.send_task(task, args=[game_id])
    except OperationalError as error:
        log.warning("%s for game %s is left to the sweep: %s", task, game_id, error)


def _notify(game_id: str) -> None:
    # After the commit, because PostgreSQL lets transactions that notify commit one at a time only.
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, game_id])
    except DatabaseError as error:
        log.warning("Who waits for game %s hears of it later: %s", game_id, error)
