"""The database backend; Django looks for it under this name."""

import os
import select
from dataclasses import dataclass, field
from typing import Any

import psycopg
from django.db.backends.postgresql.base import DatabaseWrapper as Postgres
from psycopg.adapt import Transformer

IDLE = "-c idle_in_transaction_session_timeout=60s"
"""The timeout of an idle transaction, which may hold a game's lock."""
GIVEN_UP = {
    "keepalives_idle": 20,
    "keepalives_interval": 5,
    "keepalives_count": 4,
    "tcp_user_timeout": 40_000,
}
"""Limits after which libpq gives up a silent server: 40 seconds in all (the last is in ms)."""


@dataclass(frozen=True, slots=True)
class StatementCache:
    """State of `common.db.statements` that lasts as long as its connection."""

    adapting: Any
    """Psycopg's adapter, which looks up only once how values of a type are read and sent."""
    names: dict[str, bytes] = field(default_factory=dict)
    """The name of each prepared statement."""


class DatabaseWrapper(Postgres):
    """The backend: prepared statements have one plan, and a live connection is known without a query."""

    def get_connection_params(self) -> dict[str, Any]:
        """Return parameters with one plan for all values of a prepared statement.

        PostgreSQL would go on making a plan for each call (`common.db.statements`), because with the values
        at hand some estimates are lower; but the plan takes longer than the work.

        `PGOPTIONS` applies too: libpq reads it only where a connection has no options. Timeouts for a silent
        peer in it or in `DATABASE_URL` override those here.
        """
        params = super().get_connection_params()
        given = params.get("options") or os.environ.get("PGOPTIONS", "")
        options = f"{IDLE} {given} -c plan_cache_mode=force_generic_plan"
        return {**GIVEN_UP, **params, "options": options}

    def get_new_connection(self, conn_params: dict[str, Any]) -> "psycopg.Connection[Any]":
        raw: psycopg.Connection[Any] = super().get_new_connection(conn_params)
        self.kept = StatementCache(Transformer(raw))
        return raw

    def is_usable(self) -> bool:
        """Return whether the connection is open; a closed one has something to read.

        Django would send `SELECT 1` with every request.
        """
        if self.connection is None or self.connection.closed:
            return False
        poll = select.poll()
        poll.register(self.connection.fileno(), select.POLLIN)
        silent = not poll.poll(0)
        return silent or super().is_usable()
