"""GET /players/{username}."""

from collections.abc import Callable

import pytest

from players.models import Player
from tests.api.conftest import TimePasses
from tests.api.refusals import refused
from tests.people import Person

pytestmark = pytest.mark.django_db


def test_a_profile_is_open_to_strangers_in_any_capitals(stranger: Person, ann: Person) -> None:
    ann.patch("/me", {"about": "slow but sure", "email": "ann@tide.example"})
    said = stranger.get("/players/ANN")
    assert said.status == 200
    assert said.json == {
        "username": "ann",
        "about": "slow but sure",
        "joined_at": ann.get("/me").json["joined_at"],
        "games": {"running": 0, "finished": 0, "won": 0},
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
        games = stranger.get(f"/players/{name}").json["games"]
        assert games == {"running": 1, "finished": 1, "won": int(seat in result["winners"])}


def test_its_reliability_is_the_share_of_questions_that_the_player_answered_herself(
    stranger: Person, ann: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    games = [table() for _ in range(3)]
    for game in games[:2]:
        ann.seals_anything(game)
    # What is still open is neither answered nor missed.
    time_passes(games[0])
    time_passes(games[2])
    time_passes(games[2])
    of_ann, of_bob = (stranger.get(f"/players/{name}").json for name in ("ann", "bob"))
    assert of_ann["reliability"] == {"required": 3, "answered": 1, "percent": 33}
    assert of_bob["reliability"] == {"required": 3, "answered": 0, "percent": 0}


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
