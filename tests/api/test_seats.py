"""Resigning and coming back; who hears of it, and who is shown a private game then."""

from collections.abc import Callable, Iterator

import pytest

from games import botplay
from games.models import Game, Seat
from players.models import Player
from tests import dealing
from tests.api.hearing import data, feed, log, types, without_nonce
from tests.api.refusals import nothing_changes, refused
from tests.api.seating import declines, handed_on, offers, resigns, seat_of, takes, withdraws
from tests.moving_time import Time, standing
from tests.people import Person

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def time() -> Iterator[Time]:
    with dealing.alike(), standing() as time:
        yield time


# -- resigning


def test_who_resigns_leaves_her_seat_to_a_bot_at_once(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    game = table()
    before = seat_of(game, 1, ann)
    said = resigns(bob, game)
    assert (said.status, said.raw) == (204, b"")
    assert seat_of(game, 1, ann) == {**before, "bot": "careful", "away": "resigned"}
    assert data(log(ann, game, "stand_in")) == [
        {"seat": 1, "player": "bob", "bot": "careful", "away": "resigned"}
    ]
    botplay.move_bots(game)
    ann.seals_anything(game)
    cat.seals_anything(game)
    by = [one["by"] for one in ann.get(f"/games/{game}/turns/1").json["actions"]]
    assert by == ["player", "bot", "player"]


def test_who_has_resigned_is_no_player_of_the_game_any_more(
    ann: Person, bob: Person, table: Callable[..., str]
) -> None:
    game = table()
    card = bob.sees(game)["mine"]["legal_actions"][0]
    resigns(bob, game)
    assert bob.sees(game)["mine"] is None
    assert bob.sees(game) == Person().sees(game)
    assert bob.get("/me/turns").json["results"] == []
    assert bob.get("/games", player="bob").json["results"] == []
    with nothing_changes():
        refused(resigns(bob, game), 403, "not_a_player")
        refused(bob.post(f"/games/{game}/return"), 403, "not_a_player")
        refused(bob.seals(game, card, 1), 403, "not_a_player")
        refused(bob.delete(f"/games/{game}/turns/1/submission"), 403, "not_a_player")
        refused(bob.get(f"/games/{game}/turns/1/submission"), 403, "not_a_player")
        refused(bob.get(f"/games/{game}/standing-order"), 403, "not_a_player")
        refused(bob.post(f"/games/{game}/join"), 409, "already_joined")


def test_what_she_had_sealed_stays_sealed(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    game = table()
    sealed = bob.seals_anything(game).json
    resigns(bob, game)
    botplay.move_bots(game)
    ann.seals_anything(game)
    cat.seals_anything(game)
    played = ann.get(f"/games/{game}/turns/1").json["actions"][1]
    assert played == {name: sealed[name] for name in ("seat", "action", "by", "nonce")}
    assert (played["seat"], played["by"]) == (1, "player")


def test_her_standing_order_is_forgotten(
    ann: Person, bob: Person, dan: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    order = {"plays": [{"card": bob.sees(game)["mine"]["hand"][-1]}]}
    bob.put(f"/games/{game}/standing-order", {"order": order})
    handed_on(game, bob, ann, dan, 1)
    refused(dan.get(f"/games/{game}/standing-order"), 404, "no_order")
    assert dan.sees(game)["mine"]["fallback_by"] == "clock"
    time.passes(hours=24)
    assert ann.get(f"/games/{game}/turns/1").json["actions"][1]["by"] == "clock"


def test_if_the_bot_is_not_heard_it_is_the_fallback_that_is_played_and_not_her_order(
    ann: Person, bob: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    fallback = bob.sees(game)["mine"]["fallback"]
    order = {"plays": [{"card": bob.sees(game)["mine"]["hand"][-1]}]}
    bob.put(f"/games/{game}/standing-order", {"order": order})
    resigns(bob, game)
    time.passes(hours=24)
    played = ann.get(f"/games/{game}/turns/1").json["actions"][1]
    assert without_nonce(played) == {"seat": 1, "action": fallback, "by": "clock"}


def test_the_last_to_be_waited_for_does_not_hold_the_game_up_by_resigning(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    game = table()
    ann.seals_anything(game)
    cat.seals_anything(game)
    resigns(bob, game)
    botplay.move_bots(game)
    assert ann.sees(game)["turn"]["number"] == 2


def test_a_host_who_resigns_passes_the_game_on(
    ann: Person, bob: Person, cat: Person, dan: Person, table: Callable[..., str]
) -> None:
    game = table()
    resigns(ann, game)
    assert bob.sees(game)["host"] == "bob"
    assert data(log(bob, game, "host_changed")) == [{"host": "bob"}]
    assert offers(bob, game, 0, "dan").status == 200
    resigns(bob, game)
    assert cat.sees(game)["host"] == "cat"


def test_a_game_from_which_everybody_has_resigned_is_called_off(
    ann: Person, bob: Person, cat: Person, dan: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    for person in (ann, bob):
        resigns(person, game)
    assert offers(cat, game, 0, "dan").status == 200
    assert ann.sees(game)["status"] == "running"
    resigns(cat, game)
    seen = ann.sees(game)
    assert (seen["status"], seen["turn"], seen["result"]) == ("cancelled", None, None)
    assert types(log(ann, game))[-2:] == ["stand_in", "cancelled"]
    assert data(log(ann, game, "cancelled")) == [{"reason": "nobody_left"}]
    assert types(feed(cat))[-1] == "cancelled"
    # Nobody moves there any more: no bot, not the clock, and nobody who was offered a seat.
    botplay.move_bots(game)
    botplay.move_due(60)
    time.passes(days=30)
    assert types(log(ann, game))[-1] == "cancelled"
    refused(takes(dan, game, 0), 409, "game_cancelled")
    for name in ("ann", "bob", "cat"):
        counts = Person().get(f"/players/{name}").json["games"]
        assert counts == {"running": 0, "finished": 0, "won": 0}


def test_what_a_bot_wins_in_a_seat_that_she_has_given_up_is_no_win_of_hers(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    game = table(absence={"bot_after": 100})
    resigns(bob, game)
    resigns(cat, game)
    while Game.objects.get(pk=game).status == "running":
        ann.seals_anything(game)
        botplay.move_bots(game)
    record = ann.get(f"/games/{game}/record").json
    assert [record["players"][one] for one in record["seats"]] == ["ann", "bob", "cat"]
    for name in ("bob", "cat"):
        counts = Person().get(f"/players/{name}").json["games"]
        assert counts == {"running": 0, "finished": 0, "won": 0}


# -- coming back


def test_who_is_there_cannot_come_back(ann: Person, table: Callable[..., str]) -> None:
    game = table()
    with nothing_changes():
        refused(ann.post(f"/games/{game}/return"), 409, "not_away")


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


def test_strangers_are_not_told_that_there_is_a_private_game(
    ann: Person, bob: Person, dan: Person, finished: Callable[..., str], table: Callable[..., str]
) -> None:
    running, over = table(private=True), finished(private=True)
    resigns(bob, running)
    for game in (running, over, "nosuchgame"):
        with nothing_changes():
            for said in (
                resigns(dan, game),
                dan.post(f"/games/{game}/return"),
                offers(dan, game, 1, "dan"),
                withdraws(dan, game, 1),
                takes(dan, game, 1),
                declines(dan, game, 1),
            ):
                refused(said, 404, "game_not_found")
    offered = Player.objects.get(username="dan")
    Seat.objects.filter(game=over, number=1).update(
        away="resigned", bot="careful", offered_to=offered
    )
    refused(takes(dan, over, 1), 409, "game_finished")
    refused(declines(dan, over, 1), 409, "game_finished")


def test_a_stranger_has_no_seat(stranger: Person, table: Callable[..., str]) -> None:
    game = table()
    with nothing_changes():
        for said in (
            resigns(stranger, game),
            stranger.post(f"/games/{game}/return"),
            offers(stranger, game, 1, "dan"),
            withdraws(stranger, game, 1),
            takes(stranger, game, 1),
            declines(stranger, game, 1),
        ):
            refused(said, 401, "not_authenticated")


# -- when the game is not running


def test_before_the_start_and_after_the_end_no_seat_changes_hands(
    ann: Person, dan: Person, finished: Callable[..., str]
) -> None:
    not_begun, called_off, over = ann.opens(3), ann.opens(3), finished()
    ann.post(f"/games/{called_off}/cancel")
    for game, code in (
        (not_begun, "game_not_started"),
        (called_off, "game_cancelled"),
        (over, "game_finished"),
    ):
        with nothing_changes():
            for said in (
                resigns(ann, game),
                ann.post(f"/games/{game}/return"),
                offers(ann, game, 1, "dan"),
                withdraws(ann, game, 1),
                takes(ann, game, 1),
                declines(ann, game, 1),
            ):
                refused(said, 409, code)
