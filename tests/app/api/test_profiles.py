"""GET /players/{username}."""

from collections.abc import Callable

import pytest

from games.models import Seat
from players.models import Player
from tests.app.api.conftest import TimePasses
from tests.app.api.refusals import nothing_changes, refused
from tests.people import PASSWORD, Person

pytestmark = pytest.mark.django_db


def test_a_profile_is_open_to_strangers_in_any_capitals(stranger: Person, ann: Person) -> None:
    wish = {"about": "slow but sure", "email": "ann@tide.example", "current_password": PASSWORD}
    assert ann.patch("/me", wish).status == 200
    said = stranger.get("/players/ANN")
    assert said.status == 200
    assert said.json == {
        "username": "ann",
        "account": "person",
        "bot_of": None,
        "relation": None,
        "head_to_head": None,
        "about": "slow but sure",
        "created_at": ann.get("/me").json["created_at"],
        "games": {"running": 0, "finished": 0, "won": 0, "rulesets": []},
        "reliability": {"required": 0, "answered": 0, "percent": None},
    }


def test_it_counts_public_games_and_no_private_ones(
    stranger: Person, table: Callable[..., str], finished: Callable[..., str]
) -> None:
    table()
    table(private=True)
    game = finished()
    finished(private=True)
    result = stranger.get(f"/games/{game}").json["result"]
    for seat, name in enumerate(("ann", "bob", "cat")):
        counts = {"running": 1, "finished": 1, "won": int(seat in result["winners"])}
        games = stranger.get(f"/players/{name}").json["games"]
        assert games == {**counts, "rulesets": [{"ruleset": "turn_the_tide", **counts}]}


def test_it_counts_the_games_of_each_ruleset(
    stranger: Person, ann: Person, finished: Callable[..., str]
) -> None:
    finished()
    for ruleset in ("high_tide", "turn_the_tide", "turn_the_tide"):
        said = ann.post(
            "/games", {"ruleset": ruleset, "seat_count": 3, "bots": ["random", "random"]}
        )
        assert said.json["status"] == "running"
    games = stranger.get("/players/ann").json["games"]
    assert [(one["ruleset"], one["running"], one["finished"]) for one in games["rulesets"]] == [
        ("high_tide", 1, 0),
        ("turn_the_tide", 2, 1),
    ]
    assert (games["running"], games["finished"]) == (3, 1)


PARTS = ["about", "created_at", "games", "reliability"]


@pytest.mark.parametrize("hidden", PARTS)
def test_others_see_of_it_what_its_player_shows(
    stranger: Person, ann: Person, bob: Person, hidden: str
) -> None:
    ann.patch("/me", {"about": "slow but sure"})
    whole = stranger.get("/players/ann").json
    shows = [part for part in PARTS if part != hidden]
    assert ann.patch("/me", {"shows": shows}).json["shows"] == shows
    for other in (stranger, bob):
        found = other.get("/players/ann").json
        assert {**found, "relation": None, "head_to_head": None} == {**whole, hidden: None}
    assert ann.get("/players/ann").json == whole, "she herself sees all of it"
    ann.patch("/me", {"shows": PARTS})
    assert stranger.get("/players/ann").json == whole


def test_what_is_not_shown_is_not_found_out_by_a_prefix_either(ann: Person, bob: Person) -> None:
    ann.patch("/me", {"about": "slow but sure", "shows": []})
    (found,) = bob.get("/players", prefix="ann").json["results"]
    assert found["about"] is None


def test_only_what_there_is_can_be_shown(ann: Person) -> None:
    with nothing_changes():
        refused(ann.patch("/me", {"shows": ["e-mail"]}), 400, "not_a_choice", "/shows/0")


def test_a_private_game_changes_nothing_of_what_strangers_see(
    stranger: Person, ann: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    before = stranger.get("/players/ann")
    game = table(private=True)
    ann.seals_anything(game)
    time_passes(game, 2)
    assert stranger.get("/players/ann").raw == before.raw


@pytest.mark.parametrize("name", ["nobody", "a", "x" * 40])
def test_who_is_not_there_is_not_found(stranger: Person, ann: Person, name: str) -> None:
    refused(stranger.get(f"/players/{name}"), 404, "player_not_found")


def test_a_player_who_was_shut_out_is_not_there(stranger: Person, ann: Person) -> None:
    Player.objects.update(is_active=False)
    refused(stranger.get("/players/ann"), 404, "player_not_found")


# -- head to head


def test_two_players_see_how_their_games_with_each_other_ended(
    stranger: Person, ann: Person, bob: Person, finished: Callable[..., str]
) -> None:
    games = [finished(), finished(private=True)]
    winners = [ann.get(f"/games/{game}").json["result"]["winners"] for game in games]
    anns, bobs = (sum(seat in one for one in winners) for seat in (0, 1))
    counts = {"played": 2, "won_by_me": anns, "won_by_player": bobs}
    assert ann.get("/players/bob").json["head_to_head"] == {
        **counts,
        "rulesets": [{"ruleset": "turn_the_tide", **counts}],
    }
    turned = bob.get("/players/ann").json["head_to_head"]
    assert (turned["won_by_me"], turned["won_by_player"]) == (bobs, anns)
    for person, name in ((stranger, "ann"), (ann, "ann")):
        assert person.get(f"/players/{name}").json["head_to_head"] is None


def test_games_of_which_one_of_both_has_no_part_any_more_do_not_count(
    ann: Person, bob: Person, cat: Person, dan: Person, finished: Callable[..., str]
) -> None:
    none = {"played": 0, "won_by_me": 0, "won_by_player": 0, "rulesets": []}
    game = finished()
    assert dan.get("/players/bob").json["head_to_head"] == none
    Seat.objects.filter(game=game, number=1).update(away="resigned", bot="random")
    assert ann.get("/players/bob").json["head_to_head"] == none
    assert bob.get("/players/ann").json["head_to_head"] == none
    assert ann.get("/players/cat").json["head_to_head"]["played"] == 1


def test_games_under_way_do_not_count(ann: Person, table: Callable[..., str]) -> None:
    table()
    assert ann.get("/players/bob").json["head_to_head"]["played"] == 0


def test_who_hides_her_games_hides_those_with_each_other_too(
    ann: Person, bob: Person, finished: Callable[..., str]
) -> None:
    finished()
    bob.patch("/me", {"shows": ["about"]})
    assert ann.get("/players/bob").json["head_to_head"] is None
    assert bob.get("/players/ann").json["head_to_head"]["played"] == 1


def test_with_games_one_call_has_the_whole_screen(
    stranger: Person, ann: Person, bob: Person, dan: Person, table: Callable[..., str]
) -> None:
    games = [table() for _ in range(2)]
    private = table(private=True)
    with_games = "/players/ann?include=games"
    for who, wanted in ((stranger, games), (dan, games), (bob, games), (ann, [*games, private])):
        whole = who.get(with_games).json
        assert [one["id"] for one in whole["running_games"]] == wanted[::-1]
        newest = who.get("/games?player=ann&status=running&page_size=6").json["results"]
        assert whole.pop("running_games") == newest
        assert whole == who.get("/players/ann").json
