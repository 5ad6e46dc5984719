"""One connection of this process that listens to PostgreSQL's notifications (`games.repository.signals`)."""

import asyncio
from collections.abc import Callable
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection

from common.rest.outages import CircuitBreaker
from games.repository.signals import CHANNEL

NAME = "tideapi listener"
"""As which PostgreSQL lists it (`pg_stat_activity`)."""
RECONNECT_AFTER = 1.0
NOT_FOR_LIBPQ = {"context", "cursor_factory", "prepare_threshold"}
"""What Django gives psycopg for its own cursors."""
POSTGRESQL = CircuitBreaker("PostgreSQL, which notifies this process,", psycopg.Error)
"""Logs once that nothing is heard, and that it is heard again."""
QUIET = 10.0
"""Seconds of silence after which the connection is tried, since a dead one is silent too."""


async def listen_forever(notified: Callable[[str | None], None]) -> None:
    """Hand on each payload, for ever; None after a time in which notifications may have been missed."""
    while True:
        try:
            await _listen_once(notified)
        except (psycopg.Error, TimeoutError) as error:
            POSTGRESQL.note_failure(error)
        await asyncio.sleep(RECONNECT_AFTER)


async def _listen_once(notified: Callable[[str | None], None]) -> None:
    async with await psycopg.AsyncConnection.connect(
        **_connection_parameters(), autocommit=True
    ) as listening:
        await listening.execute(f"LISTEN {CHANNEL}")
        POSTGRESQL.note_answer()
        notified(None)
        while True:
            async for found in listening.notifies(timeout=QUIET):
                notified(found.payload)
            async with asyncio.timeout(QUIET):
                await listening.execute("SELECT 1")


def _connection_parameters() -> dict[str, Any]:
    """Return libpq's parameters: `TIDE_LISTEN_URL`, or else those of Django's connections."""
    if settings.TIDE_LISTEN_URL:
        return {"conninfo": settings.TIDE_LISTEN_URL, "fallback_application_name": NAME}
    params = {**connection.get_connection_params(), "fallback_application_name": NAME}
    return {name: value for name, value in params.items() if name not in NOT_FOR_LIBPQ}
