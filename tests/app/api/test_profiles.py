"""GET /players/{username}, and how far a player can be relied on: there, and as what a host asks for."""

from typing import Any

import pytest

from games.models import Seat
from players.models import Player
from tests.app.api.conftest import Table
from tests.app.api.refusals import nothing_changes, refused
from tests.factories import NO_BOT, expire_turns, make_finished_game
from tests.moving_time import Time
from tests.people import PASSWORD, Person

NEVER_ASKED = {"required": 0, "answered": 0, "percent": None}
PARTS = ["about", "created_at", "games", "reliability"]
BOTS = ["random", "random"]


def profile(person: Person, name: str) -> Any:
    said = person.get(f"/players/{name}")
    assert said.status == 200, said.json
    return said.json


def test_a_profile_is_open_to_strangers_in_any_capitals(stranger: Person, ann: Person) -> None:
    wish = {"about": "slow but sure", "email": "ann@tide.example", "current_password": PASSWORD}
    assert ann.patch("/me", wish).status == 200
    assert profile(stranger, "ANN") == {
        "username": "ann",
        "account": "person",
        "bot_of": None,
        "relation": None,
        "head_to_head": None,
        "about": "slow but sure",
        "created_at": ann.get("/me").json["created_at"],
        "games": {"running": 0, "finished": 0, "won": 0, "rulesets": []},
        "reliability": NEVER_ASKED,
    }
    for name in ("nobody", "a", "x" * 40):
        refused(stranger.get(f"/players/{name}"), 404, "player_not_found")
    Player.objects.update(is_active=False)
    refused(stranger.get("/players/ann"), 404, "player_not_found")


def test_it_counts_public_games_alone(stranger, ann, table, people) -> None:
    table()
    game = make_finished_game(people)
    before = stranger.get("/players/ann")
    expire_turns(table(private=True), 2)
    make_finished_game(people, private=True)
    assert stranger.get("/players/ann").raw == before.raw
    result = stranger.get(f"/games/{game}").json["result"]
    for seat, name in enumerate(("ann", "bob", "cat")):
        counts = {"running": 1, "finished": 1, "won": int(seat in result["winners"])}
        rulesets = [{"ruleset": "turn_the_tide", **counts}]
        assert profile(stranger, name)["games"] == {**counts, "rulesets": rulesets}
    ann.opens(3, ruleset="high_tide", bots=BOTS)
    games = profile(stranger, "ann")["games"]
    assert [(one["ruleset"], one["running"], one["finished"]) for one in games["rulesets"]] == [
        ("high_tide", 1, 0),
        ("turn_the_tide", 1, 1),
    ]
    assert (games["running"], games["finished"]) == (2, 1)


@pytest.mark.parametrize("hidden", PARTS)
def test_others_see_of_it_what_its_player_shows(ann: Person, bob: Person, hidden: str) -> None:
    ann.patch("/me", {"about": "slow but sure"})
    whole = profile(Person(), "ann")
    shows = [part for part in PARTS if part != hidden]
    assert ann.patch("/me", {"shows": shows}).json["shows"] == shows
    for other in (Person(), bob):
        found = profile(other, "ann")
        assert {**found, "relation": None, "head_to_head": None} == {**whole, hidden: None}
    assert profile(ann, "ann") == whole, "its player sees all of it"
    # What is not shown is not found out by a prefix either.
    (found,) = bob.get("/players", prefix="ann").json["results"]
    assert found["about"] == (None if hidden == "about" else "slow but sure")
    ann.patch("/me", {"shows": PARTS})
    assert profile(Person(), "ann") == whole


def test_with_games_one_call_has_the_whole_screen(ann, bob, dan, table) -> None:
    games = [table() for _ in range(2)]
    private = table(private=True)
    for who, wanted in ((Person(), games), (dan, games), (bob, games), (ann, [*games, private])):
        whole = profile(who, "ann?include=games")
        assert [one["id"] for one in whole["running_games"]] == wanted[::-1]
        newest = who.get("/games?player=ann&status=running&page_size=6").json["results"]
        assert whole.pop("running_games") == newest
        assert whole == profile(who, "ann")


def test_two_players_see_how_their_games_ended(ann, bob, dan, people, table) -> None:
    table()
    none = {"played": 0, "won_by_me": 0, "won_by_player": 0, "rulesets": []}
    assert profile(ann, "bob")["head_to_head"] == none, "games under way do not count"
    games = [make_finished_game(people), make_finished_game(people, private=True)]
    winners = [ann.get(f"/games/{game}").json["result"]["winners"] for game in games]
    anns, bobs = (sum(seat in one for one in winners) for seat in (0, 1))
    counts = {"played": 2, "won_by_me": anns, "won_by_player": bobs}
    rulesets = [{"ruleset": "turn_the_tide", **counts}]
    assert profile(ann, "bob")["head_to_head"] == {**counts, "rulesets": rulesets}
    turned = profile(bob, "ann")["head_to_head"]
    assert (turned["won_by_me"], turned["won_by_player"]) == (bobs, anns)
    for person in (Person(), ann):
        assert profile(person, "ann")["head_to_head"] is None
    bob.patch("/me", {"shows": ["about"]})
    assert profile(ann, "bob")["head_to_head"] is None
    assert profile(bob, "ann")["head_to_head"]["played"] == 2
    # Nor do games count in which one of both has no part any more.
    assert profile(dan, "ann")["head_to_head"] == none
    bob.patch("/me", {"shows": PARTS})
    Seat.objects.filter(game__in=games, number=1).update(away="resigned", bot="random")
    assert profile(ann, "bob")["head_to_head"] == none
    assert profile(bob, "ann")["head_to_head"] == none
    assert profile(ann, "cat")["head_to_head"]["played"] == 2


# -- reliability


def reliability(name: str) -> Any:
    return profile(Person(), name)["reliability"]


def answer_turns(person: Person, time: Time, answered: int, of: int) -> None:
    """Play so many turns of a game with bots, and leave the rest to the clock."""
    game = person.opens(3, bots=BOTS, absence=NO_BOT)
    for turn in range(of):
        if turn < answered:
            assert person.seals_anything(game).status == 200
        time.sweep_after(hours=24)


def test_it_is_the_share_of_questions_that_a_player_answered(ann, bob, cat, table, time) -> None:
    assert reliability("ann") == NEVER_ASKED
    game = table()
    for person in (ann, bob):
        person.seals_anything(game)
    assert reliability("ann") == NEVER_ASKED, "the question is still open"
    time.sweep_after(hours=24)
    assert reliability("ann") == {"required": 1, "answered": 1, "percent": 100}
    assert reliability("cat") == {"required": 1, "answered": 0, "percent": 0}
    cat.seals_anything(game)
    ann.seals_anything(game)
    ann.delete(f"/games/{game}/turns/2/submission")
    time.sweep_after(hours=24)
    assert reliability("ann") == {"required": 2, "answered": 1, "percent": 50}
    assert reliability("cat") == {"required": 2, "answered": 1, "percent": 50}


def test_all_public_games_of_a_player_count_together(ann: Person, table: Table, time: Time) -> None:
    game = table(private=True)
    ann.seals_anything(game)
    time.sweep_after(hours=24)
    assert reliability("ann") == NEVER_ASKED, "nobody can watch private games by it"
    answer_turns(ann, time, 2, of=2)
    first = ann.opens(3, bots=BOTS)
    ann.opens(3, bots=BOTS)
    ann.seals_anything(first)
    time.sweep_after(hours=24)
    assert reliability("ann")["percent"] == 60, "two of three, one of one, none of one"


def test_a_host_can_ask_for_players_who_answer(ann, bob, cat, time) -> None:
    answer_turns(ann, time, 0, of=1)  # The host is not asked.
    answer_turns(bob, time, 3, of=4)
    strict = ann.opens(4, absence={"least_reliability": 76})
    assert ann.sees(strict)["absence"]["least_reliability"] == 76
    with nothing_changes():
        said = bob.post(f"/games/{strict}/join")
        refused(said, 403, "too_unreliable")
    assert "76" in said.json["detail"]
    assert "75" in said.json["detail"]
    just_so = ann.opens(4, absence={"least_reliability": 75})
    assert bob.post(f"/games/{just_so}/join").status == 200
    # Whoever was never asked may join.
    assert cat.post(f"/games/{ann.opens(4, absence={'least_reliability': 100})}/join").status == 200
