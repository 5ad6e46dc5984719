"""Another server for table games, driven by a harness of its own.

The harness is a folder with a `run.sh` that is told by the environment what to do, and leaves a line of
JSON for each measurement in `$WORK/results/load.jsonl`: `backend`, `conc` and `moves_per_s`.
"""

import json
import os
import signal
import statistics
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Json = dict[str, Any]

NAME = "boardgame.io on PostgreSQL, which answers before it commits"
BACKEND = "postgres"
TABLES = 8
"""Games that the peer plays at a time, every seat of each as fast as it can."""
PLAYERS = 4
AT_MOST = 300
"""Seconds for one run of the harness."""


class PeerFailed(Exception):
    """The harness has not measured; the message says why."""


@dataclass(frozen=True)
class Peer:
    """A harness in `folder` that works in `work`; `binaries` is the folder of PostgreSQL's programs."""

    folder: Path
    work: Path
    binaries: Path

    def moves(self) -> float:
        """Return how many moves a second the peer makes. Raises `PeerFailed`."""
        settings = {
            "WORK": str(self.work),
            "QUICK": "1",
            "PARTS": "load",
            "PLAYERS": str(PLAYERS),
            "CONCS": str(TABLES),
            "BACKENDS": BACKEND,
            "PG_BIN": str(self.binaries),
        }
        code, said = _run([str(self.folder / "run.sh")], {**os.environ, **settings})
        file = self.work / "results" / "load.jsonl"
        if code or not file.exists():
            raise PeerFailed(f"The peer's run.sh: {said[-1500:]}")
        lines = [json.loads(line) for line in file.read_text().splitlines()]
        found = [float(one["moves_per_s"]) for one in lines if _usual(one)]
        if not found:
            raise PeerFailed("The peer's results lack what it was asked for.")
        return statistics.median(found)


def _usual(line: Json) -> bool:
    """Whether the line was measured as asked; one with another choice of client is about the harness."""
    return (
        line.get("backend") == BACKEND
        and line.get("conc") == TABLES
        and line.get("players") == PLAYERS
        and line.get("client", "raw") == "raw"
        and not line.get("delta")
        and not line.get("fresh")
    )


def _run(command: list[str], environment: dict[str, str]) -> tuple[int, str]:
    """Its exit code and what it complained of. If it hangs it is ended, and `PeerFailed` raised."""
    process = subprocess.Popen(
        command,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        _, said = process.communicate(timeout=AT_MOST)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGTERM)
        process.communicate()
        raise PeerFailed(f"The peer's run.sh has not ended after {AT_MOST} s.") from None
    return process.returncode, said
