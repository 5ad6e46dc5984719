"""Games in which everything happens, on a database with statistics: both verifiers accept every record.

A handful here; `python -m tests.thorough.verify.soak --games 500` plays as many as one likes.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.db import connection

from tests import document
from tests.moving_time import Time, standing
from tests.thorough.verify.soak import Progress
from tests.thorough.verify.soak_game import Soaked
from tests.thorough.verify.verifiers import Verifier

Json = dict[str, Any]

pytestmark = pytest.mark.django_db(transaction=True)

JOINS = ("hashjoin", "mergejoin", "nestloop")
HAPPENED = {"answered", "order", "text", "by order", "by clock", "by bot", "by player", "withdrew"}
"""What is seen in a handful of games already."""


@pytest.fixture
def time() -> Iterator[Time]:
    with standing() as time:
        yield time


@pytest.fixture(autouse=True)
def unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    """That answers are what the document says is seen elsewhere, and takes longer than the answers."""
    monkeypatch.setattr(document, "check", lambda said: None)


@pytest.fixture(autouse=True)
def plans() -> Iterator[None]:
    yield
    with connection.cursor() as cursor:
        cursor.execute("RESET ALL")


def force_plans(number: int) -> None:
    """Let PostgreSQL know its tables, every few games, and do without one way to join them."""
    with connection.cursor() as cursor:
        if number % 3 == 0:
            cursor.execute("ANALYZE")
        for place, way in enumerate(JOINS):
            off = number // 2 % 4 == place + 1
            cursor.execute(f"SET enable_{way} = {'off' if off else 'on'}")


def soak(number: int, seed: str, time: Time, both: tuple[Verifier, Verifier]) -> Counter[str]:
    """Play one game and have its record verified; what has happened in it."""
    force_plans(number)
    soaked = Soaked(number, time, Random(f"{seed} {number}"))
    record, counts = soaked.play(), soaked.counts
    counts[f"games of {soaked.ruleset}"] += 1
    counts["turns"] += len(record["turns"])
    for turn in record["turns"]:
        counts.update(f"by {played['by']}" for played in turn["actions"])
        counts["told in private"] += len(turn["private"]["told"])
    told = [event["type"] for event in record["log"]["events"]]
    counts.update(f"log: {kind}" for kind in told if kind in SEEN)
    for verifier in both:
        verifier.remember(record)
        for kept, seats in [([], []), *soaked.keepers(record)]:
            verdict = verifier.judge(kept=[("kept.json", kept)], all_of=seats)
            assert verdict.sound, (verifier, number, seed, verdict)
            counts["verified, with what was kept"] += 1
            counts["receipts that agreed"] += len(kept)
        counts["records verified"] += 1
    return counts


SEEN = {
    *("paused", "pause_ended", "vacation", "deadlines_moved", "stand_in", "returned"),
    *("seat_taken", "entropy_given", "sealed", "withdrawn", "go_on_voted", "going_on"),
}


def test_every_record_of_games_in_which_everything_happens_is_verified(
    both: tuple[Verifier, Verifier], time: Time
) -> None:
    progress, counts = Progress(), Counter[str]()
    for number in range(progress.games):
        counts += soak(number, progress.seed, time, both)
        progress.played(number + 1)
    progress.ended(counts)
    assert counts["records verified"] == 2 * progress.games
    assert set(counts) >= HAPPENED
