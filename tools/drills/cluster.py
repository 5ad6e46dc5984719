"""What `python -m tools.cluster` runs, for tests and drills that kill parts of it."""

from collections.abc import Mapping
from pathlib import Path

from tests.running import MortalServer
from tideapi.local import up
from tideapi.local.processes import Process
from tideapi.local.reaper import Reaper
from tideapi.local.state import StateFolder
from tideapi.local.valkey import Valkey
from tools.cluster import machines, pgbouncer
from tools.cluster.pair import Pair


class ClusterServer(MortalServer):
    """Two web processes, two workers, a primary with a standby, and PgBouncer where it is installed.

    Its part `postgres` is whichever server is the primary: to restart it is to let the standby take over.
    """

    addresses = machines.ADDRESSES
    ready_within = 400.0  # a machine that is busy has much to start
    synchronous = True

    def __init__(
        self, folder: Path, reaper: Reaper, environment: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(folder, reaper, environment)
        pooler = {"pgbouncer": self.machines.pooler} if self.machines.pooler else {}
        self.backing = {
            "postgres": self.pair,
            "standby": self.pair.follower,
            **pooler,
            "broker": self.valkey,
        }

    def _stores(self, folder: Path, reaper: Reaper) -> tuple[Pair, Valkey]:
        pooled = pgbouncer.program() is not None
        self.machines = machines.Machines(
            StateFolder(folder), reaper, synchronous=self.synchronous, pooled=pooled
        )
        self.pair = self.machines.pair
        return self.pair, self.machines.broker

    def _programs(self) -> list[Process]:
        for_web = self.machines.for_web()
        env = {"ALLOWED_HOSTS": "localhost", **self.env}
        return machines.programs(
            self.state, self._reaper, env, self.port, for_web, addresses=self.addresses
        )


class Asynchronous(ClusterServer):
    """Commits do not wait for the standby."""

    synchronous = False


class Besieged(ClusterServer):
    """Its first address is the one that attackers know."""

    addresses = (up.HOST, machines.ADDRESSES[0])
