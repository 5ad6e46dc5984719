"""The database backend; Django looks for it under this name.

Why so: docs/why.md#past-the-cursor, docs/why.md#one-plan, docs/why.md#still-there, docs/why.md#frozen.
"""

import os
import select
from dataclasses import dataclass, field
from typing import Any

import psycopg
from django.db.backends.postgresql.base import DatabaseWrapper as Postgres
from psycopg.adapt import Transformer

IDLE = "-c idle_in_transaction_session_timeout=60s"
"""PostgreSQL ends a transaction of which it hears nothing for so long: it may hold a game's lock."""
GIVEN_UP = {
    "keepalives_idle": 20,
    "keepalives_interval": 5,
    "keepalives_count": 4,
    "tcp_user_timeout": 40_000,
}
"""libpq gives up a server from whose machine nothing comes any more, after 40 seconds (the last is in ms)."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What `tideapi.db.statements` needs again and again as long as a connection lasts."""

    adapting: Any
    """Psycopg's, which looks up only once how values of a type are read and sent."""
    names: dict[str, bytes] = field(default_factory=dict)
    """Under which name each statement is prepared."""


class DatabaseWrapper(Postgres):
    """Plans a prepared statement once, and knows without asking that a server is still there."""

    def get_connection_params(self) -> dict[str, Any]:
        """One plan for all values of a prepared statement (`tideapi.db.statements`).

        PostgreSQL would go on making a plan for each call, because with the values at hand some estimates
        are lower; but the plan takes longer than the work.

        What `PGOPTIONS` asks for holds too: libpq heeds it only where a connection has no options. Where it
        or `DATABASE_URL` says when a silent peer is given up, that holds and not what is said here.
        """
        params = super().get_connection_params()
        given = params.get("options") or os.environ.get("PGOPTIONS", "")
        options = f"{IDLE} {given} -c plan_cache_mode=force_generic_plan"
        return {**GIVEN_UP, **params, "options": options}

    def get_new_connection(self, conn_params: dict[str, Any]) -> "psycopg.Connection[Any]":
        raw: psycopg.Connection[Any] = super().get_new_connection(conn_params)
        self.kept = Kept(Transformer(raw))
        return raw

    def is_usable(self) -> bool:
        """Whether the connection is good. One that the server has closed has something to be read on it.

        Django would ask it `SELECT 1`, with every request.
        """
        if self.connection is None or self.connection.closed:
            return False
        poll = select.poll()
        poll.register(self.connection.fileno(), select.POLLIN)
        silent = not poll.poll(0)
        return silent or super().is_usable()
