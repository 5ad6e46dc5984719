"""PUT and DELETE /games/{id}/standing-order, `mine.standing_order`, and what becomes of an order."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games.api import rulings
from games.models import Game
from games.rulesets import registry
from tests.app.api.calls import cards, gives, hand, played
from tests.app.api.conftest import TimePasses
from tests.app.api.events import feed, log
from tests.app.api.refusals import nothing_changes, refused
from tests.moving_time import Time, moment
from tests.people import Person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("time")]


def left(person: Person, game: str) -> Any:
    """Return the order that the player has left, as she sees it in the game."""
    return person.sees(game)["mine"]["standing_order"]


# -- given, changed, taken back


def test_an_order_is_kept_as_it_was_given(
    ann: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    low, *_, high = hand(ann, game)
    order = {"plays": [{"card": high, "when": {"lower_tide": {"most": 9}}}, {"card": low}]}
    said = gives(ann, game, order)
    assert said.status == 200
    given_at = said.json.pop("created_at")
    assert said.json == {"game": game, "seat": 0, "order": order, "at_once": False}
    assert moment(given_at) == time.now
    assert left(ann, game) == {**said.json, "created_at": given_at}


def test_a_game_without_standing_orders_says_so(
    ann: Person, table: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table()
    rules = registry.find_ruleset("turn_the_tide")
    monkeypatch.setattr(type(rules), "orders", None)
    monkeypatch.setattr(type(rules), "schemas", replace(rules.schemas, order=None))
    with nothing_changes():
        refused(gives(ann, game, cards(hand(ann, game)[-1])), 409, "no_standing_orders")
        assert left(ann, game) is None
    assert ann.get("/rulesets/turn_the_tide").json["order"] is None
    assert "TurnTheTideOrder" not in rulings.ruleset_schemas()
    assert all("TurnTheTideOrder" not in str(one) for one in rulings.some_order().values())


def test_an_order_is_replaced_by_the_next(ann: Person, table: Callable[..., str]) -> None:
    game = table()
    first, second, *_ = hand(ann, game)
    gives(ann, game, cards(first))
    gives(ann, game, cards(second, first))
    assert left(ann, game)["order"] == cards(second, first)


def test_an_order_can_be_taken_back(
    ann: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    game = table()
    fallback = ann.sees(game)["mine"]["fallback"]
    gives(ann, game, cards(hand(ann, game)[-1]))
    said = ann.delete(f"/games/{game}/standing-order")
    assert (said.status, said.raw) == (204, b"")
    assert left(ann, game) is None
    with nothing_changes():
        refused(ann.delete(f"/games/{game}/standing-order"), 404, "no_order")
    time_passes(game)
    assert played(ann, game) == (fallback["card"], "clock")


def test_an_order_can_be_given_while_somebody_else_is_asked(
    ann: Person, bob: Person, cat: Person
) -> None:
    game = ann.post("/games", {"ruleset": "high_tide", "seat_count": 3}).json["id"]
    people = (ann, bob.joins(game), cat.joins(game))
    (asked,) = ann.sees(game)["turn"]["asked"]
    waiting = people[asked["seat"] - 1]
    assert gives(waiting, game, {"take": ["roll"]}, at_once=True).status == 200
    assert log(ann, game, "sealed") == []


# -- sealed


def test_nobody_else_can_see_an_order(
    ann: Person, bob: Person, dan: Person, stranger: Person, table: Callable[..., str]
) -> None:
    game, private = table(), table(private=True)
    for one in (game, private):
        gives(ann, one, cards(hand(ann, one)[-1]))
    assert left(bob, game) is left(bob, private) is None
    assert dan.sees(game)["mine"] is stranger.sees(game)["mine"] is None


def test_the_feed_of_nobody_else_speaks_of_an_order(
    ann: Person, bob: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    gives(ann, game, cards(hand(ann, game)[-1]))
    time.passes(hours=24)
    (told,) = feed(ann, "order_followed")
    assert (told["game"], told["event"]) == (game, None)
    assert feed(bob, "order_followed") == []
    assert log(bob, game, "order_followed") == []


# -- refused


def test_an_order_that_can_never_be_of_use_is_refused_when_it_is_given(
    ann: Person, bob: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    of_bob, (first, second, *_) = hand(bob, game)[0], hand(ann, game)
    never = {"lower_tide": {"least": 5, "most": 4}}
    impossible = {"plays": [{"card": first}, {"card": second, "when": never}]}
    with nothing_changes():
        refused(gives(ann, game, cards(of_bob)), 422, "not_your_card", "/order/plays/0/card")
        refused(gives(ann, game, impossible), 422, "condition_never_met", "/order/plays/1/when")
        refused(gives(ann, game, cards(first, first)), 422, "never_reached", "/order/plays/1")
    time.passes(hours=24)
    gone, _ = played(ann, game)
    kept = hand(ann, game)[0]
    gives(ann, game, cards(kept))
    with nothing_changes():
        refused(gives(ann, game, cards(gone)), 422, "card_not_in_hand", "/order/plays/0/card")
    assert left(ann, game)["order"] == cards(kept)


@pytest.mark.parametrize(
    ("order", "code", "pointer"),
    [
        ({"coins": ["pass"]}, "not_in_this_game", "/order/coins"),
        ({"take": ["roll", "roll"]}, "never_reached", "/order/take/1"),
        (
            {"reroll": [{"face": {"least": 4, "most": 3}}]},
            "condition_never_met",
            "/order/reroll/0/face",
        ),
    ],
    ids=str,
)
def test_so_is_an_order_at_high_tide(
    ann: Person, bob: Person, cat: Person, order: Any, code: str, pointer: str
) -> None:
    game = ann.post("/games", {"ruleset": "high_tide", "seat_count": 3}).json["id"]
    for person in (bob, cat):
        person.joins(game)
    with nothing_changes():
        refused(gives(ann, game, order), 422, code, pointer)


def test_a_tile_that_is_used_up_cannot_be_ordered(ann: Person, bob: Person, cat: Person) -> None:
    wish = {"ruleset": "high_tide", "seat_count": 3, "options": {"expansions": ["baywatch"]}}
    game = ann.post("/games", wish).json["id"]
    for person in (bob, cat):
        person.joins(game)
    order = {"tiles": [{"tile": "B4"}]}
    assert gives(ann, game, order).status == 200
    row = Game.objects.get(pk=game)
    assert row.state is not None
    row.state["baywatch"]["used"] = [["B4", 1]]
    row.save()
    with nothing_changes():
        refused(gives(ann, game, order), 422, "tile_not_held", "/order/tiles/0/tile")
