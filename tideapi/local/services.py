"""The database and the broker: local ones, unless the environment names others."""

import os
from collections.abc import Mapping
from pathlib import Path

from tideapi.local.postgres import Postgres
from tideapi.local.processes import Process, Service
from tideapi.local.reaper import Reaper
from tideapi.local.valkey import Valkey


class Backing:
    """The servers that hold the state.

    `environment` holds DATABASE_URL and BROKER_URL, and is known before anything runs; `servers` are those
    that run locally, in the order of starting.
    """

    servers: list[Service]
    environment: dict[str, str]

    def __init__(
        self,
        folder: Path,
        reaper: Reaper,
        *,
        durable: bool = True,
        named: Mapping[str, str] = os.environ,
    ) -> None:
        self.servers = []
        self.environment = {}
        for name, kind in (("DATABASE_URL", Postgres), ("BROKER_URL", Valkey)):
            url = named.get(name)
            if not url:
                server = kind(folder, reaper, durable=durable)
                self.servers.append(server)
                url = server.url
            self.environment[name] = url

    @property
    def processes(self) -> list[Process]:
        """Return the processes of the local ones."""
        return [server.process for server in self.servers]

    def start(self) -> None:
        """Start the local ones; each is ready when this returns."""
        for server in self.servers:
            server.start()

    def stop(self) -> None:
        """Stop them, the last first."""
        for server in reversed(self.servers):
            server.stop()
