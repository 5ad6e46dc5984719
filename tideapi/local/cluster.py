"""`python -m tideapi.local.cluster`: the server as on several machines, on this one, until Ctrl-C.

Two web processes on addresses of their own (127.0.0.2 and 127.0.0.3), two workers, hooks, thinkers and
beat; a PostgreSQL with a standby that takes over when it dies, and a Valkey. Where PgBouncer is
installed, the web processes reach the database through it, and listen to PostgreSQL itself. Clients
may call either address.

Linux answers on all of 127.0.0.0/8; elsewhere these two addresses have to be added first.
"""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import repeat
from pathlib import Path

from tideapi.local import pgbouncer, up
from tideapi.local.pair import Pair
from tideapi.local.pgbouncer import PgBouncer
from tideapi.local.postgres import Postgres
from tideapi.local.processes import Process
from tideapi.local.reaper import Reaper
from tideapi.local.state import State
from tideapi.local.supervisor import Startable
from tideapi.local.valkey import Valkey

ADDRESSES = ("127.0.0.2", "127.0.0.3")
POOLED = {
    "plan_cache_mode": "force_generic_plan",
    "idle_in_transaction_session_timeout": "60s",
}
"""What a pooler does not pass on (tideapi/db/backend/)."""


class Machines:
    """What the servers keep their state in: a pair of PostgreSQL, a Valkey, and a pooler if there is one."""

    def __init__(
        self,
        state: State,
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
        self.environment = {"DATABASE_URL": self.pair.url, "BROKER_URL": self.broker.url}

    @property
    def parts(self) -> dict[str, Pair | PgBouncer | Valkey]:
        """In the order of starting."""
        pooler = {"pgbouncer": self.pooler} if self.pooler else {}
        return {"postgres": self.pair, **pooler, "broker": self.broker}

    @property
    def watched(self) -> list[tuple[Process, Startable]]:
        """The processes to be started again when they die, and by what."""
        servers = zip((one.process for one in self.pair.servers), repeat(self.pair))
        others = [part for part in self.parts.values() if not isinstance(part, Pair)]
        return [*servers, *((part.process, part) for part in others)]

    def start(self) -> None:
        """Start all of them; each is ready when this returns."""
        for part in self.parts.values():
            part.start()

    def stop(self) -> None:
        """Stop them, the last first."""
        for part in reversed(self.parts.values()):
            part.stop()

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
    state: State,
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
    commands = up.commands(env, port)
    commands |= {
        "worker2": [*commands["worker"], "--hostname", "worker2@%h"],
        "web": up.web(first, port, workers=1),
        "web2": up.web(second, port, workers=1),
    }
    return [
        up.program(
            name, command, state, reaper, {**env, **for_web} if "web" in name else env, root=root
        )
        for name, command in commands.items()
    ]


class Cluster(up.OneMachine):
    """All of it, for `up.run`."""

    addresses = ADDRESSES

    def __init__(
        self, state: State, reaper: Reaper, port: int, *, synchronous: bool, pooled: bool
    ) -> None:
        self.machines = Machines(state, reaper, synchronous=synchronous, pooled=pooled)
        self.backing = self.machines
        self.env = up.environment(state, self.backing, port)
        self.programs = programs(state, reaper, self.env, port, self.machines.for_web())

    def lines(self) -> list[str]:
        """What runs where, in one line, and what is missing."""
        pair, pooler = self.machines.pair, self.machines.pooler
        waits = "both hold what is acknowledged" if pair.synchronous else "asynchronous"
        where = [
            f"web at {' and '.join(ADDRESSES)}",
            "two workers, hooks, thinkers, beat, Valkey",
            f"primary {pair.primary.name}, standby {pair.standby.name} ({waits})",
            f"web {'through PgBouncer' if pooler else 'straight to PostgreSQL'}",
            "finished games and lists read of the standby",
        ]
        return ["; ".join(where), *super().lines()]


def main(arguments: list[str] | None = None) -> int:
    """Run it until a signal; the exit code."""
    parser = up.options_of("python -m tideapi.local.cluster", __doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument(
        "--asynchronous", action="store_true", help="do not wait for the standby with each commit"
    )
    parser.add_argument("--without-pgbouncer", action="store_true", help="even if it is installed")
    options = parser.parse_args(arguments)
    pooled = not options.without_pgbouncer
    if pooled and pgbouncer.program() is None:
        up.say("PgBouncer is not installed (apt-get install pgbouncer): web does without it")
        pooled = False
    kind: Callable[..., Cluster] = partial(
        Cluster, synchronous=not options.asynchronous, pooled=pooled
    )
    return up.run(options, kind)


if __name__ == "__main__":
    sys.exit(main())
