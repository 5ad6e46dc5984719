"""After the commit: ring for whoever has to do something now.

Every bell may fail to ring. Who relies on one looks again after a while: the sweep for the bots, a
waiting client for the events, a task of its own for the webhooks.
"""

import logging
from functools import partial

from celery import current_app
from django.db import DatabaseError, connection, transaction
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)

CHANNEL = "tide"
"""The PostgreSQL channel on which the ids of games with new events are called out.

A call that begins with @ is the number of a player who was told something alone.
"""
HOOKS = "hooks"
"""The queue of the workers that send to webhooks, where nothing else waits behind a slow receiver."""

# Asked with the call itself, so that it costs no further round trip: which players of this game have a
# webhook. Of the ways to ask this is the one that PostgreSQL plans most quickly.
_CALL_GAME = """
SELECT pg_notify(%(channel)s, %(call)s), ARRAY(
    SELECT DISTINCT player_id FROM players_webhook
    WHERE enabled AND player_id = ANY(ARRAY(
        SELECT player_id FROM games_seat WHERE game_id = %(call)s
    ))
)
"""
_CALL_PLAYER = """
SELECT pg_notify(%(channel)s, %(call)s), ARRAY(
    SELECT DISTINCT player_id FROM players_webhook
    WHERE enabled AND player_id = ltrim(%(call)s, '@')::integer
)
"""


def listeners(game_id: str) -> None:
    """Once this transaction is committed, tell those who wait that the game has new events."""
    transaction.on_commit(partial(_notify, game_id))


def player(player_id: int) -> None:
    """Once this transaction is committed, tell those who wait that a player was told something alone.

    That is for who has no seat in the game: with the game's own call all who have one are told.
    """
    transaction.on_commit(partial(_notify, f"@{player_id}"))


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


def _notify(call: str) -> None:
    # After the commit, because PostgreSQL lets transactions that notify commit one at a time only.
    try:
        with connection.cursor() as cursor:
            cursor.execute(
                _CALL_PLAYER if call.startswith("@") else _CALL_GAME,
                {"channel": CHANNEL, "call": call},
            )
            _, players = cursor.fetchone()
    except DatabaseError as error:
        log.warning("Who waits for %s hears of it later: %s", call, error)
        return
    if players:
        _send("games.tasks.tell_webhooks", players, queue=HOOKS)
