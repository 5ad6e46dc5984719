"""`make chaos` for a few seconds, and that it would tell if something were wrong."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from tests.faults.chaos import Run
from tests.faults.killing import Outage
from tests.faults.verdict import lateness, no_clock
from tests.running import MortalServer

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.fixture
def with_two_workers(mortal: MortalServer) -> Iterator[MortalServer]:
    mortal.add("worker2", "worker", "--hostname", "worker2@%h")
    mortal.restart("worker2")
    yield mortal
    mortal.processes.pop("worker2").stop()


def test_a_few_games_survive_the_death_of_every_part(with_two_workers: MortalServer) -> None:
    run = Run(with_two_workers, games=6, seed="small", say=print, pause=1.2)
    verdict = run.plays(seconds=8)
    assert not verdict.wrong, "\n".join(verdict.lines())
    assert verdict.games.total() == 6
    assert 0 < verdict.acknowledged == verdict.found


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
