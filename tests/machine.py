"""What processes use of the machine, read from /proc, and what the machine is."""

import os
import platform
from collections import defaultdict
from importlib.metadata import version
from pathlib import Path

TICK = float(os.sysconf("SC_CLK_TCK"))
MEASURED = ("django", "djangorestframework", "psycopg", "granian", "celery", "orjson")
"""Packages whose versions stand beside the figures."""


def children(pid: int) -> list[int]:
    """The processes that it has started, and that run."""
    return _by_parent()[pid]


def family(pid: int) -> list[int]:
    """A process and all its descendants."""
    by_parent = _by_parent()
    found = [pid]
    for one in found:
        found += by_parent[one]
    return found


def cpu(pid: int) -> float:
    """Seconds of CPU that a process and its descendants have used, those that have ended included."""
    return sum(sum(map(int, _stat(one)[11:15])) for one in family(pid)) / TICK


def memory(pid: int) -> float:
    """Megabytes of a process, what it shares with others divided among them; 0 where it has ended."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def command(pid: int) -> str:
    """What it was started with."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""


def described() -> dict[str, object]:
    """The machine and the versions, for whoever compares figures later."""
    return {
        "cores": len(os.sched_getaffinity(0)),
        "machine": platform.platform(),
        "processor": _processor(),
        "load_before": os.getloadavg(),
        "python": platform.python_version(),
        **{name: version(name) for name in MEASURED},
    }


def _by_parent() -> defaultdict[int, list[int]]:
    found: defaultdict[int, list[int]] = defaultdict(list)
    for folder in Path("/proc").glob("[0-9]*"):
        if fields := _stat(int(folder.name)):
            found[int(fields[1])].append(int(folder.name))
    return found


def _processor() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    return next((line.partition(": ")[2] for line in lines if line.startswith("model name")), "")


def _stat(pid: int) -> list[str]:
    """proc_pid_stat(5) after the name; nothing where the process has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []
