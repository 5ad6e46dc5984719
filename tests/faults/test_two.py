"""Two workers and two beats at once."""

from collections.abc import Callable, Iterator

import pytest

from tests.faults import rows
from tests.faults.people import Patient
from tests.faults.table import a_game, is_closed_soon
from tests.local.project import eventually
from tests.running import MortalServer


@pytest.fixture
def two_of_each(mortal: MortalServer) -> Iterator[MortalServer]:
    mortal.add("worker2", "worker", "--hostname", "worker2@%h")
    mortal.add("beat2", "beat")
    for name in ("worker2", "beat2"):
        mortal.restart(name)
    yield mortal
    for name in ("worker2", "beat2"):
        mortal.processes.pop(name).stop()


def test_they_share_the_work_and_close_each_turn_once(
    two_of_each: MortalServer, newcomers: Callable[[int], list[Patient]]
) -> None:
    server = two_of_each
    eventually(lambda: all(sweeps(server, name) for name in ("worker", "worker2")), "both sweep")
    people = newcomers(3)
    # Before they are opened: on a busy machine the first ones are well under way when the last one begins.
    before = {name: sweeps(server, name) for name in ("worker", "worker2")}
    games = [a_game(people, "PT1S") for _ in range(8)]
    for game in games:
        is_closed_soon(server, game, 4)
    for name, count in before.items():
        assert sweeps(server, name) > count, f"{name} had no part in it"
    assert rows.not_closed_once(server) == []


def sweeps(server: MortalServer, worker: str) -> int:
    log = server.processes[worker].log.read_text(errors="replace")
    return sum("games.tasks.sweep" in line and "succeeded" in line for line in log.splitlines())
