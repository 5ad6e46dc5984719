"""Two workers and two beats at once."""

from collections.abc import Callable, Iterator

import pytest

from tests import rows
from tests.retrying_person import RetryingPerson
from tests.running import MortalServer
from tests.system.faults.table import a_game, is_closed_soon


@pytest.fixture
def two_of_each(mortal: MortalServer) -> Iterator[MortalServer]:
    mortal.add("worker2", "worker", "--hostname", "worker2@%h")
    mortal.add("beat2", "beat")
    for name in ("worker2", "beat2"):
        mortal.restart(name)
    yield mortal
    for name in ("worker2", "beat2"):
        mortal.processes.pop(name).stop()


def test_they_share_the_work_and_either_pair_does_it_alone(
    two_of_each: MortalServer, newcomers: Callable[[int], list[RetryingPerson]]
) -> None:
    # Which of them has what part in it, no queue promises.
    people = newcomers(3)
    games = [a_game(people, "PT1S") for _ in range(8)]
    for game in games:
        is_closed_soon(two_of_each, game, 2)
    for name in ("worker", "beat"):
        two_of_each.kill(name)
    for game in games:
        is_closed_soon(two_of_each, game, rows.open_turn(two_of_each, game) + 1)
    for name in ("worker", "beat"):
        two_of_each.restart(name)
    assert rows.not_closed_once(two_of_each) == []
