"""Standing orders in a game: when they are played, what wins over them, and that nobody else can tell."""

from collections.abc import Callable, Iterator

import pytest

from games.background import due_turns
from games.models import PrivateEvent, Submission, Turn
from games.rulesets.turn_the_tide.rules.ruleset import TurnTheTide
from tests import dealing
from tests.app.api.events import data, feed, log
from tests.app.lobby.orders import BANKS, hand, orders, plays
from tests.moving_time import Time, standing
from tests.people import Person

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def time() -> Iterator[Time]:
    with dealing.alike(), standing() as time:
        yield time


# -- when it is played


def test_an_order_given_after_the_deadline_is_played_by_the_sweep(
    ann: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    time.goes_on(hours=25)
    card = hand(ann, game)[-1]
    orders(ann, game, card)
    due_turns.sweep_due_turns()
    played = Submission.objects.get(game=game, turn=1, seat=0)
    assert (played.action, played.by) == ({"type": "play", "card": card}, "order")


def test_the_order_is_judged_by_how_things_stand_when_it_is_used(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    first, second, third, *_ = hand(ann, game)
    orders(ann, game, first, second, third)
    plays(ann, game, first)
    bob.seals_anything(game)
    cat.seals_anything(game)
    time.passes(hours=24)
    (told,) = data(feed(ann, "order_followed"))
    assert (told["turn"], told["action"]["card"]) == (2, second)
    assert [one["pointer"] for one in told["skipped"]] == ["/plays/0"]
    assert all(one["detail"].endswith(".") for one in told["skipped"])
    time.passes(hours=24)
    told = data(feed(ann, "order_followed"))[-1]
    assert (told["turn"], told["action"]["card"]) == (3, third)
    assert [one["pointer"] for one in told["skipped"]] == ["/plays/0", "/plays/1"]


def test_orders_of_several_seats_are_each_played_for_their_own(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    wanted = {}
    for seat, person in enumerate((ann, bob, cat)):
        wanted[seat] = hand(person, game)[seat + 3]
        orders(person, game, wanted[seat])
    time.passes(hours=24)
    closed = ann.get(f"/games/{game}/turns/1").json["actions"]
    assert {one["seat"]: one["action"]["card"] for one in closed} == wanted
    assert {one["by"] for one in closed} == {"order"}
    for seat, person in enumerate((ann, bob, cat)):
        assert [told["seat"] for told in data(feed(person, "order_followed"))] == [seat]


def test_orders_to_be_played_at_once_play_turn_after_turn_until_somebody_has_to_choose(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    game = table()
    three = {person: hand(person, game)[:3] for person in (ann, bob, cat)}
    for person, ranked in three.items():
        orders(person, game, *ranked, at_once=True)
    assert ann.sees(game)["turn"]["number"] == 4
    closed = [turn["actions"] for turn in data(log(ann, game, "turn_closed"))]
    for seat, person in enumerate((ann, bob, cat)):
        assert [turn[seat]["action"]["card"] for turn in closed] == three[person]
    assert {one["by"] for turn in closed for one in turn} == {"order"}


def test_an_order_answers_for_whose_time_is_up_while_others_still_have_time(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = table(clock=BANKS)
    bob.seals_anything(game)
    cat.seals_anything(game)
    time.goes_on(hours=14)
    ann.seals_anything(game)
    card = hand(ann, game)[-1]
    orders(ann, game, card)
    time.passes(hours=11)
    sealed = ann.sees(game)["mine"]["submission"]
    assert (sealed["action"]["card"], sealed["by"]) == (card, "order")
    assert ann.seals_anything(game).code == "time_is_up"
    assert ann.delete(f"/games/{game}/turns/2/submission").code == "time_is_up"
    assert bob.sees(game)["turn"]["number"] == 2


def test_a_seat_that_a_bot_plays_for_follows_no_order_at_once(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = table(absence={"bot_after": 1})
    bob.seals_anything(game)
    cat.seals_anything(game)
    time.passes(hours=24)
    assert ann.sees(game)["seats"][0]["away"] == "absent"
    orders(ann, game, *hand(ann, game), at_once=True)
    assert ann.sees(game)["mine"]["submission"] is None


def test_what_an_order_has_sealed_counts_as_her_answer(
    ann: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    orders(ann, game, hand(ann, game)[0])
    time.passes(hours=24)
    relied = {name: Person().get(f"/players/{name}").json["reliability"] for name in ("ann", "bob")}
    assert relied["ann"] == {"required": 1, "answered": 1, "percent": 100}
    assert relied["bob"] == {"required": 1, "answered": 0, "percent": 0}


# -- when the rules cannot follow it


def test_a_turn_in_which_an_order_was_played_twice_by_two_sweeps_is_told_of_once(
    ann: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    orders(ann, game, hand(ann, game)[0])
    time.passes(hours=24)
    due_turns.sweep_due_turns()
    assert PrivateEvent.objects.filter(type="order_followed").count() == 1


def test_what_could_not_be_closed_tells_nothing_of_the_order(
    ann: Person, table: Callable[..., str], time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table()
    orders(ann, game, hand(ann, game)[0])
    with monkeypatch.context() as patch:
        patch.setattr(TurnTheTide, "close_turn", lambda *_: 1 / 0)
        time.passes(hours=24)
    assert Turn.objects.get(game=game).faults == 1
    assert feed(ann, "order_followed") == []
    time.passes(minutes=1)
    assert len(feed(ann, "order_followed")) == 1
