"""The database and the broker: our own, unless the environment names others."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from tideapi.local.postgres import Postgres
from tideapi.local.processes import Process
from tideapi.local.reaper import Reaper
from tideapi.local.supervisor import Startable
from tideapi.local.valkey import Valkey


class Stores(Protocol):
    """What the server keeps its state in, on one machine or on several.

    `environment` has the addresses; `watched` are processes to be started again, and by what.
    """

    environment: dict[str, str]

    @property
    def watched(self) -> list[tuple[Process, Startable]]:
        """The processes to be started again when they die, and by what."""

    def start(self) -> None:
        """Start all; each is ready when this returns."""

    def stop(self) -> None:
        """Stop all."""


class Backing:
    """What the server keeps its state in.

    `environment` holds DATABASE_URL and BROKER_URL, and is known before anything runs; `servers`
    are those that we run ourselves.
    """

    def __init__(
        self,
        folder: Path,
        reaper: Reaper,
        *,
        durable: bool = True,
        named: Mapping[str, str] = os.environ,
    ) -> None:
        self.servers: list[Postgres | Valkey] = []
        self.environment: dict[str, str] = {}
        for name, kind in (("DATABASE_URL", Postgres), ("BROKER_URL", Valkey)):
            url = named.get(name)
            if not url:
                server: Postgres | Valkey = kind(folder, reaper, durable=durable)
                self.servers.append(server)
                url = server.url
            self.environment[name] = url

    @property
    def watched(self) -> list[tuple[Process, Startable]]:
        """The processes to be started again when they die, and by what."""
        return [(server.process, server) for server in self.servers]

    def start(self) -> None:
        """Start those that are ours; each is ready when this returns."""
        for server in self.servers:
            server.start()

    def stop(self) -> None:
        """Stop them, the last first."""
        for server in reversed(self.servers):
            server.stop()
