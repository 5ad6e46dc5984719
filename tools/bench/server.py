"""The server that is measured: everything of `make up`, with a durable PostgreSQL that is full of games."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import django

from tests import machine
from tests.running import MortalServer, one_of
from tideapi.local import up
from tideapi.local.postgres import Postgres
from tideapi.local.reaper import Reaper
from tideapi.local.valkey import Valkey

POSTGRES = {"shared_buffers": "1GB", "max_wal_size": "4GB", "checkpoint_timeout": "30min"}
"""Settings of PostgreSQL besides those of `make up`; fsync and synchronous_commit are on."""
NEVER_REACHED = "1000000000/m"
LIMITS = ("ADDRESS", "PLAYER", "SIGN_IN", "WRONG_PASSWORDS", "INVITATIONS", "MESSAGES")
PRODUCTION = {
    "TIDE_DEBUG": "false",
    "TIDE_LOG_LEVEL": "WARNING",
    "SECRET_KEY": "only-for-measurements-and-therefore-no-secret-0123456789",
    "ALLOWED_HOSTS": up.HOST,
    # Counted as ever, but no caller is refused.
    **{f"TIDE_LIMIT_{name}": NEVER_REACHED for name in LIMITS},
}


class MeasuredServer(MortalServer):
    """A server whose database has so many open games of four."""

    games = 0

    def _stores(self, folder: Path, reaper: Reaper) -> tuple[Postgres, Valkey]:
        return Postgres(folder, reaper, settings=POSTGRES), Valkey(folder, reaper, durable=False)

    def fill(self, games: int) -> None:
        """Open the games; from here on this process works on the same database."""
        os.environ.update(self.env, DJANGO_SETTINGS_MODULE="tideapi.settings")
        django.setup()
        from tools.bench import town  # noqa: PLC0415  Django has to be set up before.

        town.fill(games)
        self.games = games

    def count(self, rows: str) -> int:
        """How many rows there are, by a table and a condition."""
        ((number,),) = self.asks(f"SELECT count(*) FROM {rows}")
        return int(number)

    def cpu(self) -> dict[str, float]:
        """Seconds of CPU that web and PostgreSQL have used."""
        counted = {"web": self.processes["web"].pid, "PostgreSQL": self.postgres.process.pid}
        return {name: machine.cpu(pid) for name, pid in counted.items() if pid}


@contextmanager
def measured_server(games: int) -> Iterator[MeasuredServer]:
    """A server that is ready and full; nothing of it is left at the end."""
    environment: dict[str, Any] = {**os.environ, **PRODUCTION}
    with one_of(MeasuredServer, environment) as server:
        server.start()
        server.fill(games)
        yield server
