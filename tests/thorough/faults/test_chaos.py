"""`python -m tools.chaos` for a few seconds, and that it would tell if something were wrong."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import cycle
from random import Random

import pytest

from tests.running import MortalServer
from tests.system.flows.client import Json
from tools.chaos.chaos import Pace, Run
from tools.chaos.killing import Outage
from tools.chaos.verdict import is_foreseen, lateness, no_clock

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


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


STOPS = '  File "/site-packages/celery/bootsteps.py", line 148, in send_all\n    fun(parent)\n'
STARTS = '  File "/site-packages/celery/bootsteps.py", line 116, in start\n    step.start(parent)\n'


@pytest.mark.parametrize(
    ("kind", "frames", "foreseen"),
    [
        ("AttributeError", STOPS, True),
        ("AttributeError", STARTS, False),
        ("AttributeError", STARTS + STOPS, False),
        ("OperationalError", STARTS, True),
    ],
)
def test_an_error_is_foreseen_where_celery_itself_goes_on(
    kind: str, frames: str, foreseen: bool
) -> None:
    text = f"Traceback (most recent call last):\n{frames}{kind}: gone\n"
    assert is_foreseen(kind, text) is foreseen


def at(second: float) -> datetime:
    return NOON + timedelta(seconds=second)


def test_lateness_is_the_time_past_a_deadline_in_which_all_that_the_clock_needs_was_up() -> None:
    outages = [
        Outage("beat", at(2), at(5)),
        Outage("postgres", at(4), at(6)),
        Outage("web", at(0), at(100)),
        Outage("worker", at(10), at(20)),
        Outage("worker2", at(18), at(30)),
    ]
    idle = no_clock(outages)
    assert idle == [(at(2), at(6)), (at(18), at(20))]
    assert lateness(at(0), at(1), idle) == 1
    assert lateness(at(0), at(7), idle) == 3
    assert lateness(at(3), at(6.5), idle) == 0.5
    assert lateness(at(17), at(25), idle) == 6
