"""Whole numbers, however they are written: JSON Schema knows no difference between 3 and 3.0."""

from collections.abc import Callable

import pytest

from tests.app.api.playing import hand
from tests.app.api.refusals import refused
from tests.people import Person

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("written", ["3.0", "3e0", "30E-1", "3.00"])
def test_a_whole_number_is_one_however_it_is_written(ann: Person, written: str) -> None:
    body = f'{{"ruleset": "turn_the_tide", "seat_count": {written}}}'.encode()
    said = ann.call("POST", "/games", raw=body)
    assert said.status == 201, said.json
    assert len(ann.sees(said.json["id"])["seats"]) == 1
    assert b'"seat_count":3,' in said.raw


def test_a_card_is_the_same_with_a_point(ann: Person, table: Callable[..., str]) -> None:
    game = table()
    card = hand(ann, game)[0]
    sealed = ann.seals(game, {"type": "play", "card": float(card)})
    assert sealed.status == 200, sealed.json
    assert f'"card":{card}}}'.encode() in sealed.raw
    assert ann.seals(game, {"type": "play", "card": card}).json == sealed.json


def test_a_whole_number_in_a_query_may_have_a_point_too(ann: Person) -> None:
    game = ann.opens(3)
    first = ann.get(f"/games/{game}/events", after="1", page_size="1.00").json["results"]
    assert [one["number"] for one in first] == [2]
    refused(ann.get("/games", page_size="1.5"), 400, "invalid_query", "page_size")


def test_options_within_lists_are_read_so_too(ann: Person) -> None:
    values = [float(value) for value in range(1, 9)]
    options = {"expansions": ["coins"], "coin_values": values}
    said = ann.post("/games", {"ruleset": "high_tide", "seat_count": 3, "options": options})
    assert said.status == 201, said.json
    assert b'"coin_values":[1,2,3,4,5,6,7,8]' in said.raw


@pytest.mark.parametrize("seats", ["3.5", "1e300", "35e-1"])
def test_what_is_no_whole_number_of_seats_is_refused(ann: Person, seats: str) -> None:
    body = f'{{"ruleset": "turn_the_tide", "seat_count": {seats}}}'.encode()
    said = ann.call("POST", "/games", raw=body)
    refused(said, 400, str(said.code), "/seat_count")
    assert said.code in {"wrong_type", "out_of_range"}


@pytest.mark.parametrize(
    ("clock", "pointer", "example"),
    [
        ({"per_turn": "a day"}, "/clock/per_turn", "PT24H"),
        ({"per_turn": "P"}, "/clock/per_turn", "PT24H"),
        ({"per_turn": "PT24H", "bank": "24:00"}, "/clock/bank", "PT24H"),
        (
            {
                "per_turn": "PT24H",
                "hours": {"zone": "Europe/Berlin", "days": ["mon"], "from": "8", "to": "22:00"},
            },
            "/clock/hours/from",
            "08:00",
        ),
    ],
)
def test_what_is_no_length_or_time_of_day_is_refused_with_an_example(
    ann: Person, clock: dict[str, object], pointer: str, example: str
) -> None:
    said = ann.post("/games", {"ruleset": "turn_the_tide", "seat_count": 3, "clock": clock})
    refused(said, 400, str(said.code), pointer)
    assert example in said.json["errors"][0]["detail"]


def test_a_pause_out_of_shape_is_refused_with_an_example(
    ann: Person, table: Callable[..., str]
) -> None:
    said = ann.put(f"/games/{table()}/pause", {"length": "three days"})
    refused(said, 400, "wrong_format", "/length")
    assert "PT24H" in said.json["detail"]


def test_a_fault_of_a_query_names_the_parameter(ann: Person) -> None:
    (fault,) = ann.get("/games", page_size=0).json["errors"]
    assert fault == {"parameter": "page_size", "code": "out_of_range", "detail": fault["detail"]}
    (fault,) = ann.get("/games?a%2Fb~=1").json["errors"]
    assert (fault["parameter"], fault["code"]) == ("a/b~", "unknown_field")
