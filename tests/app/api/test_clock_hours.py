"""Hours of play over the API, and clocks that cannot be."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests import dealing
from tests.app.api.clocks import BANKS, HOUR, all_seal, banks, dues
from tests.app.api.refusals import nothing_changes, refused
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


@pytest.mark.parametrize(
    ("clock", "place"),
    [
        ({"per_turn": "PT59S"}, "per_turn"),
        ({"per_turn": "P15D"}, "per_turn"),
        ({"bank": "P15D"}, "bank"),
        ({"bank": "PT1M1H"}, "bank"),
        ({"increment": "PT1S"}, "increment"),
        ({"bank": "PT0S", "increment": "PT1S"}, "increment"),
        ({"bank": None, "increment": "PT1S"}, "increment"),
        ({"grace": "P15D"}, "grace"),
        ({"hours": {**OFFICE, "zone": "Europe/Atlantis"}}, "hours/zone"),
        ({"hours": {**OFFICE, "zone": "../../etc/passwd"}}, "hours/zone"),
        ({"hours": {**OFFICE, "from": "25:00"}}, "hours/from"),
        ({"hours": {**OFFICE, "to": "18:60"}}, "hours/to"),
        ({"hours": {**OFFICE, "to": "08:00"}}, "hours/to"),
        ({"hours": {**OFFICE, "to": "08:30"}}, "hours/to"),
        ({"per_turn": "P14D", "bank": "P14D", "hours": {**OFFICE, "days": ["mon"]}}, "hours"),
    ],
    ids=str,
)
def test_a_clock_that_cannot_be_is_refused_by_its_place(
    ann: Person, clock: dict[str, Any], place: str
) -> None:
    wish = {"ruleset": "turn_the_tide", "seat_count": 3, "clock": clock}
    with nothing_changes():
        refused(ann.post("/games", wish), 400, "invalid_clock", f"/clock/{place}")


def test_a_game_shows_the_clock_that_was_asked_for(ann: Person) -> None:
    days = [*reversed(OFFICE["days"])]
    asked = {**BANKS, "grace": "PT1H30M", "hours": {**OFFICE, "days": days}}
    shown = ann.sees(ann.opens(3, clock=asked))["clock"]
    wanted = {**asked, "grace": "PT90M", "hours": OFFICE, "ahead": None}
    assert {name: shown[name] for name in wanted} == wanted
