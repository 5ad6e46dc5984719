import signal
import sys
from pathlib import Path

import pytest

from tests.system.local.project import eventually
from tideapi.local.processes import CannotStart, Process
from tideapi.local.reaper import Reaper, is_alive

STUBBORN = """
import signal, subprocess, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen(["sleep", "600"])
print("here", flush=True)
time.sleep(600)
"""


def stubborn(folder: Path, reaper: Reaper) -> Process:
    """A process with a child; it does not end when it is asked to."""
    process = Process(
        "stubborn",
        [sys.executable, "-c", STUBBORN],
        log=folder / "log",
        reaper=reaper,
        patience=0.3,
    )
    process.start()
    eventually(lambda: "here" in process.tail(), "its child")
    return process


@pytest.mark.parametrize("end", [Process.stop, Process.kill])
def test_what_does_not_end_is_killed_with_its_children(tmp_path: Path, reaper: Reaper, end) -> None:
    process = stubborn(tmp_path, reaper)
    group = process.pid
    end(process)
    assert process.exit_code == -signal.SIGKILL
    assert group is not None
    eventually(lambda: not is_alive(group), "the end of the group")


def test_the_reaper_ends_what_is_left_and_removes_what_it_was_told(tmp_path: Path) -> None:
    reaper = Reaper()
    process = stubborn(tmp_path, reaper)
    doomed = tmp_path / "doomed folder"
    doomed.mkdir()
    reaper.remove(doomed)
    reaper.close()
    # Killed it is, and whoever started it hears of it as soon as the kernel has cleared it away.
    eventually(lambda: process.exit_code == -signal.SIGKILL, "its end")
    assert not doomed.exists()


def test_a_process_can_be_started_again_but_not_twice(tmp_path: Path, reaper: Reaper) -> None:
    process = Process("echo", ["cat"], log=tmp_path / "log", reaper=reaper, stdin="one\n")
    process.start()
    assert process.wait(10) == 0
    process.start()
    assert process.wait(10) == 0
    assert process.tail() == "echo | one\necho | one"
    sleeper = Process("sleeper", ["sleep", "60"], log=tmp_path / "log", reaper=reaper)
    sleeper.start()
    with pytest.raises(CannotStart, match="runs already"):
        sleeper.start()
    sleeper.stop()


def test_what_takes_too_long_is_ended(tmp_path: Path, reaper: Reaper) -> None:
    process = Process("sleeper", ["sleep", "60"], log=tmp_path / "log", reaper=reaper)
    process.start()
    with pytest.raises(CannotStart, match=r"more than 0\.1 s"):
        process.wait(0.1)
    assert not process.alive
