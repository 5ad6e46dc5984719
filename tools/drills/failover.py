"""Kills the primary at random moments while games are played, lets the standby take over, and counts.

The postmaster gets SIGKILL and the standby is promoted at once. The dead server comes back as the new
standby, and the next kill waits until that one follows. At the end all games are played out, and every
receipt that a client holds is looked for in the database and in the records.

A monitor of yours takes its own time to be sure that a server is dead: add that to the seconds here.
"""

import argparse
import sys
import time
from datetime import UTC, datetime
from random import Random, SystemRandom
from statistics import median

from tests.running import one_of
from tests.system.flows.client import Json
from tools.chaos.chaos import Pace, Run, reads_what_is_sealed, say
from tools.chaos.killing import Killer, Outage
from tools.chaos.people import Ledger
from tools.drills.cluster import Asynchronous, ClusterServer

AT_LEAST = 20
"""Games that are played, however few the kills."""


class Timed(Ledger):
    """Knows when each receipt came, and when it was written as the server says."""

    def __init__(self) -> None:
        super().__init__()
        self.came: list[tuple[datetime, datetime]] = []

    def note(self, receipt: Json) -> None:
        super().note(receipt)
        self.came.append((datetime.fromisoformat(receipt["sealed_at"]), datetime.now(UTC)))

    def seconds(self, killed: datetime, promoted: datetime) -> float:
        """From a kill until a client held a receipt that the new primary had written."""
        after = [came for sealed, came in list(self.came) if sealed > promoted]
        return (min(after, default=datetime.now(UTC)) - killed).total_seconds()


class Failovers(Killer):
    """Kills nothing but the primary, so many times."""

    def __init__(self, server: ClusterServer, seed: str, pause: float, times: int) -> None:
        super().__init__(server, seed, pause)
        self.promoted: list[tuple[datetime, datetime]] = []
        """When the primary was killed, and when the standby had taken over."""
        self._cluster = server
        self._times = times
        self._random = Random(seed)
        self._when = time.monotonic() + pause

    @property
    def done(self) -> bool:
        return len(self.promoted) == self._times

    def looks(self) -> None:
        """Kill the primary when it is time to; everything is whole again when this returns."""
        if self.done or time.monotonic() < self._when:
            return
        pair = self._cluster.pair
        killed = datetime.now(UTC)
        pair.kill()
        pair.take_over()
        self.promoted.append((killed, datetime.now(UTC)))
        pair.mend()
        self.outages.append(Outage("postgres", killed, datetime.now(UTC)))
        self._when = time.monotonic() + self._pause * self._random.uniform(0.2, 1.8)


class Drill(Run):
    """Games are opened until the last kill."""

    at_once = 20

    def __init__(
        self, server: ClusterServer, seed: str, times: int, pace: Pace, least: int = AT_LEAST
    ) -> None:
        self.failovers = Failovers(server, seed, pace.pause, times)
        super().__init__(server, least, seed, say, pace, self.failovers, Timed())

    def _wants_more(self) -> bool:
        return super()._wants_more() or not self.failovers.done

    def goes_on(self) -> list[float]:
        """Of each kill, the seconds until play went on."""
        ledger = self.ledger
        assert isinstance(ledger, Timed)
        return [ledger.seconds(*moments) for moments in self.failovers.promoted]


def main() -> int:
    """Run it, print the counts; 1 if anything is wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.drills.failover",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--times", type=int, default=20, help="how often the primary is killed (20)")
    add("--pause", type=float, default=5, help="seconds between two kills, on average (5)")
    add("--asynchronous", action="store_true", help="commits do not wait for the standby")
    add("--seed", default=str(SystemRandom().randrange(10**6)), help="of all chance")
    given = parser.parse_args()
    reads_what_is_sealed()
    how = "asynchronous" if given.asynchronous else "synchronous"
    say(f"{given.times} kills of the primary, {how} standby, seed {given.seed}")
    with one_of(Asynchronous if given.asynchronous else ClusterServer) as server:
        server.start()
        drill = Drill(server, given.seed, given.times, Pace(pause=given.pause))
        verdict = drill.plays(seconds=0)
        for line in verdict.lines():
            say(line)
    seconds = drill.goes_on()
    say(f"seconds until play went on: median {median(seconds):.1f}, most {max(seconds):.1f}")
    say("WRONG" if verdict.wrong else "nothing was lost, nothing stood still")
    return int(verdict.wrong)


if __name__ == "__main__":
    sys.exit(main())
