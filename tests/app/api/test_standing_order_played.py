"""What becomes of a standing order: shown, played at the deadline or at once, skipped, overruled."""

from collections.abc import Callable

import pytest

from tests.app.api.calls import cards, gives, hand, played
from tests.app.api.events import data, feed, log, sealing, types, without_nonce
from tests.moving_time import Time
from tests.people import Person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("time")]


# -- used


def test_the_question_shows_what_the_order_will_play(
    ann: Person, table: Callable[..., str]
) -> None:
    game = table()
    card = hand(ann, game)[-1]
    fallback = ann.sees(game)["mine"]["fallback"]
    gives(ann, game, cards(card))
    mine = ann.sees(game)["mine"]
    assert (mine["fallback"], mine["fallback_by"]) == ({"type": "play", "card": card}, "order")
    assert mine["submission"] is None, "nothing is sealed before the deadline"
    (question,) = ann.get("/me/turns").json["results"]
    assert (question["fallback"], question["fallback_by"]) == (mine["fallback"], "order")
    ann.delete(f"/games/{game}/standing-order")
    mine = ann.sees(game)["mine"]
    assert (mine["fallback"], mine["fallback_by"]) == (fallback, "clock")


def test_at_the_deadline_what_was_shown_is_played(
    ann: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    gives(ann, game, cards(*reversed(hand(ann, game))))
    shown = ann.sees(game)["mine"]["fallback"]
    time.passes(hours=23)
    assert ann.sees(game)["turn"]["number"] == 1
    time.passes(hours=1)
    assert played(ann, game) == (shown["card"], "order")
    (told,) = data(feed(ann, "order_followed"))
    assert told == {"turn": 1, "seat": 0, "action": shown, "skipped": []}


def test_an_order_serves_turn_after_turn(
    ann: Person, table: Callable[..., str], time: Time
) -> None:
    game = table(absence={"bot_after": 1})
    high, next_one, third, *_ = reversed(hand(ann, game))
    gives(ann, game, cards(high, next_one, third))
    time.passes(hours=24)
    time.passes(hours=24)
    time.passes(hours=24)
    ranked = [played(ann, game, turn) for turn in (1, 2, 3)]
    assert ranked == [(high, "order"), (next_one, "order"), (third, "order")]
    seen = ann.sees(game)["seats"][0]
    assert (seen["missed"], seen["away"]) == (0, None), "who leaves an order behind is not absent"


def test_an_order_that_does_not_fit_any_more_leaves_it_to_the_clock(
    ann: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    card = hand(ann, game)[-1]
    gives(ann, game, cards(card))
    time.passes(hours=24)
    mine = ann.sees(game)["mine"]
    assert mine["fallback_by"] == "clock"
    time.passes(hours=24)
    assert played(ann, game, 2) == (mine["fallback"]["card"], "clock")
    (told,) = data(feed(ann, "order_failed"))
    assert (told["turn"], told["seat"], told["action"]) == (2, 0, mine["fallback"])
    assert [(one["pointer"], one["code"]) for one in told["skipped"]] == [
        ("/plays/0", "card_not_in_hand")
    ]
    assert ann.sees(game)["seats"][0]["missed"] == 1
    assert gives(ann, game, cards(hand(ann, game)[0])).status == 200


def test_an_order_to_be_played_at_once_answers_the_question_that_waits(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    game = table()
    high, next_one, *_ = reversed(hand(ann, game))
    assert gives(ann, game, cards(high, next_one), at_once=True).json["at_once"] is True
    mine = ann.sees(game)["mine"]
    assert mine["submission"]["action"] == {"type": "play", "card": high}
    assert mine["submission"]["by"] == "order"
    assert (mine["submission"]["turn"], mine["submission"]["seat"]) == (1, 0)
    assert data(log(bob, game, "sealed")) == [sealing(mine["submission"])]
    bob.seals_anything(game)
    cat.seals_anything(game)
    assert played(ann, game) == (high, "order")
    mine = ann.sees(game)["mine"]
    assert mine["submission"]["action"]["card"] == next_one, "and the next one"
    assert types(log(bob, game))[-2:] == ["turn_opened", "sealed"]
    assert (mine["submission"]["turn"], mine["submission"]["seat"]) == (2, 0)
    assert data(log(bob, game, "sealed"))[-1] == sealing(mine["submission"])


def test_an_order_to_be_played_at_once_waits_for_the_tides_that_it_wants(
    ann: Person, table: Callable[..., str]
) -> None:
    game = table()
    low = min(ann.sees(game)["table"]["tides"])
    # These two tides are shut out, and others can still come.
    other = {"least": low + 1} if low < 11 else {"most": low - 1}
    order = {"plays": [{"card": hand(ann, game)[0], "when": {"lower_tide": other}}]}
    assert gives(ann, game, order, at_once=True).status == 200
    assert ann.sees(game)["mine"]["submission"] is None
    assert (feed(ann, "order_followed"), feed(ann, "order_failed")) == ([], [])


def test_an_answer_of_her_own_wins_over_her_order(
    ann: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    mine, ordered, other, *_ = hand(ann, game)
    ann.seals(game, {"type": "play", "card": mine})
    gives(ann, game, cards(ordered), at_once=True)
    gives(ann, game, cards(other))
    assert ann.sees(game)["mine"]["submission"]["action"]["card"] == mine
    time.passes(hours=24)
    assert played(ann, game) == (mine, "player")
    assert (feed(ann, "order_followed"), feed(ann, "order_failed")) == ([], [])


def test_an_answer_of_her_own_replaces_what_her_order_has_sealed(
    ann: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    mine, *_, ordered = hand(ann, game)
    gives(ann, game, cards(ordered), at_once=True)
    by_order = ann.sees(game)["mine"]["submission"]
    said = ann.seals(game, {"type": "play", "card": mine})
    assert (said.status, said.json["by"]) == (200, "player")
    told = data(log(ann, game, "sealed"))
    assert told == [sealing(by_order), sealing(said.json, replaces=by_order)]
    assert [(one["turn"], one["seat"]) for one in told] == [(1, 0)] * 2
    time.passes(hours=24)
    assert played(ann, game) == (mine, "player")


def test_what_her_order_has_sealed_stays_sealed_when_it_is_taken_back(
    ann: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    card = hand(ann, game)[-1]
    gives(ann, game, cards(card), at_once=True)
    ann.delete(f"/games/{game}/standing-order")
    assert ann.sees(game)["mine"]["submission"]["action"]["card"] == card
    time.passes(hours=24)
    assert played(ann, game) == (card, "order")


def test_an_order_makes_all_decisions_of_a_turn_at_high_tide(
    ann: Person, bob: Person, cat: Person, time: Time
) -> None:
    game = ann.post("/games", {"ruleset": "high_tide", "seat_count": 3}).json["id"]
    people = (ann, bob.joins(game), cat.joins(game))
    (asked,) = ann.sees(game)["turn"]["asked"]
    seat = asked["seat"]
    said = gives(people[seat], game, {"take": ["roll"], "accept": []}, at_once=True)
    assert said.status == 200
    declined = {"seat": seat, "action": {"type": "decline"}, "by": "order"}
    closed = data(log(ann, game, "turn_closed"))
    shown = [[without_nonce(one) for one in turn["actions"]] for turn in closed]
    assert shown == [[declined]] * len(closed)
    followed = data(feed(people[seat], "order_followed"))
    assert [told["turn"] for told in followed] == [turn["turn"] for turn in closed] == [1, 2]
    (asked,) = ann.sees(game)["turn"]["asked"]
    assert asked["seat"] != seat, "her whole turn was played"
