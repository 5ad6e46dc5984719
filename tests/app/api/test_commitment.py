"""`fairness` of GET /games/{id}: the commitment at once, the seed at the end."""

import hashlib
from collections.abc import Callable

import pytest

from tests.people import Person

pytestmark = pytest.mark.django_db


def is_of(commitment: str, seed: str) -> bool:
    return commitment == f"sha256:{hashlib.sha256(bytes.fromhex(seed)).hexdigest()}"


def test_the_commitment_is_there_before_anybody_joins(ann: Person, stranger: Person) -> None:
    game = ann.opens()
    said = stranger.sees(game)["fairness"]
    assert said["commitment"].startswith("sha256:")
    assert said["server_seed"] is None
    assert said["entropy"] == [None]


def test_the_hashes_of_what_the_players_added_are_shown(
    bob: Person, cat: Person, ann: Person, stranger: Person
) -> None:
    game = ann.opens(3)
    bob.post(f"/games/{game}/join", {"entropy": "a shell"})
    shell = f"sha256:{hashlib.sha256(b'a shell').hexdigest()}"
    assert stranger.sees(game)["fairness"]["entropy"] == [None, shell]
    cat.joins(game)
    said = stranger.sees(game)["fairness"]
    assert said["entropy"] == [None, shell, None]
    assert said["server_seed"] is None, "cards are still to be drawn from it"


def test_the_seed_of_a_finished_game_is_what_it_was_bound_to(
    stranger: Person, finished: Callable[..., str]
) -> None:
    said = stranger.sees(finished())["fairness"]
    assert is_of(said["commitment"], said["server_seed"])


def test_the_seed_of_a_cancelled_game_is_shown_too(ann: Person, stranger: Person) -> None:
    game = ann.opens()
    ann.post(f"/games/{game}/cancel")
    seen = stranger.sees(game)
    assert (seen["status"], seen["cancel_reason"]) == ("cancelled", "host")
    said = stranger.sees(game)["fairness"]
    assert is_of(said["commitment"], said["server_seed"])
