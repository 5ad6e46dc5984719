"""`make up`: how long until it is ready, how much memory it takes, and what it does when nobody plays."""

import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tideapi.local.up import ROOT
from tideapi.local.valkey import free_port
from tools.bench import machine
from tools.bench.bench import Bench
from tools.bench.clients import Failed
from tools.bench.table import Row

KINDS = {
    "postgres": "PostgreSQL",
    "valkey": "Valkey",
    "granian": "web",
    "queues hooks": "hooks",
    "queues thinkers": "thinkers",
    "celery -A tideapi worker": "worker",
    "celery -A tideapi beat": "beat",
}
"""What stands in the command of each child of `make up`; the others are the runner and its reaper."""
AT_MOST = 120.0
"""Seconds until it must be ready."""


def start_up(bench: Bench) -> Iterator[Row]:
    """From nothing, from what it kept, and at rest."""
    anew, again, idle = list[float](), list[float](), list[float]()
    used = defaultdict[str, list[float]](list)
    for _ in bench.rounds:
        with tempfile.TemporaryDirectory(prefix="tide-up-") as name:
            folder = Path(name)
            folder.chmod(0o755)
            for seconds in (anew, again):
                process, ready = _up(folder)
                try:
                    seconds.append(ready)
                    if seconds is again:
                        idle.append(_idle(process.pid, bench.options.idle))
                        for kind, megabytes in _memory(process.pid).items():
                            used[kind].append(megabytes)
                finally:
                    process.send_signal(signal.SIGINT)
                    process.wait(60)
        bench.say(
            f"start-up: {anew[-1]:.1f} s anew, {again[-1]:.1f} s again, {idle[-1]:.1f} % at rest"
        )
    yield Row("start-up", "from nothing", "s", anew)
    yield Row("start-up", "from an existing state", "s", again)
    yield Row("start-up", "CPU at rest", "% of a core", idle)
    yield Row("start-up", "memory", "MB", [sum(each) for each in zip(*used.values(), strict=True)])
    for kind, some in sorted(used.items(), key=lambda item: -item[1][0]):
        yield Row("start-up", f"memory of {kind}", "MB", some)


def _up(folder: Path) -> tuple[subprocess.Popen[str], float]:
    """Start it; the process, and the seconds until it said that it is ready. Raises `Failed`."""
    began = time.monotonic()
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "tideapi.local.up", "--with-parent"),
            *("--state", folder, "--port", str(free_port())),
        ],
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=_without_servers(),
        text=True,
    )
    said = ""
    assert process.stdout is not None
    while time.monotonic() < began + AT_MOST and process.poll() is None:
        if select.select([process.stdout], [], [], 1)[0]:
            said += process.stdout.readline()
            if "ready after" in said:
                return process, time.monotonic() - began
    process.send_signal(signal.SIGINT)
    raise Failed(f"make up is not ready:\n{said}")


def _without_servers() -> dict[str, str]:
    """Our environment, but with no database and no broker: it is to start its own."""
    return {
        name: value
        for name, value in os.environ.items()
        if name not in {"DATABASE_URL", "BROKER_URL"}
    }


def _idle(pid: int, seconds: float) -> float:
    """Percent of one core that all its processes use when nobody asks for anything."""
    time.sleep(3)  # what was started is imported by then
    before, began = machine.cpu(pid), time.monotonic()
    time.sleep(seconds)
    return 100 * (machine.cpu(pid) - before) / (time.monotonic() - began)


def _memory(pid: int) -> dict[str, float]:
    """Megabytes by kind of process."""
    found = defaultdict[str, float](float)
    for child in machine.children(pid):
        said = machine.command(child)
        kind = next((kind for words, kind in KINDS.items() if words in said), "runner")
        found[kind] += sum(map(machine.memory, machine.family(child)))
    found["runner"] += machine.memory(pid)
    return dict(found)
