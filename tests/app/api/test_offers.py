"""Offering a vacant seat to another player, who takes or declines it."""

from collections.abc import Callable

import pytest

from tests.app.api.calls import declines, handed_on, offers, resigns, seat_of, takes, withdraws
from tests.app.api.events import data, feed, log
from tests.app.api.refusals import nothing_changes, refused
from tests.moving_time import Time
from tests.people import Person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("time")]


# -- offering


def test_a_vacant_seat_is_offered_to_one_player(
    ann: Person, bob: Person, dan: Person, table: Callable[..., str]
) -> None:
    game = table()
    resigns(bob, game)
    said = offers(ann, game, 1, "DAN")
    assert said.status == 200
    assert said.json == ann.sees(game)
    assert said.json["seats"][1]["offered_to"] == "dan"
    assert data(log(ann, game, "seat_offered")) == [{"seat": 1, "player": "dan"}]
    (told,) = feed(dan)
    assert (told["type"], told["game"], told["event"]) == ("offered_to_you", game, None)
    assert data([told]) == [{"seat": 1, "host": "ann"}]


def test_a_new_offer_takes_the_place_of_the_old_one(
    ann: Person, bob: Person, dan: Person, table: Callable[..., str]
) -> None:
    eve = Person.signs_up("eve")
    game = table()
    resigns(bob, game)
    offers(ann, game, 1, "dan")
    offers(ann, game, 1, "eve")
    refused(takes(dan, game, 1), 403, "not_offered")
    assert takes(eve, game, 1).status == 200


def test_an_offer_can_be_taken_back(
    ann: Person, bob: Person, dan: Person, table: Callable[..., str]
) -> None:
    game = table()
    resigns(bob, game)
    offers(ann, game, 1, "dan")
    said = withdraws(ann, game, 1)
    assert (said.status, said.raw) == (204, b"")
    assert seat_of(game, 1, ann)["offered_to"] is None
    assert data(log(ann, game, "offer_ended")) == [{"seat": 1, "player": "dan"}]
    with nothing_changes():
        refused(takes(dan, game, 1), 403, "not_offered")
        refused(declines(dan, game, 1), 403, "not_offered")
        refused(withdraws(ann, game, 1), 404, "no_offer")


def test_only_the_host_offers_a_seat_and_only_a_vacant_one(
    ann: Person, bob: Person, cat: Person, dan: Person, table: Callable[..., str]
) -> None:
    game = table()
    with nothing_changes():
        refused(offers(ann, game, 1, "dan"), 409, "seat_not_vacant")
        refused(withdraws(ann, game, 1), 409, "seat_not_vacant")
    resigns(bob, game)
    with nothing_changes():
        refused(offers(cat, game, 1, "dan"), 403, "not_host")
        refused(withdraws(cat, game, 1), 403, "not_host")
        refused(offers(bob, game, 1, "dan"), 403, "not_a_player")
        refused(offers(dan, game, 1, "dan"), 403, "not_a_player")
        refused(withdraws(dan, game, 1), 403, "not_a_player")
        refused(offers(ann, game, 3, "dan"), 404, "seat_not_found")
        refused(withdraws(ann, game, 99), 404, "seat_not_found")
        refused(offers(ann, game, 100, "dan"), 404, "not_found")
        refused(offers(ann, game, 2, "dan"), 409, "seat_not_vacant")


def test_the_seat_of_a_bot_that_sat_there_from_the_start_is_not_vacant(
    ann: Person, dan: Person
) -> None:
    game = ann.opens(3, bots=["random", "careful"])
    with nothing_changes():
        refused(offers(ann, game, 1, "dan"), 409, "seat_not_vacant")


def test_a_seat_is_offered_to_somebody_who_is_there_and_has_none(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    game = table()
    resigns(bob, game)
    with nothing_changes():
        refused(offers(ann, game, 1, "nobody"), 400, "unknown_player", "/player")
        refused(offers(ann, game, 1, "cat"), 409, "already_joined")
        refused(offers(ann, game, 1, "ann"), 409, "already_joined")


def test_declining_ends_the_offer(
    ann: Person, bob: Person, dan: Person, table: Callable[..., str]
) -> None:
    game = table()
    resigns(bob, game)
    offers(ann, game, 1, "dan")
    said = declines(dan, game, 1)
    assert (said.status, said.raw) == (204, b"")
    assert seat_of(game, 1, ann)["offered_to"] is None
    assert data(log(ann, game, "offer_ended")) == [{"seat": 1, "player": "dan"}]
    with nothing_changes():
        refused(declines(dan, game, 1), 403, "not_offered")
        refused(takes(dan, game, 1), 403, "not_offered")


# -- taking


def test_who_takes_a_seat_plays_on_with_its_hand_and_score(
    ann: Person, bob: Person, cat: Person, dan: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    time.goes_on(hours=1)
    hand = bob.sees(game)["mine"]["hand"]
    due = bob.sees(game)["mine"]["due_at"]
    resigns(bob, game)
    offers(ann, game, 1, "dan")
    said = takes(dan, game, 1)
    assert said.status == 200
    assert said.json == dan.sees(game)
    assert (said.json["mine"]["seat"], said.json["mine"]["hand"]) == (1, hand)
    assert said.json["mine"]["due_at"] == due, "the others' time does not begin anew"
    seat = said.json["seats"][1]
    assert (seat["player"], seat["bot"], seat["away"]) == ("dan", None, None)
    assert (seat["missed"], seat["offered_to"]) == (0, None)
    assert [one["game"] for one in dan.get("/me/turns").json["results"]] == [game]
    for person in (ann, cat, dan):
        assert person.seals_anything(game).status == 200
    assert ann.sees(game)["turn"]["number"] == 2
    refused(bob.seals(game, {"type": "play", "card": hand[0]}, 1), 403, "not_a_player")


def test_what_each_has_done_in_a_seat_counts_for_her_alone(
    ann: Person, bob: Person, cat: Person, dan: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    bob.seals_anything(game)
    time.passes(hours=24)
    time.passes(hours=24)
    handed_on(game, bob, ann, dan, 1)
    for person in (ann, cat, dan):
        person.seals_anything(game)
    relied = {
        name: Person().get(f"/players/{name}").json["reliability"] for name in ("bob", "cat", "dan")
    }
    assert relied == {
        "bob": {"required": 2, "answered": 1, "percent": 50},
        "cat": {"required": 3, "answered": 1, "percent": 33},
        "dan": {"required": 1, "answered": 1, "percent": 100},
    }


def test_what_she_has_sealed_counts_for_her_though_another_has_the_seat_when_the_turn_closes(
    ann: Person, bob: Person, cat: Person, dan: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    bob.seals_anything(game)
    time.passes(minutes=1)
    handed_on(game, bob, ann, dan, 1)
    for person in (ann, cat):
        person.seals_anything(game)
    assert ann.sees(game)["turn"]["number"] == 2
    relied = {name: Person().get(f"/players/{name}").json["reliability"] for name in ("bob", "dan")}
    assert relied == {
        "bob": {"required": 1, "answered": 1, "percent": 100},
        "dan": {"required": 0, "answered": 0, "percent": None},
    }


def test_only_who_was_offered_a_seat_may_take_or_decline_it(
    ann: Person, bob: Person, cat: Person, dan: Person, table: Callable[..., str]
) -> None:
    eve = Person.signs_up("eve")
    game = table()
    resigns(bob, game)
    offers(ann, game, 1, "eve")
    with nothing_changes():
        for person in (dan, cat, bob, ann):
            refused(takes(person, game, 1), 403, "not_offered")
            refused(declines(person, game, 1), 403, "not_offered")
        for seat in (0, 2, 99):
            refused(takes(eve, game, seat), 403, "not_offered")
            refused(declines(eve, game, seat), 403, "not_offered")


def test_a_seat_of_a_game_that_asks_for_reliable_players_is_not_for_everybody(
    ann: Person, bob: Person, dan: Person, table: Callable[..., str], time: Time
) -> None:
    dan.opens(3, bots=["random", "random"])
    time.passes(hours=24)
    assert Person().get("/players/dan").json["reliability"]["percent"] == 0
    game = table(absence={"least_reliability": 50})
    resigns(bob, game)
    offers(ann, game, 1, "dan")
    with nothing_changes():
        refused(takes(dan, game, 1), 403, "too_unreliable")
    assert seat_of(game, 1, ann)["offered_to"] == "dan"
