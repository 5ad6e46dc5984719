"""`python -m tools.cluster`: the server as on several machines, on this one, until Ctrl-C.

Two web processes on addresses of their own (127.0.0.2 and 127.0.0.3), two workers, hooks, thinkers and
beat; a PostgreSQL with a standby that takes over when it dies, and a Valkey. Where PgBouncer is
installed, the web processes reach the database through it, and listen to PostgreSQL itself. Clients
may call either address.

Linux answers on all of 127.0.0.0/8; elsewhere these two addresses have to be added first.
"""

import argparse
import sys
from collections.abc import Callable
from functools import partial

from tideapi.local import up
from tideapi.local.reaper import Reaper
from tideapi.local.state import StateFolder
from tools.cluster import pgbouncer
from tools.cluster.machines import ADDRESSES, Machines, programs


class Cluster(up.OneMachine):
    """All of it, for `up.run`."""

    addresses = ADDRESSES

    def __init__(
        self, state: StateFolder, reaper: Reaper, port: int, *, synchronous: bool, pooled: bool
    ) -> None:
        self.machines = Machines(state, reaper, synchronous=synchronous, pooled=pooled)
        self.backing = self.machines
        self.env = up.server_environment(state, self.backing, port)
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
    parser = up.options_of("python -m tools.cluster", __doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument(
        "--asynchronous", action="store_true", help="do not wait for the standby with each commit"
    )
    parser.add_argument("--without-pgbouncer", action="store_true", help="even if it is installed")
    options = parser.parse_args(arguments)
    pooled = not options.without_pgbouncer
    if pooled and pgbouncer.program() is None:
        up.print_line("PgBouncer is not installed (apt-get install pgbouncer): web does without it")
        pooled = False
    kind: Callable[..., Cluster] = partial(
        Cluster, synchronous=not options.asynchronous, pooled=pooled
    )
    return up.run(options, kind)


if __name__ == "__main__":
    sys.exit(main())
