"""Who resigns, and what becomes of her seat, her card, her order and her game."""

from collections.abc import Callable
from typing import Any

import pytest

from games.background import botplay
from games.models import Game
from games.rulesets import bots
from tests.app.api.calls import handed_on, offers, resigns, seat_of, takes
from tests.app.api.events import data, feed, log, types
from tests.app.api.refusals import nothing_changes, refused
from tests.moving_time import Time
from tests.people import Person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("time")]


# -- resigning


def test_who_resigns_leaves_her_seat_to_a_bot_at_once(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    game = table()
    before = seat_of(game, 1, ann)
    said = resigns(bob, game)
    assert (said.status, said.raw) == (204, b"")
    assert seat_of(game, 1, ann) == {**before, "bot": "strong", "away": "resigned"}
    assert data(log(ann, game, "stand_in")) == [
        {"seat": 1, "player": "bob", "bot": "strong", "away": "resigned"}
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
        refused(bob.delete(f"/games/{game}/standing-order"), 403, "not_a_player")
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
    assert dan.sees(game)["mine"]["standing_order"] is None
    assert dan.sees(game)["mine"]["fallback_by"] == "clock"
    time.passes(hours=24)
    assert ann.get(f"/games/{game}/turns/1").json["actions"][1]["by"] == "clock"


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


def test_a_bot_that_still_thinks_when_its_game_is_called_off_does_not_bring_it_back(
    ann: Person, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ann.opens(3, bots=["random", "random"])
    ann.seals_anything(game)
    found = bots.find_bot

    def slow(ruleset: str, name: str) -> Any:
        def thinks(*what: Any) -> Any:
            action = found(ruleset, name)(*what)
            if Game.objects.get(pk=game).status == Game.Status.RUNNING:
                assert resigns(ann, game).status == 204
            return action

        return thinks

    with monkeypatch.context() as patch:
        patch.setattr(bots, "find_bot", slow)
        botplay.move_bots(game)
    assert types(log(ann, game))[-1] == "cancelled"
    time.passes(days=30)
    assert types(log(ann, game))[-1] == "cancelled"
    assert ann.sees(game)["status"] == "cancelled"


def test_whom_a_seat_was_offered_in_vain_sees_a_private_game_until_it_is_over(
    ann: Person, bob: Person, dan: Person, table: Callable[..., str], time: Time
) -> None:
    game = table(private=True, absence={"bot_after": 100})
    resigns(bob, game)
    offers(ann, game, 1, "dan")
    assert [one["id"] for one in dan.get("/games", id=game).json["results"]] == [game]
    while dan.get(f"/games/{game}").status == 200:
        assert ann.sees(game)["status"] == "running"
        time.passes(hours=25)
    assert ann.sees(game)["status"] == "finished"
    refused(dan.get(f"/games/{game}/record"), 404, "game_not_found")
    assert dan.get("/games", id=game).json["results"] == []


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
        assert counts == {"running": 0, "finished": 0, "won": 0, "rulesets": []}


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
        assert counts == {"running": 0, "finished": 0, "won": 0, "rulesets": []}
