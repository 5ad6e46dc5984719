"""Updates a server part by part while games are played on it, and counts.

The steps are those of docs/operators/backup-and-update.md.

It begins with the code of an older commit: two web processes, two workers, and one each of the others. Then
this tree's migrations run beside that code, and one process after another is replaced by one of this tree, so
that both versions work on one database meanwhile. At the end all games are played out, and every receipt is
looked for. Both versions run with the packages that are installed here.
"""

import argparse
import io
import subprocess
import sys
import tarfile
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from random import SystemRandom

from tests.running import one_of
from tideapi.local import up
from tideapi.local.processes import Process
from tideapi.local.reaper import Reaper
from tools.chaos.chaos import Pace, Run, reads_what_is_sealed, say
from tools.chaos.killing import Killer, Outage
from tools.cluster import machines
from tools.drills.cluster import ClusterServer
from tools.drills.failover import Timed
from tools.promise.__main__ import last_release

ORDER = ("worker", "worker2", "hooks", "thinkers", "web", "web2", "beat")
"""Which process is replaced when."""
LOCKS_WITHIN = {"PGOPTIONS": "-c lock_timeout=2s"}
FINDS_ITSELF = "import tideapi; print(tideapi.__file__)"


def unpack(commit: str, folder: Path) -> Path:
    """The tree of a commit, in a folder that database and processes may read."""
    command = ["git", "archive", commit]
    said = subprocess.run(command, cwd=up.ROOT, capture_output=True, check=True)
    root = folder / "older"
    with tarfile.open(fileobj=io.BytesIO(said.stdout)) as tree:
        tree.extractall(root, filter="data")
    return root


class OlderServer(ClusterServer):
    """A cluster that begins with the code of another tree, below its own folder."""

    commit = "HEAD"

    def __init__(
        self, folder: Path, reaper: Reaper, environment: Mapping[str, str] | None = None
    ) -> None:
        self.older = unpack(self.commit, folder)
        super().__init__(folder, reaper, environment)

    def _programs(self) -> list[Process]:
        return self._programs_of(self.older)

    def _programs_of(self, root: Path) -> list[Process]:
        for_web = self.machines.for_web()
        env = {"ALLOWED_HOSTS": "localhost", **self.env}
        return machines.programs(
            self.state, self._reaper, env, self.port, for_web, self.addresses, root
        )

    def start(self) -> None:
        command = [up.PYTHON, "-c", FINDS_ITSELF]
        said = subprocess.run(command, cwd=self.older, capture_output=True, text=True, check=True)
        assert Path(said.stdout.strip()).is_relative_to(self.older), said.stdout
        for part in self.backing.values():
            part.start()
        up.migrate_database(self.state, self._reaper, self.env, self.older)
        for process in self.processes.values():
            process.start()
        self.is_ready()
        self.newer = {one.name: one for one in self._programs_of(up.ROOT)}

    def migrates(self) -> None:
        """Run this tree's migrations; no lock is waited for longer than play can wait."""
        up.migrate_database(self.state, self._reaper, {**self.env, **LOCKS_WITHIN})

    def renews(self, name: str) -> None:
        """End a process of the older code, and start the one that takes its place."""
        ended = self.processes[name]
        ended.ask()
        ended.stop()
        self.processes[name] = self.newer[name]
        self.processes[name].start()


class Update(Killer):
    """A step each `pause` seconds; what was replaced counts as what was killed."""

    def __init__(self, server: OlderServer, seed: str, pause: float) -> None:
        super().__init__(server, seed, pause)
        self._older = server
        self._steps = ["migrate", *ORDER]
        self._when = time.monotonic() + pause
        self.began = self.ended = datetime.now(UTC)
        """From the migrations on, until the last process was replaced."""

    @property
    def done(self) -> bool:
        return not self._steps

    def looks(self) -> None:
        if self.done or time.monotonic() < self._when:
            return
        step = self._steps.pop(0)
        say(f"update: {step}")
        began = datetime.now(UTC)
        if step == "migrate":
            self.began = began
            self._older.migrates()
        else:
            self._older.renews(step)
            self.outages.append(Outage(step, began, datetime.now(UTC)))
        self.ended = datetime.now(UTC)
        self._when = time.monotonic() + self._pause


class Updating(Run):
    """Games are opened until the update is over."""

    at_once = 20

    def __init__(self, server: OlderServer, seed: str, games: int, pace: Pace) -> None:
        self.update = Update(server, seed, pace.pause)
        super().__init__(server, games, seed, say, pace, self.update, Timed())

    def _wants_more(self) -> bool:
        return super()._wants_more() or not self.update.done

    def sealed_meanwhile(self) -> int:
        """Moves that were acknowledged while both versions ran."""
        ledger = self.ledger
        assert isinstance(ledger, Timed)
        return sum(self.update.began < came < self.update.ended for _, came in ledger.came)


def main() -> int:
    """Run it, print the counts; 1 if anything is wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.drills.update",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--since", default=last_release(up.ROOT), help="the older commit (the last release)")
    add("--games", type=int, default=30, help="at least so many are played (30)")
    add("--pause", type=float, default=10, help="seconds between two steps (10)")
    add("--seed", default=str(SystemRandom().randrange(10**6)), help="of all chance")
    given = parser.parse_args()
    if given.since is None:
        parser.error("no release is tagged yet: say --since COMMIT")
    reads_what_is_sealed()
    say(f"from {given.since} to this tree, seed {given.seed}")

    class Older(OlderServer):
        commit = given.since

    with one_of(Older) as server:
        server.start()
        updating = Updating(server, given.seed, given.games, Pace(pause=given.pause))
        verdict = updating.plays(seconds=0)
        for line in verdict.lines():
            say(line)
    took = (updating.update.ended - updating.update.began).total_seconds()
    say(f"{updating.sealed_meanwhile()} moves acknowledged in the {took:.0f} s of the update")
    say("WRONG" if verdict.wrong else "nothing was lost, nothing stood still")
    return int(verdict.wrong)


if __name__ == "__main__":
    sys.exit(main())
