"""Hours of play over the API, and clocks that cannot be."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest

from tests import dealing
from tests.app.api.clocks import BANKS, HOUR, all_seal, banks, dues
from tests.moving_time import Time, standing
from tests.people import Person

pytestmark = pytest.mark.django_db


OFFICE = {
    "zone": "Europe/Berlin",
    "days": ["mon", "tue", "wed", "thu", "fri"],
    "from": "08:00",
    "to": "18:00",
}


@pytest.fixture(autouse=True)
def time() -> Iterator[Time]:
    with dealing.alike(), standing() as time:
        yield time


# -- hours


def test_outside_of_the_hours_of_play_the_clock_stands_still(
    ann: Person, table: Callable[..., str], time: Time
) -> None:
    friday_at_five = datetime(2027, 3, 26, 16, tzinfo=UTC)
    time.comes(friday_at_five)
    game = table(clock={"per_turn": "PT2H", "hours": OFFICE})
    # On the Sunday between the clocks are put forward: nine in the morning is seven by UTC.
    due = datetime(2027, 3, 29, 7, tzinfo=UTC)
    assert dues(ann, game) == [due] * 3
    time.comes(due - timedelta(seconds=1))
    assert ann.sees(game)["turn"]["number"] == 1
    time.comes(due)
    assert ann.sees(game)["turn"]["number"] == 2
    assert dues(ann, game) == [due + 2 * HOUR] * 3


def test_a_bank_is_used_in_the_hours_of_play_alone(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    time.comes(datetime(2027, 3, 1, 16, tzinfo=UTC))
    game = table(clock={"per_turn": "PT1H", "bank": "PT4H", "hours": OFFICE})
    time.comes(datetime(2027, 3, 2, 9, tzinfo=UTC))
    all_seal(game, ann, bob, cat)
    assert banks(ann, game) == ["PT2H"] * 3, "an hour of Monday was the turn's, two were hers"


def test_hours_may_reach_past_midnight(ann: Person, table: Callable[..., str], time: Time) -> None:
    nights = {"zone": "UTC", "days": ["mon"], "from": "22:00", "to": "02:00"}
    game = table(clock={"per_turn": "PT3H", "hours": nights})
    assert dues(ann, game) == [datetime(2027, 3, 2, 1, tzinfo=UTC)] * 3


# -- what is no clock


def test_a_game_shows_the_clock_that_was_asked_for(ann: Person) -> None:
    days = [*reversed(OFFICE["days"])]
    asked = {**BANKS, "grace": "PT1H30M", "hours": {**OFFICE, "days": days}}
    shown = ann.sees(ann.opens(3, clock=asked))["clock"]
    wanted = {**asked, "grace": "PT90M", "hours": OFFICE, "ahead": None}
    assert {name: shown[name] for name in wanted} == wanted
