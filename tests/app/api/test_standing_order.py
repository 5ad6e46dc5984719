"""Standing orders: given, played, skipped, overruled, and seen by nobody else."""

import logging
from dataclasses import replace

import pytest

from games.api import ruleset_schemas
from games.background import due_turns
from games.models import PrivateEvent, Turn
from games.rulesets import registry
from games.rulesets.turn_the_tide.rules.ruleset import TurnTheTide
from tests.app.api.calls import hand, iso, order_of, play, played_card, put_order, seal_all
from tests.app.api.events import data, feed, log, sealing, types, without_nonce
from tests.app.api.refusals import nothing_changes, refused
from tests.factories import make_game
from tests.moving_time import Time
from tests.people import People, Person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("time")]


# -- given and taken back


def test_an_order_is_given_shown_replaced_and_taken_back(people: People, time: Time) -> None:
    ann, game = people[0], make_game(people)
    low, *_, high = hand(ann, game)
    fallback = ann.sees(game)["mine"]["fallback"]
    order = {"plays": [{"card": high, "when": {"lower_tide": {"most": 9}}}, {"card": low}]}
    said = put_order(ann, game, order)
    given = {"game": game, "seat": 0, "order": order, "at_once": False}
    assert (said.status, said.json) == (200, {**given, "created_at": iso(time.now)})
    assert ann.sees(game)["mine"]["standing_order"] == said.json
    put_order(ann, game, order_of(high))
    mine = ann.sees(game)["mine"]
    assert mine["standing_order"]["order"] == order_of(high)
    assert (mine["fallback"], mine["fallback_by"]) == (play(high), "order")
    assert mine["submission"] is None, "nothing is sealed before the deadline"
    (question,) = ann.get("/me/turns").json["results"]
    assert (question["fallback"], question["fallback_by"]) == (play(high), "order")
    said = ann.delete(f"/games/{game}/standing-order")
    assert (said.status, said.raw) == (204, b"")
    mine = ann.sees(game)["mine"]
    assert (mine["standing_order"], mine["fallback_by"]) == (None, "clock")
    with nothing_changes():
        refused(ann.delete(f"/games/{game}/standing-order"), 404, "no_order")
    time.sweep_after(hours=24)
    assert played_card(ann, game) == (fallback["card"], "clock")


def test_a_game_may_have_no_orders(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, game = people[0], make_game(people)
    rules = registry.find_ruleset("turn_the_tide")
    monkeypatch.setattr(type(rules), "orders", None)
    monkeypatch.setattr(type(rules), "schemas", replace(rules.schemas, order=None))
    with nothing_changes():
        refused(put_order(ann, game, order_of(hand(ann, game)[-1])), 409, "no_standing_orders")
        assert ann.sees(game)["mine"]["standing_order"] is None
    assert ann.get("/rulesets/turn_the_tide").json["order"] is None
    assert "TurnTheTideOrder" not in ruleset_schemas.named_schemas()
    assert all(
        "TurnTheTideOrder" not in str(one) for one in ruleset_schemas.order_condition().values()
    )


def test_an_order_that_can_never_be_of_use_is_refused(people: People, time: Time) -> None:
    (ann, bob, _), game = people, make_game(people)
    of_bob, (first, second, *_) = hand(bob, game)[0], hand(ann, game)
    never = {"lower_tide": {"least": 5, "most": 4}}
    impossible = {"plays": [{"card": first}, {"card": second, "when": never}]}
    with nothing_changes():
        refused(put_order(ann, game, order_of(of_bob)), 422, "not_your_card", "/order/plays/0/card")
        refused(put_order(ann, game, impossible), 422, "condition_never_met", "/order/plays/1/when")
        refused(
            put_order(ann, game, order_of(first, first)), 422, "never_reached", "/order/plays/1"
        )
    time.sweep_after(hours=24)
    gone, _ = played_card(ann, game)
    kept = hand(ann, game)[0]
    put_order(ann, game, order_of(kept))
    with nothing_changes():
        refused(
            put_order(ann, game, order_of(gone)), 422, "card_not_in_hand", "/order/plays/0/card"
        )
    assert ann.sees(game)["mine"]["standing_order"]["order"] == order_of(kept)


# -- played at the deadline


def test_an_order_is_played_until_none_of_it_fits(people: People, time: Time) -> None:
    (ann, bob, _), game = people, make_game(people, absence={"bot_after": 1})
    first, second, *_ = hand(ann, game)
    put_order(ann, game, order_of(first, second))
    time.sweep_after(hours=23)
    assert ann.sees(game)["turn"]["number"] == 1
    time.sweep_after(hours=1)
    assert played_card(ann, game) == (first, "order")
    (told,) = data(feed(ann, "order_followed"))
    assert told == {"turn": 1, "seat": 0, "action": play(first), "skipped": []}
    assert [one["event"] for one in feed(ann, "order_followed")] == [None], "not in the log"
    assert feed(bob, "order_followed") == []
    time.sweep_after(hours=24)
    assert played_card(ann, game, 2) == (second, "order")
    told = data(feed(ann, "order_followed"))[-1]
    assert (told["turn"], told["action"]["card"]) == (2, second)
    assert [(one["pointer"], one["code"]) for one in told["skipped"]] == [
        ("/plays/0", "card_not_in_hand")
    ]
    assert all(one["detail"].endswith(".") for one in told["skipped"])
    seat = ann.sees(game)["seats"][0]
    assert (seat["missed"], seat["away"]) == (0, None), "who leaves an order behind is not absent"
    relied = Person().get("/players/ann").json["reliability"]
    assert relied == {"required": 2, "answered": 2, "percent": 100}
    mine = ann.sees(game)["mine"]
    assert mine["fallback_by"] == "clock"
    time.sweep_after(hours=24)
    assert played_card(ann, game, 3) == (mine["fallback"]["card"], "clock")
    (told,) = data(feed(ann, "order_failed"))
    assert (told["turn"], told["seat"], told["action"]) == (3, 0, mine["fallback"])
    assert [one["pointer"] for one in told["skipped"]] == ["/plays/0", "/plays/1"]
    assert ann.sees(game)["seats"][0]["missed"] == 1
    assert put_order(ann, game, order_of(hand(ann, game)[0])).status == 200


def test_orders_given_after_the_deadline_are_played(people: People, time: Time) -> None:
    game = make_game(people)
    time.advance(hours=25)
    for seat, person in enumerate(people):
        put_order(person, game, order_of(hand(person, game)[seat + 3]))
    wanted = [(hand(person, game)[seat + 3], "order") for seat, person in enumerate(people)]
    due_turns.sweep_due_turns()
    assert [played_card(people[0], game, 1, seat) for seat in range(3)] == wanted
    for seat, person in enumerate(people):
        assert [told["seat"] for told in data(feed(person, "order_followed"))] == [seat]


def test_of_a_turn_that_could_not_be_closed_nothing_is_told_and_then_once(
    people: People, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, game = people[0], make_game(people)
    put_order(ann, game, order_of(hand(ann, game)[0]))
    with monkeypatch.context() as patch:
        patch.setattr(TurnTheTide, "close_turn", lambda *_: 1 / 0)
        time.sweep_after(hours=24)
    assert Turn.objects.get(game=game).faults == 1
    assert feed(ann, "order_followed") == []
    time.sweep_after(minutes=1)
    due_turns.sweep_due_turns()
    assert len(feed(ann, "order_followed")) == 1
    assert PrivateEvent.objects.filter(type="order_followed").count() == 1


# -- played at once


def test_an_order_at_once_answers_question_after_question(people: People) -> None:
    (ann, bob, cat), game = people, make_game(people)
    high, next_one, *_ = reversed(hand(ann, game))
    assert put_order(ann, game, order_of(high, next_one), at_once=True).json["at_once"] is True
    first = ann.sees(game)["mine"]["submission"]
    assert (first["turn"], first["seat"], first["by"]) == (1, 0, "order")
    assert first["action"] == play(high)
    assert data(log(bob, game, "sealed")) == [sealing(first)]
    for person in (bob, cat):
        put_order(person, game, order_of(*hand(person, game)[:2]), at_once=True)
    assert played_card(ann, game) == (high, "order")
    assert ann.sees(game)["turn"]["number"] == 3
    assert played_card(ann, game, 2) == (next_one, "order")
    closed = [turn["actions"] for turn in data(log(ann, game, "turn_closed"))]
    assert [{one["by"] for one in turn} for turn in closed] == [{"order"}] * 2
    assert types(log(bob, game))[-1] == "turn_opened", "ann has to choose now"


def test_an_order_to_be_played_at_once_waits_for_the_tides_that_it_wants(people: People) -> None:
    ann, game = people[0], make_game(people)
    low = min(ann.sees(game)["table"]["tides"])
    # These two tides are shut out, and others can still come.
    other = {"least": low + 1} if low < 11 else {"most": low - 1}
    order = {"plays": [{"card": hand(ann, game)[0], "when": {"lower_tide": other}}]}
    assert put_order(ann, game, order, at_once=True).status == 200
    assert ann.sees(game)["mine"]["submission"] is None
    assert feed(ann, "order_followed", "order_failed") == []


def test_a_card_of_their_own_wins_over_the_players_order(people: People, time: Time) -> None:
    ann, game = people[0], make_game(people)
    mine, ordered, other, own, *_ = hand(ann, game)
    ann.seals(game, play(mine))
    put_order(ann, game, order_of(ordered), at_once=True)
    put_order(ann, game, order_of(other))
    assert ann.sees(game)["mine"]["submission"]["action"] == play(mine)
    time.sweep_after(hours=24)
    assert played_card(ann, game) == (mine, "player")
    assert feed(ann, "order_followed", "order_failed") == []
    # A card also takes the place of what the order has sealed.
    put_order(ann, game, order_of(other), at_once=True)
    by_order = ann.sees(game)["mine"]["submission"]
    said = ann.seals(game, play(own))
    assert (said.status, said.json["by"]) == (200, "player")
    told = data(log(ann, game, "sealed"))
    assert told[-2:] == [sealing(by_order), sealing(said.json, replaces=by_order)]
    time.sweep_after(hours=24)
    assert played_card(ann, game, 2) == (own, "player")
    # What the order has sealed stays sealed when the order is taken back.
    ann.delete(f"/games/{game}/standing-order")
    assert ann.sees(game)["mine"]["submission"]["action"] == play(other)
    time.sweep_after(hours=24)
    assert played_card(ann, game, 3) == (other, "order")


def test_a_seat_that_a_bot_plays_for_follows_no_order_at_once(people: People, time: Time) -> None:
    (ann, bob, cat), game = people, make_game(people, absence={"bot_after": 1})
    seal_all(game, bob, cat)
    time.sweep_after(hours=24)
    assert ann.sees(game)["seats"][0]["away"] == "absent"
    put_order(ann, game, order_of(*hand(ann, game)), at_once=True)
    assert ann.sees(game)["mine"]["submission"] is None


def test_an_order_makes_all_decisions_of_a_turn_at_high_tide(people: People) -> None:
    game = make_game(people, ruleset="high_tide")
    (asked,) = people[0].sees(game)["turn"]["asked"]
    seat = asked["seat"]
    refused(
        put_order(people[seat], game, {"coins": ["pass"]}), 422, "not_in_this_game", "/order/coins"
    )
    assert put_order(people[seat - 1], game, {"take": ["roll"]}, at_once=True).status == 200
    assert log(people[0], game, "sealed") == [], "another player is asked"
    said = put_order(people[seat], game, {"take": ["roll"], "accept": []}, at_once=True)
    assert said.status == 200
    declined = {"seat": seat, "action": {"type": "decline"}, "by": "order"}
    closed = data(log(people[0], game, "turn_closed"))
    of_seat = [turn for turn in closed if turn["actions"][0]["seat"] == seat]
    shown = [[without_nonce(one) for one in turn["actions"]] for turn in of_seat]
    assert shown == [[declined]] * 2
    followed = data(feed(people[seat], "order_followed"))
    assert [told["turn"] for told in followed] == [turn["turn"] for turn in of_seat] == [1, 2]
    (asked,) = people[0].sees(game)["turn"]["asked"]
    assert asked["seat"] != seat, "their whole turn was played"


# -- nobody else can tell


def test_logs_name_no_cards(people: People, time: Time, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    ann, game = people[0], make_game(people)
    *_, third, second, first = hand(ann, game)
    assert put_order(ann, game, order_of(first, second, third)).status == 200
    put_order(ann, game, {"plays": [{"card": first, "x": 1}]})
    put_order(ann, game, order_of(0))
    time.sweep_after(hours=24)
    assert game in caplog.text
    assert "card" not in caplog.text
    assert "plays" not in caplog.text
