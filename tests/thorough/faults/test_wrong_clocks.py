"""Machines whose own clocks are a day ahead, or a day behind, and jump while they run."""

import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests import rows
from tests.retrying_person import RetryingPerson
from tests.running import MortalServer
from tests.system.faults.table import SOON, a_game, await_closing
from tests.thorough.faults.wrong_clock import DAYS
from tests.waiting import eventually

AHEAD = {
    "worker": [1, -1, 0],
    "hooks": [1, -1, 0],
    "thinkers": [1, -1, 0],
    "beat": [1, -1, 0],
    "web": [-1, 1, 0],
}
"""By how many days the clock of each is wrong at first, after one jump, and after another."""


@pytest.fixture
def wrong_server(mortal: MortalServer) -> Iterator[MortalServer]:
    """The server with clocks that are wrong, each in its own way."""
    right = {name: (process.command, process.env) for name, process in mortal.processes.items()}
    for name, process in mortal.processes.items():
        process.kill()
        module = process.command[process.command.index("-m") + 1 :]
        process.command = [sys.executable, "-m", "tests.thorough.faults.wrong_clock", *module]
        process.env = {**mortal.env, DAYS: " ".join(map(str, AHEAD[name]))}
        process.start()
    mortal.is_ready()
    yield mortal
    for name, (command, env) in right.items():
        mortal.processes[name].command, mortal.processes[name].env = command, env


def test_nothing_is_closed_early_and_nothing_held_up(
    wrong_server: MortalServer, newcomers: Callable[[int], list[RetryingPerson]]
) -> None:
    people = newcomers(3)
    soon, later = a_game(people, "PT1S"), a_game(people, "PT1H")
    wait_for_clocks(wrong_server, 0)
    check_deadlines(wrong_server, soon)
    for jumps in (1, 2):
        for process in wrong_server.processes.values():
            assert process.pid is not None
            os.killpg(process.pid, signal.SIGUSR2)
        wait_for_clocks(wrong_server, jumps)
        check_deadlines(wrong_server, soon)
    assert rows.open_turn(wrong_server, later) == 1


def wait_for_clocks(server: MortalServer, jumps: int) -> None:
    """Wait until the clocks are as wrong as they shall be after so many jumps."""
    eventually(
        lambda: all(
            find_last_date(server.processes[name].log) == find_date(days[jumps])
            for name, days in AHEAD.items()
        ),
        f"the clocks after {jumps} jumps",
        SOON,
    )


def find_date(ahead: int) -> str:
    return f"{datetime.now(UTC) + timedelta(days=ahead):%Y-%m-%d}"


def find_last_date(log: Path) -> str:
    told = re.findall(r"It is (\S+)\.$", log.read_text(errors="replace"), re.MULTILINE)
    return str(told[-1]) if told else ""


def check_deadlines(server: MortalServer, game: str) -> None:
    """Three more deadlines are kept, none of them before its time."""
    turn = rows.open_turn(server, game)
    await_closing(server, game, turn + 2)
    for number in range(turn, turn + 3):
        _, due, closed = rows.times(server, game, number)
        assert due <= closed
