"""Another server for table games, driven by a harness of its own, in turns with ours.

The harness is a folder with a `run.sh` that is told by the environment what to do, and leaves a line of
JSON for each measurement in `$WORK/results/load.jsonl`: `backend`, `conc` and `moves_per_s`.
"""

import json
import os
import signal
import statistics
import subprocess

from tests.bench.bench import Bench
from tests.bench.clients import Failed

BACKENDS = {"peer, in memory": "memory", "peer, on PostgreSQL": "postgres"}
WANTED = {"peer, in memory": 1.0, "peer, on PostgreSQL": 8.0}
"""How many times as many moves we want."""
TABLES = 8
"""Games that the peer plays at a time, every seat of each as fast as it can."""
PLAYERS = 3
AT_MOST = 300
"""Seconds for one run of the harness."""


def moves(bench: Bench) -> dict[str, float]:
    """How many moves a second the peer makes, by what it keeps them in. Raises `Failed`."""
    folder = bench.options.peer
    assert folder is not None
    work = bench.options.peer_work or bench.backing.folder / "peer"
    settings = {
        "WORK": str(work),
        "QUICK": "1",
        "PARTS": "load",
        "PLAYERS": str(PLAYERS),
        "CONCS": str(TABLES),
        "BACKENDS": " ".join(BACKENDS.values()),
        "PG_BIN": str(bench.backing.binaries),
    }
    bench.say("the peer plays …")
    code, said = _run([str(folder / "run.sh")], {**os.environ, **settings})
    file = work / "results" / "load.jsonl"
    if code or not file.exists():
        raise Failed(f"The peer's run.sh: {said[-1500:]}")
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    # Lines with other choices of the harness than its usual ones are about the harness.
    usual = [
        one
        for one in lines
        if one.get("conc") == TABLES
        and one.get("players") == PLAYERS
        and one.get("client", "raw") == "raw"
        and not one.get("delta")
        and not one.get("fresh")
    ]
    found = {
        name: [float(one["moves_per_s"]) for one in usual if one["backend"] == backend]
        for name, backend in BACKENDS.items()
    }
    if not all(found.values()):
        raise Failed(f"The peer's results lack one of {', '.join(BACKENDS.values())}.")
    rates = {name: statistics.median(some) for name, some in found.items()}
    bench.say(", ".join(f"{name}: {rate:.0f}/s" for name, rate in rates.items()))
    return rates


def _run(command: list[str], environment: dict[str, str]) -> tuple[int, str]:
    """Its exit code and what it complained of. Raises `Failed`, and leaves nothing running, if it hangs."""
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
        raise Failed(f"The peer's run.sh has not ended after {AT_MOST} s.") from None
    return process.returncode, said
