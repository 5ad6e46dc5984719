"""Answers: sealed, replaced and taken back, what all can see of them, and standing orders."""

import hashlib
import logging
from dataclasses import replace
from typing import Any

import pytest

from games.api import ruleset_schemas
from games.background import due_turns
from games.models import Turn
from games.rulesets import registry
from games.rulesets.turn_the_tide.rules.ruleset import TurnTheTide
from tests.app.api.calls import hand, iso, order_of, play, played_card, put_order, seal_all
from tests.app.api.events import data, feed, log, sealing, types, without_nonce
from tests.app.api.refusals import nothing_changes, refused
from tests.app.feeds.test_log_chain import canonical
from tests.factories import expire_turns, make_finished_game, make_game
from tests.moving_time import Time
from tests.people import Answer, People, Person

pytestmark = pytest.mark.usefixtures("time")


def commitment(nonce: str, game: str, turn: int, seat: int, action: Any) -> str:
    bound = canonical({"action": action, "game": game, "seat": seat, "turn": turn})
    return f"sha256:{hashlib.sha256(bytes.fromhex(nonce) + bound).hexdigest()}"


def test_a_card_is_sealed_with_a_receipt_replaced_and_taken_back(people: People) -> None:
    ann, game = people[0], make_game(people)
    address = f"/games/{game}/turns/1/submission"
    first, second, *_ = hand(ann, game)
    with nothing_changes():
        refused(ann.delete(address), 404, "no_submission")
    said = ann.seals(game, play(first))
    known = {"game": game, "turn": 1, "seat": 0, "action": play(first), "by": "player"}
    bound = commitment(said.json["nonce"], game, 1, 0, play(first))
    assert said.json["commitment"] == bound
    drawn = {name: said.json[name] for name in ("receipt", "nonce", "commitment", "sealed_at")}
    assert (said.status, said.json) == (200, known | drawn)
    assert ann.get(address).raw == said.raw
    assert ann.sees(game)["mine"]["submission"] == said.json
    old, new = said.json, ann.seals(game, play(second)).json
    assert new["action"] == play(second)
    assert new["receipt"] != old["receipt"]
    assert ann.get(address).json == new
    taken = ann.delete(address)
    assert taken.status == 200
    told = log(ann, game)[-3:]
    assert types(told) == ["sealed", "sealed", "withdrawn"]
    # All are told that the player thought again, and not what of.
    withdrawn = {"turn": 1, "seat": 0, "commitment": new["commitment"]}
    assert data(told) == [sealing(old), sealing(new, replaces=old), withdrawn]
    assert taken.json == {"game": game, **withdrawn, "withdrawn_at": told[-1]["at"]}
    refused(ann.get(address), 404, "no_submission")
    seen = ann.sees(game)
    assert seen["mine"]["submission"] is None
    assert seen["turn"]["asked"][0]["answered"] is False
    # Otherwise anybody who tries all cards would find the one that was sealed.
    again = ann.seals(game, play(first)).json
    assert again["nonce"] != old["nonce"]
    assert again["commitment"] != bound


def test_the_same_again_gives_the_same_receipt(people: People) -> None:
    ann, game = people[0], make_game(people)
    mine, other, *_ = hand(ann, game)
    first = ann.seals(game, play(mine))
    with nothing_changes():
        for action in (play(mine), dict(reversed(play(mine).items()))):
            assert ann.seals(game, action).raw == first.raw
    expire_turns(game)
    for _ in range(2):
        with nothing_changes():
            again = ann.seals(game, play(mine), turn=1)
            refused(ann.seals(game, play(other), turn=1), 409, "turn_closed")
            refused(ann.delete(f"/games/{game}/turns/1/submission"), 409, "turn_closed")
        assert (again.status, again.raw) == (200, first.raw)
        assert ann.get(f"/games/{game}/turns/1/submission").raw == first.raw
        expire_turns(game, until=lambda row: False)
    assert ann.sees(game)["status"] == "finished"
    refused(ann.seals(game, play(other), turn=999), 409, "game_finished")


# -- what is refused


def test_a_card_out_of_the_game_is_refused_in_the_same_words(people: People) -> None:
    ann, game = people[0], make_game(people)
    held = {card for person in people for card in hand(person, game)}
    details = []
    for card in (min(set(range(1, 61)) - held), hand(people[1], game)[0]):
        with nothing_changes():
            said = ann.seals(game, play(card))
            refused(said, 422, "not_your_card")
        details.append(said.json["detail"].replace(f" {card} ", " # "))
    assert details[0] == details[1], "else a refusal would tell who holds what"


def test_only_the_open_turn_is_answered(people: People) -> None:
    (ann, bob, _), game = people, make_game(people)
    gone = hand(bob, game)[0]
    bob.seals(game, play(gone))
    expire_turns(game)
    by_clock, _ = played_card(ann, game)
    card = play(hand(ann, game)[0])
    with nothing_changes():
        refused(bob.seals(game, play(gone), turn=2), 422, "card_not_in_hand")
        refused(ann.seals(game, play(by_clock), turn=1), 409, "turn_closed")
        refused(ann.seals(game, card, turn=999_999_999), 404, "turn_not_found")
        refused(ann.delete(f"/games/{game}/turns/3/submission"), 404, "turn_not_found")
        refused(ann.get(f"/games/{game}/turns/3/submission"), 404, "turn_not_found")


def test_what_does_not_answer_the_question_is_refused_by_its_reason(people: People) -> None:
    game = make_game(people, ruleset="high_tide")

    def answer(kind: str, **more: object) -> Answer:
        turn = people[0].sees(game)["turn"]
        asked: Person = people[turn["asked"][0]["seat"]]
        return asked.seals(game, {"type": kind, **more}, turn["number"])

    with nothing_changes():
        refused(answer("take", space=1), 422, "not_now")
        refused(answer("tile", tile="B1"), 422, "tile_not_held", "/action/tile")
    # The third roll has to be accepted, so nobody is asked about it.
    assert [answer("decline").status for _ in range(2)] == [200, 200]
    with nothing_changes():
        refused(answer("take", space=3), 422, "not_on_offer", "/action/space")


# -- what all can see of an answer


def test_the_last_answer_closes_the_turn_and_opens_every_nonce(people, stranger) -> None:
    game = make_game(people)
    before = len(log(stranger, game))
    receipts = [person.seals_anything(game).json for person in people]
    told = log(stranger, game)[before:]
    assert types(told)[:5] == ["sealed", "sealed", "sealed", "turn_closed", "cards_revealed"]
    assert types(told)[-2:] == ["tides_revealed", "turn_opened"]
    assert stranger.sees(game)["turn"]["number"] == 2
    closed = stranger.get(f"/games/{game}/turns/1").json["actions"]
    shown = ("seat", "action", "by", "nonce")
    assert closed == [{name: one[name] for name in shown} for one in receipts]
    bound = {one["seat"]: one["commitment"] for one in data(told[:3])}
    for one in (*closed, *data(told[3:4])[0]["actions"]):
        opened = commitment(one["nonce"], game, 1, one["seat"], one["action"])
        assert bound[one["seat"]] == opened


# -- a question with one legal answer is put to nobody


def test_last_cards_are_played_without_a_turn(ann: Person, people: People) -> None:
    game = make_finished_game(people, options={"edition": "gamewright"})
    opened, revealed = (
        [(one["data"]["stage"], one["data"]["round"]) for one in log(ann, game, kind)]
        for kind in ("turn_opened", "cards_revealed")
    )
    assert 12 in {number for _, number in revealed}
    assert opened == [one for one in revealed if one[1] != 12]
    record = ann.get(f"/games/{game}/record").json
    assert [(turn["stage"], turn["round"]) for turn in record["turns"]] == opened


def test_a_seat_without_a_choice_is_not_asked(people, monkeypatch) -> None:
    allowed = TurnTheTide.legal_actions

    def legal_actions(self: TurnTheTide, state: Any, seat: int) -> Any:
        return allowed(self, state, seat)[: 1 if seat == 1 else None]

    # Seat 1 may play its lowest card only, while the others choose.
    monkeypatch.setattr(TurnTheTide, "legal_actions", legal_actions)
    (ann, bob, cat), game = people, make_game(people)
    assert [one["seat"] for one in ann.sees(game)["turn"]["asked"]] == [0, 2]
    mine = bob.sees(game)["mine"]
    assert (mine["legal_actions"], mine["fallback"], mine["fallback_by"]) == ([], None, None)
    assert (mine["due_at"], mine["submission"]) == (None, None)
    assert bob.get("/me/turns").json["results"] == []
    lowest = mine["hand"][0]
    with nothing_changes():
        refused(bob.seals(game, play(lowest), turn=1), 409, "not_asked")
        refused(bob.delete(f"/games/{game}/turns/1/submission"), 409, "not_asked")
    seal_all(game, ann, cat)
    closed = ann.get(f"/games/{game}/turns/1").json
    assert [one["seat"] for one in closed["actions"]] == [0, 2]
    (revealed,) = log(ann, game, "cards_revealed")
    assert {"seat": 1, "card": lowest} in revealed["data"]["cards"]
    assert lowest not in hand(bob, game)


# -- standing orders


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
    assert ann.get(f"/games/{game}/standing-order").json == said.json
    put_order(ann, game, order_of(high))
    mine = ann.sees(game)["mine"]
    assert mine["standing_order"]["order"] == order_of(high)
    assert (mine["fallback"], mine["fallback_by"]) == (play(high), "order")
    assert mine["submission"] is None, "nothing is sealed before the deadline"
    (question,) = ann.get("/me/turns").json["results"]
    assert (question["fallback"], question["fallback_by"]) == (play(high), "order")
    said = ann.delete(f"/games/{game}/standing-order")
    assert (said.status, said.raw) == (204, b"")
    told = feed(ann, "order_given", "order_taken_back")
    assert types(told) == ["order_given", "order_given", "order_taken_back"]
    assert [one["event"] for one in told] == [None] * 3, "not in the log"
    mine = ann.sees(game)["mine"]
    assert (mine["standing_order"], mine["fallback_by"]) == (None, "clock")
    with nothing_changes():
        refused(ann.delete(f"/games/{game}/standing-order"), 404, "no_order")
    refused(ann.get(f"/games/{game}/standing-order"), 404, "no_order")
    refused(Person.signs_up("eve").get(f"/games/{game}/standing-order"), 403, "not_a_player")
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
    assert "TurnTheTideOrder" not in str(ruleset_schemas.order_condition())


def test_an_order_that_can_never_be_of_use_is_refused(people: People, time: Time) -> None:
    (ann, bob, _), game = people, make_game(people)
    of_bob, (first, second, *_) = hand(bob, game)[0], hand(ann, game)
    never = {"lower_tide": {"least": 5, "most": 4}}
    impossible = {"plays": [{"card": first}, {"card": second, "when": never}]}
    with nothing_changes():
        for order, code, place in (
            (order_of(of_bob), "not_your_card", "0/card"),
            (impossible, "condition_never_met", "1/when"),
            (order_of(first, first), "never_reached", "1"),
        ):
            refused(put_order(ann, game, order), 422, code, f"/order/plays/{place}")
    time.sweep_after(hours=24)
    gone, _ = played_card(ann, game)
    put_order(ann, game, order_of(hand(ann, game)[0]))
    with nothing_changes():
        said = put_order(ann, game, order_of(gone))
        refused(said, 422, "card_not_in_hand", "/order/plays/0/card")


# -- played at the deadline


def test_an_order_is_played_until_none_of_it_fits(people: People, time: Time) -> None:
    ann, game = people[0], make_game(people, absence={"bot_after": 1})
    first, second, *_ = hand(ann, game)
    put_order(ann, game, order_of(first, second))
    time.sweep_after(hours=23)
    assert ann.sees(game)["turn"]["number"] == 1
    time.sweep_after(hours=1)
    assert played_card(ann, game) == (first, "order")
    (told,) = data(feed(ann, "order_followed"))
    assert told == {"turn": 1, "seat": 0, "action": play(first), "skipped": []}
    time.sweep_after(hours=24)
    assert played_card(ann, game, 2) == (second, "order")
    told = data(feed(ann, "order_followed"))[-1]
    assert (told["turn"], told["action"]["card"]) == (2, second)
    skipped = [(one["pointer"], one["code"]) for one in told["skipped"]]
    assert skipped == [("/plays/0", "card_not_in_hand")]
    seat = ann.sees(game)["seats"][0]
    assert (seat["missed"], seat["away"]) == (0, None), "who leaves an order behind is not absent"
    relied = Person().get("/players/ann").json["reliability"]
    assert (relied["required"], relied["answered"]) == (2, 2)
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
    followed = [[one["seat"] for one in data(feed(who, "order_followed"))] for who in people]
    assert followed == [[0], [1], [2]], "each player is told of the own order alone"


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
    said = put_order(people[seat], game, {"coins": ["pass"]})
    refused(said, 422, "not_in_this_game", "/order/coins")
    assert put_order(people[seat - 1], game, {"take": ["roll"]}, at_once=True).status == 200
    assert log(people[0], game, "sealed") == [], "another player is asked"
    said = put_order(people[seat], game, {"take": ["roll"], "accept": []}, at_once=True)
    assert said.status == 200
    declined = {"seat": seat, "action": {"type": "decline"}, "by": "order"}
    closed = data(log(people[0], game, "turn_closed"))[:2]
    assert [[without_nonce(one) for one in turn["actions"]] for turn in closed] == [[declined]] * 2
    followed = data(feed(people[seat], "order_followed"))
    assert [told["turn"] for told in followed] == [turn["turn"] for turn in closed] == [1, 2]
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
