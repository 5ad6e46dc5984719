"""Processes that are started, asked to end, and killed with all that they have started."""

import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.waiting import eventually
from tideapi.local.processes import CannotStart, Process
from tideapi.local.reaper import Reaper, is_alive

STUBBORN = """
import signal, subprocess, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen(["sleep", "600"])
print("here", flush=True)
time.sleep(600)
"""
"""A process with a child; it does not end when it is asked to."""


def start(folder: Path, reaper: Reaper, *command: str) -> Process:
    process = Process(
        "stubborn", [*command], log=folder / "log", reaper=reaper, patience=0.3, stdin="one\n"
    )
    process.start()
    return process


@pytest.mark.parametrize("end", [Process.stop, Process.kill, None])
def test_a_process_that_does_not_end_is_killed_with_its_children(
    tmp_path: Path, end: Callable[[Process], None] | None
) -> None:
    reaper, doomed = Reaper(), tmp_path / "doomed folder"
    doomed.mkdir()
    reaper.remove(doomed)
    process = start(tmp_path, reaper, sys.executable, "-c", STUBBORN)
    eventually(lambda: "here" in process.tail(), "its child")
    group = process.pid
    assert group is not None
    if end is not None:
        end(process)
    # The reaper ends what is left, and removes what it was told.
    reaper.close()
    assert not doomed.exists()
    eventually(lambda: process.exit_code == -signal.SIGKILL, "its end")
    eventually(lambda: not is_alive(group), "the end of the group")


def test_a_process_can_be_started_again_but_not_twice_and_is_ended_when_it_takes_too_long(
    tmp_path: Path, reaper: Reaper
) -> None:
    process = start(tmp_path, reaper, "cat")
    assert process.wait(10) == 0
    process.start()
    assert process.wait(10) == 0
    assert process.tail() == "stubborn | one\nstubborn | one"
    sleeper = start(tmp_path, reaper, "sleep", "60")
    with pytest.raises(CannotStart, match="runs already"):
        sleeper.start()
    with pytest.raises(CannotStart, match=r"more than 0\.1 s"):
        sleeper.wait(0.1)
    assert not sleeper.alive
