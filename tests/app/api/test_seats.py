"""Resigning and coming back; who hears of it, and who is shown a private game then."""

from collections.abc import Callable

import pytest

from tests.app.api.calls import declines, handed_on, offers, resigns, takes
from tests.app.api.events import data, feed, log, types
from tests.app.api.refusals import refused
from tests.people import Person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("time")]


# -- coming back


# -- who hears what


def test_who_takes_a_seat_hears_of_the_game_from_then_on(
    ann: Person, bob: Person, dan: Person, table: Callable[..., str]
) -> None:
    game = table()
    bob.seals_anything(game)
    handed_on(game, bob, ann, dan, 1)
    ann.seals_anything(game)
    assert types(feed(dan)) == ["offered_to_you", "seat_taken", "returned", "sealed"]


def test_who_has_resigned_hears_no_more_than_that(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    game = table()
    resigns(bob, game)
    ann.seals_anything(game)
    heard = feed(bob)
    assert heard[-1]["type"] == "stand_in"
    assert [one["event"] for one in heard] == [
        one["number"] for one in log(bob, game) if 3 <= one["number"] <= heard[-1]["event"]
    ]


def test_who_has_lost_her_seat_is_told_so_and_hears_no_more(
    ann: Person, bob: Person, dan: Person, table: Callable[..., str]
) -> None:
    game = table()
    resigns(bob, game)
    before = feed(bob)
    offers(ann, game, 1, "dan")
    takes(dan, game, 1)
    ann.seals_anything(game)
    *heard, lost = feed(bob)
    assert heard == before
    assert (lost["type"], lost["event"]) == ("seat_lost", None)
    assert data([lost]) == [{"seat": 1, "player": "dan"}]


def test_who_has_lost_her_seat_still_hears_what_she_had_not_read(
    ann: Person, bob: Person, dan: Person, table: Callable[..., str]
) -> None:
    game = table()
    bob.seals_anything(game)
    handed_on(game, bob, ann, dan, 1)
    heard = types(feed(bob))
    assert heard[:2] == ["joined", "joined"]
    assert heard[-2:] == ["stand_in", "seat_lost"]


# -- private games


def test_a_private_game_is_closed_to_who_has_resigned(
    ann: Person, bob: Person, table: Callable[..., str]
) -> None:
    game = table(private=True)
    resigns(bob, game)
    refused(bob.get(f"/games/{game}"), 404, "game_not_found")
    refused(bob.get(f"/games/{game}/events"), 404, "game_not_found")
    refused(resigns(bob, game), 404, "game_not_found")
    refused(bob.post(f"/games/{game}/return"), 404, "game_not_found")
    assert bob.get("/games", player="bob").json["results"] == []


def test_a_private_game_is_open_to_who_is_offered_a_seat_in_it(
    ann: Person, bob: Person, dan: Person, table: Callable[..., str]
) -> None:
    game = table(private=True)
    resigns(bob, game)
    refused(dan.get(f"/games/{game}"), 404, "game_not_found")
    offers(ann, game, 1, "dan")
    seen = dan.sees(game)
    assert seen["mine"] is None
    assert {**ann.sees(game), "mine": None} == seen
    declines(dan, game, 1)
    refused(dan.get(f"/games/{game}"), 404, "game_not_found")
    offers(ann, game, 1, "dan")
    takes(dan, game, 1)
    assert dan.sees(game)["mine"]["seat"] == 1


# -- when the game is not running
