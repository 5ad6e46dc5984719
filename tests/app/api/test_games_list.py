"""GET /games."""

from collections.abc import Callable
from typing import Any

import pytest

from games.models import Game
from tests.app.api.refusals import refused
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
        *("table", "mine", "pause", "vacations", "fairness"),
    }


def test_a_list_has_the_result_of_each_game(
    stranger: Person, ann: Person, finished: Callable[..., str]
) -> None:
    over, waiting = finished(), ann.opens()
    listed = {one["id"]: one["result"] for one in stranger.get("/games").json["results"]}
    assert listed == {over: stranger.get(f"/games/{over}").json["result"], waiting: None}
    assert ann.get("/me/games").json["results"][-1]["result"] == listed[over]


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
    ("query", "code", "parameter"),
    [
        ({"status": "begun"}, "not_a_choice", "status"),
        ({"status": "\x00"}, "not_a_choice", "status"),
        ({"ruleset": "Turn the Tide"}, "wrong_format", "ruleset"),
        ({"ruleset": "\x00"}, "wrong_format", "ruleset"),
        ({"ruleset": "r" * 41}, "too_long", "ruleset"),
        ({"player": "a b"}, "wrong_format", "player"),
        ({"player": "ann\x00"}, "wrong_format", "player"),
        ({"host": "ann"}, "unknown_field", "host"),
    ],
)
def test_a_query_out_of_shape_is_refused(
    stranger: Person, query: dict[str, Any], code: str, parameter: str
) -> None:
    said = stranger.get("/games", **query)
    refused(said, 400, "invalid_query", parameter)
    assert said.json["errors"][0]["code"] == code


def test_a_listed_game_says_what_is_decided_and_who_has_answered(
    stranger: Person, ann: Person, table: Callable[..., str], finished: Callable[..., str]
) -> None:
    over, game, waits = finished(), table(), ann.opens()
    ann.seals_anything(game)
    turns = {one["id"]: one["turn"] for one in stranger.get("/games").json["results"]}
    assert turns[over] is turns[waits] is None
    assert turns[game] == stranger.get(f"/games/{game}").json["turn"]
    assert turns[game]["decision"] == "play_card"
    assert [seat["answered"] for seat in turns[game]["asked"]] == [True, False, False]


def test_a_game_of_rules_that_are_gone_is_listed_without_its_decision(
    stranger: Person, table: Callable[..., str]
) -> None:
    game = table()
    Game.objects.filter(pk=game).update(rules_version=99)
    (listed,) = stranger.get("/games").json["results"]
    assert (listed["id"], listed["turn"]["decision"]) == (game, None)


def by_id(person: Person, *games: str) -> list[str]:
    said = person.get("/games?" + "&".join(f"id={game}" for game in games))
    assert said.status == 200, said.json
    return [game["id"] for game in said.json["results"]]


def test_games_are_asked_for_by_their_ids(stranger: Person, ann: Person) -> None:
    games = [ann.opens() for _ in range(3)]
    assert by_id(stranger, games[0], games[2], "nosuchgame000000") == [games[2], games[0]]
    first = stranger.get(f"/games?id={games[0]}&id={games[2]}&page_size=1").json
    rest = stranger.get(first["next"].removeprefix("http://testserver")).json
    assert [one["id"] for one in first["results"] + rest["results"]] == [games[2], games[0]]


def test_a_private_game_is_found_by_its_id_by_those_who_may_see_it(
    stranger: Person, ann: Person, dan: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    waits, runs = ann.opens(private=True), table(private=True)
    assert by_id(stranger, waits, runs) == by_id(dan, waits, runs) == [waits]
    assert by_id(bob, waits, runs) == [runs, waits]
    assert cat.post(f"/games/{runs}/resign").status == 204
    assert by_id(cat, runs) == []
    assert ann.put(f"/games/{runs}/seats/2/offer", {"player": "dan"}).status == 200
    assert by_id(dan, runs) == [runs]


def test_so_many_ids_may_be_asked_for_and_no_more(stranger: Person) -> None:
    assert by_id(stranger, *["nosuchgame000000"] * 100) == []
    said = stranger.get("/games?" + "&".join(["id=nosuchgame000000"] * 101))
    refused(said, 400, "invalid_query", "id")
    refused(stranger.get("/games?id=no%20id"), 400, "invalid_query", "id")


def test_games_that_wait_for_me(
    stranger: Person, ann: Person, bob: Person, table: Callable[..., str]
) -> None:
    ann.opens()
    answered, secret, public = table(), table(private=True), table()
    ann.seals_anything(answered)
    assert ids(ann, waiting="me") == [public, secret]
    assert ids(bob, waiting="me") == [public, secret, answered]
    assert ids(bob, waiting="me", player="ann", status="running") == [public, secret, answered]
    refused(stranger.get("/games", waiting="me"), 401, "not_authenticated")
    refused(ann.get("/games", waiting="bob"), 400, "invalid_query", "waiting")
