"""What runs on several machines: web processes at two addresses, workers, and what keeps their state."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from tideapi.local import up
from tideapi.local.postgres import Postgres
from tideapi.local.processes import Process, Service
from tideapi.local.reaper import Reaper
from tideapi.local.services import Backing
from tideapi.local.state import StateFolder
from tideapi.local.valkey import Valkey
from tools.cluster.pair import Pair
from tools.cluster.pgbouncer import PgBouncer

ADDRESSES = ("127.0.0.2", "127.0.0.3")
POOLED = {
    "plan_cache_mode": "force_generic_plan",
    "idle_in_transaction_session_timeout": "60s",
}
"""What a pooler does not pass on (tideapi/db/backend/)."""


class Machines(Backing):
    """What the servers keep their state in: a pair of PostgreSQL, a Valkey, and a pooler if there is one."""

    def __init__(
        self,
        state: StateFolder,
        reaper: Reaper,
        *,
        synchronous: bool = True,
        pooled: bool = True,
        durable: bool = True,
    ) -> None:
        self.pooler = PgBouncer(state.folder, reaper) if pooled else None
        self.pair = Pair(
            state.folder,
            reaper,
            synchronous=synchronous,
            durable=durable,
            settings=POOLED,
            moved=self._moved,
        )
        self.broker = Valkey(state.folder, reaper, durable=durable)
        pooler = [self.pooler] if self.pooler else []
        self.servers = [self.pair, *pooler, self.broker]
        self.environment = {"DATABASE_URL": self.pair.url, "BROKER_URL": self.broker.url}

    @property
    def watched(self) -> list[tuple[Process, Service]]:
        """Both of the pair, which is brought back as a whole, and the others by themselves."""
        of_pair = [(one.process, self.pair) for one in self.pair.servers]
        return [*of_pair, *((one.process, one) for one in self.servers[1:])]

    def for_web(self) -> dict[str, str]:
        """What web processes get instead: calls go through the pooler, listening does not.

        What lasts they read of the standby.
        """
        standby = {"TIDE_STANDBY_URL": self.pair.standby_url}
        if self.pooler is None:
            return standby
        return {"DATABASE_URL": self.pooler.url, "TIDE_LISTEN_URL": self.pair.url, **standby}

    def _moved(self, primary: Postgres) -> None:
        if self.pooler:
            self.pooler.leads_to(primary)


def programs(
    state: StateFolder,
    reaper: Reaper,
    env: Mapping[str, str],
    port: int,
    for_web: Mapping[str, str],
    addresses: Sequence[str] = ADDRESSES,
    root: Path = up.ROOT,
) -> list[Process]:
    """Two workers, web processes at two addresses, and one each of the others; `root` as in `up.program`."""
    first, second = addresses
    env = {**env, "ALLOWED_HOSTS": ",".join([env["ALLOWED_HOSTS"], *addresses])}
    commands = up.list_commands(env, port)
    commands |= {
        "worker2": [*commands["worker"], "--hostname", "worker2@%h"],
        "web": up.web_command(first, port, workers=1),
        "web2": up.web_command(second, port, workers=1),
    }
    return [
        up.make_program(
            name, command, state, reaper, {**env, **for_web} if "web" in name else env, root=root
        )
        for name, command in commands.items()
    ]
