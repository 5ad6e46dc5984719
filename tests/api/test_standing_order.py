"""PUT, GET and DELETE /games/{id}/standing-order, and what becomes of an order."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.models import Game
from tests import dealing
from tests.api.conftest import TimePasses
from tests.api.hearing import data, feed, log, sealing, types, without_nonce
from tests.api.refusals import nothing_changes, refused
from tests.moving_time import Time, moment, standing
from tests.people import Answer, Person

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def time() -> Iterator[Time]:
    with dealing.alike(), standing() as time:
        yield time


def hand(person: Person, game: str) -> list[int]:
    held: list[int] = person.sees(game)["mine"]["hand"]
    return held


def cards(*ranked: int) -> dict[str, Any]:
    return {"plays": [{"card": card} for card in ranked]}


def gives(person: Person, game: str, order: Any, **more: Any) -> Answer:
    return person.put(f"/games/{game}/standing-order", {"order": order, **more})


def played(person: Person, game: str, turn: int = 1, seat: int = 0) -> tuple[Any, str]:
    """The card that a seat has played in a closed turn, and who chose it."""
    actions = person.get(f"/games/{game}/turns/{turn}").json["actions"]
    (own,) = [one for one in actions if one["seat"] == seat]
    return own["action"].get("card"), own["by"]


# -- given, changed, taken back


def test_an_order_is_kept_as_it_was_given(
    ann: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    low, *_, high = hand(ann, game)
    order = {"plays": [{"card": high, "when": {"lower_tide": {"most": 9}}}, {"card": low}]}
    said = gives(ann, game, order)
    assert said.status == 200
    given_at = said.json.pop("given_at")
    assert said.json == {"game": game, "seat": 0, "order": order, "at_once": False}
    assert moment(given_at) == time.now
    assert ann.get(f"/games/{game}/standing-order").json == {**said.json, "given_at": given_at}


def test_an_order_is_replaced_by_the_next(ann: Person, table: Callable[..., str]) -> None:
    game = table()
    first, second, *_ = hand(ann, game)
    gives(ann, game, cards(first))
    gives(ann, game, cards(second, first))
    assert ann.get(f"/games/{game}/standing-order").json["order"] == cards(second, first)


def test_an_order_can_be_taken_back(
    ann: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    game = table()
    fallback = ann.sees(game)["mine"]["fallback"]
    gives(ann, game, cards(hand(ann, game)[-1]))
    said = ann.delete(f"/games/{game}/standing-order")
    assert (said.status, said.raw) == (204, b"")
    refused(ann.get(f"/games/{game}/standing-order"), 404, "no_order")
    with nothing_changes():
        refused(ann.delete(f"/games/{game}/standing-order"), 404, "no_order")
    time_passes(game)
    assert played(ann, game) == (fallback["card"], "clock")


def test_an_order_can_be_given_while_somebody_else_is_asked(
    ann: Person, bob: Person, cat: Person
) -> None:
    game = ann.post("/games", {"ruleset": "high_tide", "seats": 3}).json["id"]
    people = (ann, bob.joins(game), cat.joins(game))
    (asked,) = ann.sees(game)["turn"]["asked"]
    waiting = people[asked["seat"] - 1]
    assert gives(waiting, game, {"take": ["roll"]}, at_once=True).status == 200
    assert log(ann, game, "sealed") == []


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


def test_the_receipt_of_what_an_order_has_played_is_hers(
    ann: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    card = hand(ann, game)[-1]
    gives(ann, game, cards(card))
    time.passes(hours=24)
    receipt = ann.get(f"/games/{game}/turns/1/submission").json
    assert (receipt["action"], receipt["by"]) == ({"type": "play", "card": card}, "order")
    with nothing_changes():
        refused(ann.seals(game, receipt["action"], 1), 409, "turn_closed")


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


def test_the_last_to_be_waited_for_closes_the_turn_with_her_order(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    game = table()
    bob.seals_anything(game)
    cat.seals_anything(game)
    card = hand(ann, game)[3]
    gives(ann, game, cards(card), at_once=True)
    assert ann.sees(game)["turn"]["number"] == 2
    assert played(ann, game) == (card, "order")
    assert ann.sees(game)["mine"]["submission"] is None, "her order has nothing more to say"


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


def test_what_her_order_has_sealed_can_be_withdrawn(
    ann: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    low, *_, high = hand(ann, game)
    gives(ann, game, cards(high), at_once=True)
    assert ann.delete(f"/games/{game}/turns/1/submission").status == 200
    assert ann.sees(game)["mine"]["submission"] is None
    gives(ann, game, cards(low), at_once=False)
    time.passes(hours=24)
    assert played(ann, game) == (low, "order")


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
    game = ann.post("/games", {"ruleset": "high_tide", "seats": 3}).json["id"]
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


# -- sealed


def test_nobody_else_can_see_an_order(
    ann: Person, bob: Person, dan: Person, stranger: Person, table: Callable[..., str]
) -> None:
    game, private = table(), table(private=True)
    for one in (game, private):
        gives(ann, one, cards(hand(ann, one)[-1]))
    refused(bob.get(f"/games/{game}/standing-order"), 404, "no_order")
    refused(dan.get(f"/games/{game}/standing-order"), 403, "not_a_player")
    refused(dan.get(f"/games/{private}/standing-order"), 404, "game_not_found")
    refused(stranger.get(f"/games/{game}/standing-order"), 401, "not_authenticated")


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


def test_a_foreign_game_takes_no_order_of_mine(dan: Person, table: Callable[..., str]) -> None:
    public, private = table(), table(private=True)
    with nothing_changes():
        for game, status, code in (
            (public, 403, "not_a_player"),
            (private, 404, "game_not_found"),
            ("nosuchgame", 404, "game_not_found"),
        ):
            address = f"/games/{game}/standing-order"
            refused(gives(dan, game, cards(1)), status, code)
            refused(dan.get(address), status, code)
            refused(dan.delete(address), status, code)


def test_before_the_start_and_after_the_end_nothing_is_ordered(
    ann: Person, finished: Callable[..., str]
) -> None:
    not_begun, called_off, over = ann.opens(3), ann.opens(3), finished()
    ann.post(f"/games/{called_off}/cancel")
    with nothing_changes():
        refused(gives(ann, not_begun, cards(1)), 409, "game_not_started")
        refused(gives(ann, called_off, cards(1)), 409, "game_cancelled")
        refused(gives(ann, over, cards(1)), 409, "game_finished")
        for game in (not_begun, called_off, over):
            refused(ann.get(f"/games/{game}/standing-order"), 404, "no_order")
            refused(ann.delete(f"/games/{game}/standing-order"), 404, "no_order")


@pytest.mark.parametrize(
    ("order", "pointer"),
    [
        ({}, "/order/plays"),
        ({"plays": []}, "/order/plays"),
        ({"plays": [{"card": 0}]}, "/order/plays/0/card"),
        ({"plays": [{"card": 1}, {"card": True}]}, "/order/plays/1/card"),
        ({"plays": [{"card": 1, "when": {}}]}, "/order/plays/0/when"),
        ({"plays": [{"card": 1}], "accept": []}, "/order/accept"),
        ({"take": ["roll"]}, "/order/take"),
    ],
    ids=str,
)
def test_what_is_no_order_of_the_game_is_refused_by_its_place(
    ann: Person, table: Callable[..., str], order: Any, pointer: str
) -> None:
    game = table()
    with nothing_changes():
        refused(gives(ann, game, order), 400, "invalid_order", pointer)


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ({}, "missing_field", "/order"),
        ({"order": None}, "wrong_type", "/order"),
        ({"order": [1]}, "wrong_type", "/order"),
        ({"order": cards(1), "at_once": None}, "wrong_type", "/at_once"),
        ({"order": cards(1), "at_once": 1}, "wrong_type", "/at_once"),
        ({"order": cards(1), "turn": 1}, "unknown_field", "/turn"),
    ],
    ids=str,
)
def test_a_body_out_of_shape_is_refused(
    ann: Person, table: Callable[..., str], body: Any, code: str, pointer: str
) -> None:
    game = table()
    with nothing_changes():
        refused(ann.put(f"/games/{game}/standing-order", body), 400, code, pointer)


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
    assert ann.get(f"/games/{game}/standing-order").json["order"] == cards(kept)


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
    game = ann.post("/games", {"ruleset": "high_tide", "seats": 3}).json["id"]
    for person in (bob, cat):
        person.joins(game)
    with nothing_changes():
        refused(gives(ann, game, order), 422, code, pointer)


def test_a_tile_that_is_used_up_cannot_be_ordered(ann: Person, bob: Person, cat: Person) -> None:
    wish = {"ruleset": "high_tide", "seats": 3, "options": {"expansions": ["baywatch"]}}
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
