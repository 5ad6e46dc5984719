"""`python -m tools.chaos` for a few seconds."""

from collections.abc import Callable, Iterator
from itertools import cycle
from random import Random

import pytest

from tests.running import MortalServer
from tests.system.flows.client import Json
from tools.chaos.chaos import Pace, Run


@pytest.fixture
def with_two_workers(mortal: MortalServer) -> Iterator[MortalServer]:
    mortal.add("worker2", "worker", "--hostname", "worker2@%h")
    mortal.restart("worker2")
    yield mortal
    mortal.processes.pop("worker2").stop()


def test_a_few_games_survive_the_death_of_every_part(with_two_workers: MortalServer) -> None:
    pace = Pace(pause=0.5, rests=0.2, wish=short_games())
    verdict = Run(with_two_workers, games=4, seed="small", say=print, pace=pace).plays(seconds=0)
    assert verdict.faults == []
    assert verdict.games == {"turn_the_tide": 2, "high_tide": 2}
    assert verdict.kills.keys() == {
        *("web", "worker", "worker2", "hooks", "thinkers", "beat", "broker", "postgres")
    }
    assert verdict.acknowledged > 0


def short_games() -> Callable[[Random], Json]:
    """Of both rulesets in turn, on the shortest clock."""
    games = cycle(
        [
            {"ruleset": "turn_the_tide", "options": {"edition": "bga"}},
            {"ruleset": "high_tide", "options": {"expansions": ["surfer"], "beach_length": 8}},
        ]
    )
    rest = {"seat_count": 3, "bots": ["careful"], "clock": {"per_turn": "PT1S"}}
    return lambda chance: {**next(games), **rest}
