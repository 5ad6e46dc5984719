"""GET /games."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.api.refusals import refused
from tests.people import Person

pytestmark = pytest.mark.django_db


def ids(person: Person, **query: Any) -> list[str]:
    said = person.get("/games", **query)
    assert said.status == 200, said.json
    return [game["id"] for game in said.json["results"]]


def test_public_games_are_listed_newest_first(stranger: Person, ann: Person, bob: Person) -> None:
    games = [ann.opens(), bob.opens(), ann.opens()]
    assert ids(stranger) == games[::-1]


def test_a_game_in_the_list_is_the_game_without_its_table(
    stranger: Person, table: Callable[..., str]
) -> None:
    game = table()
    (listed,) = stranger.get("/games").json["results"]
    whole = stranger.get(f"/games/{game}").json
    assert whole.items() >= listed.items()
    assert whole.keys() - listed.keys() == {
        *("turn", "table", "mine", "pause", "vacations", "fairness", "result"),
    }


def test_it_can_be_narrowed_down_by_status(
    stranger: Person, ann: Person, table: Callable[..., str], finished: Callable[..., str]
) -> None:
    games = {"open": ann.opens(), "running": table(), "finished": finished()}
    games["cancelled"] = ann.opens()
    assert ann.post(f"/games/{games['cancelled']}/cancel").status == 200
    for status, game in games.items():
        assert ids(stranger, status=status) == [game]


def test_it_can_be_narrowed_down_by_ruleset(stranger: Person, ann: Person) -> None:
    game = ann.opens()
    assert ids(stranger, ruleset="turn_the_tide") == [game]
    assert ids(stranger, ruleset="another") == []


def test_it_can_be_narrowed_down_by_player(stranger: Person, ann: Person, bob: Person) -> None:
    both, alone = ann.opens(), bob.opens()
    bob.joins(both)
    assert ids(stranger, player="BOB") == [alone, both]
    assert ids(stranger, player="ann") == [both]
    assert ids(stranger, player="bob", status="open", ruleset="turn_the_tide") == [alone, both]
    assert ids(stranger, player="nobody") == []


def test_private_games_are_listed_for_their_own_players_alone(
    stranger: Person, ann: Person, bob: Person, dan: Person
) -> None:
    secret = ann.opens(private=True)
    bob.joins(secret)
    for person in (stranger, ann, bob, dan):
        assert ids(person) == []
    assert ids(ann, player="ann") == ids(bob, player="bob") == [secret]
    # Her friend knows of it too, but what is asked for here is another player's list.
    assert ids(bob, player="ann") == ids(dan, player="ann") == ids(stranger, player="ann") == []


@pytest.mark.parametrize(
    ("query", "code", "pointer"),
    [
        ({"status": "begun"}, "not_a_choice", "/status"),
        ({"status": "\x00"}, "not_a_choice", "/status"),
        ({"ruleset": "Turn the Tide"}, "wrong_format", "/ruleset"),
        ({"ruleset": "\x00"}, "wrong_format", "/ruleset"),
        ({"ruleset": "r" * 41}, "too_long", "/ruleset"),
        ({"player": "a b"}, "wrong_format", "/player"),
        ({"player": "ann\x00"}, "wrong_format", "/player"),
        ({"host": "ann"}, "unknown_field", "/host"),
    ],
)
def test_a_query_out_of_shape_is_refused(
    stranger: Person, query: dict[str, Any], code: str, pointer: str
) -> None:
    said = stranger.get("/games", **query)
    refused(said, 400, "invalid_query", pointer)
    assert said.json["errors"][0]["code"] == code
