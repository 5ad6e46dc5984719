"""One connection of this process that listens to PostgreSQL's notifications (`games.store.notify`)."""

import asyncio
import logging
from collections.abc import Callable

import psycopg
from django.db import connection

from games.store.notify import CHANNEL

log = logging.getLogger(__name__)

RECONNECT_AFTER = 1.0
QUIET = 10.0
"""Seconds of silence after which the connection is tried, since a dead one is silent too."""


async def listen(notified: Callable[[str | None], None]) -> None:
    """Hand on each payload, for ever; None after a time in which notifications may have been missed."""
    while True:
        try:
            await _listen(notified)
        except (psycopg.Error, TimeoutError) as error:
            log.warning("Not listening to notifications for a moment: %s", error)
        await asyncio.sleep(RECONNECT_AFTER)


async def _listen(notified: Callable[[str | None], None]) -> None:
    wanted = {"host", "port", "dbname", "user", "password", "sslmode", "options"}
    params = connection.get_connection_params()
    known = {key: value for key, value in params.items() if key in wanted}
    async with await psycopg.AsyncConnection.connect(**known, autocommit=True) as listening:
        await listening.execute(f"LISTEN {CHANNEL}")
        notified(None)
        while True:
            async for found in listening.notifies(timeout=QUIET):
                notified(found.payload)
            async with asyncio.timeout(QUIET):
                await listening.execute("SELECT 1")
