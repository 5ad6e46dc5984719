"""A reaper of the processes that a runner has left behind, however the runner ended.

A runner that is killed with SIGKILL cannot stop its children, and a parent-death signal reaches these but not
their own children. So each runner starts one reaper and writes the process groups that it has started to its
pipe. Only the runner holds the writing end: end of file means that the runner is gone.

This file is the class that a runner uses and the script that it starts. The script imports the standard
library alone and runs without site-packages, so that it starts within 20 ms.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

GRACE = 3.0
"""Seconds that orphans get to stop by themselves."""


class Reaper:
    """The runner's end of the pipe."""

    def __init__(self, keep_open: Sequence[int] = ()) -> None:
        """Start the reaper. It inherits `keep_open`, a lock for example, and holds it to its end."""
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            pass_fds=keep_open,
            cwd="/",
        )

    def watch(self, group: int, stop_with: signal.Signals) -> None:
        """End this process group, first with this signal, when the runner is gone."""
        self._write(f"watch {group} {int(stop_with)}")

    def forget(self, group: int) -> None:
        """Forget a group that has ended; its number may be reused."""
        self._write(f"forget {group}")

    def remove(self, folder: Path) -> None:
        """Delete this folder at the end, after the last process."""
        self._write(f"remove {folder}")

    def close(self) -> None:
        """Let the reaper end what is left, and wait for it."""
        self._process.communicate()

    def _write(self, line: str) -> None:
        pipe = self._process.stdin
        if pipe is None:
            raise BrokenPipeError
        pipe.write(line.encode() + b"\n")
        pipe.flush()


def is_alive(group: int) -> bool:
    """Return whether a process of the group still runs; on Linux zombies do not count."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    found = [
        stat for stat in map(_read_stat, Path("/proc").glob("[0-9]*")) if stat[1:] == [str(group)]
    ]
    return not found or any(state != "Z" for state, _ in found)


def is_running(process: int) -> bool:
    """Return whether the process runs; on Linux a zombie does not."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return _read_stat(Path(f"/proc/{process}"))[:1] != ["Z"]


def _read_stat(process: Path) -> list[str]:
    """Return the state and the group of a process, from proc_pid_stat(5)."""
    try:
        after_name = (process / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []
    return [after_name[0], after_name[2]]


def end_groups(groups: dict[int, int]) -> None:
    """Send each group its stop signal, and SIGKILL to those that are there after `GRACE`."""
    for group, stop_with in groups.items():
        _signal_group(group, stop_with)
    deadline = time.monotonic() + GRACE
    while any(map(is_alive, groups)) and time.monotonic() < deadline:
        time.sleep(0.05)
    for group in groups:
        _signal_group(group, signal.SIGKILL)


def _signal_group(group: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)


def main() -> None:
    """Read until the runner is gone, then end the processes that it has left."""
    for ignored in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_IGN)
    groups: dict[int, int] = {}
    folders: list[str] = []
    for line in sys.stdin:
        verb, rest = line.rstrip("\n").split(" ", 1)
        if verb == "watch":
            group, stop_with = rest.split()
            groups[int(group)] = int(stop_with)
        elif verb == "forget":
            groups.pop(int(rest), None)
        elif verb == "remove":
            folders.append(rest)
    end_groups(groups)
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
