import signal
import sys
from pathlib import Path

import pytest

from tests.local.project import eventually
from tideapi.local.guard import Guard, alive
from tideapi.local.keeper import DEATHS, Keeper
from tideapi.local.processes import CannotStart, Process

STUBBORN = """
import signal, subprocess, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen(["sleep", "600"])
print("here", flush=True)
time.sleep(600)
"""


def stubborn(folder: Path, guard: Guard) -> Process:
    """A process with a child; it does not end when it is asked to."""
    process = Process(
        "stubborn", [sys.executable, "-c", STUBBORN], log=folder / "log", guard=guard, patience=0.3
    )
    process.start()
    eventually(lambda: "here" in process.tail(), "its child")
    return process


@pytest.mark.parametrize("end", [Process.stop, Process.kill])
def test_what_does_not_end_is_killed_with_its_children(tmp_path: Path, guard: Guard, end) -> None:
    process = stubborn(tmp_path, guard)
    group = process.pid
    end(process)
    assert process.exit_code == -signal.SIGKILL
    assert group is not None
    eventually(lambda: not alive(group), "the end of the group")


def test_the_guard_ends_what_is_left_and_removes_what_it_was_told(tmp_path: Path) -> None:
    guard = Guard()
    process = stubborn(tmp_path, guard)
    doomed = tmp_path / "doomed folder"
    doomed.mkdir()
    guard.remove(doomed)
    guard.close()
    assert process.exit_code == -signal.SIGKILL
    assert not doomed.exists()


def test_a_process_can_be_started_again_but_not_twice(tmp_path: Path, guard: Guard) -> None:
    process = Process("echo", ["cat"], log=tmp_path / "log", guard=guard, stdin="one\n")
    process.start()
    assert process.wait(10) == 0
    process.start()
    assert process.wait(10) == 0
    assert process.tail() == "echo | one\necho | one"
    sleeper = Process("sleeper", ["sleep", "60"], log=tmp_path / "log", guard=guard)
    sleeper.start()
    with pytest.raises(CannotStart, match="runs already"):
        sleeper.start()
    sleeper.stop()


def test_what_takes_too_long_is_ended(tmp_path: Path, guard: Guard) -> None:
    process = Process("sleeper", ["sleep", "60"], log=tmp_path / "log", guard=guard)
    process.start()
    with pytest.raises(CannotStart, match=r"more than 0\.1 s"):
        process.wait(0.1)
    assert not process.alive


def test_the_keeper_gives_up_on_what_dies_at_once(tmp_path: Path, guard: Guard) -> None:
    said: list[str] = []
    keeper = Keeper(said.append)
    process = Process("mayfly", ["sh", "-c", "echo alas"], log=tmp_path / "log", guard=guard)
    process.start()
    keeper.keep(process)

    for _ in range(DEATHS - 1):
        eventually(lambda: not process.alive, "its end")
        keeper.look()
    eventually(lambda: not process.alive, "its end")
    with pytest.raises(CannotStart, match=r"mayfly \| alas"):
        keeper.look()
    assert said == ["mayfly died (exit code 0), it is started again"] * (DEATHS - 1)
