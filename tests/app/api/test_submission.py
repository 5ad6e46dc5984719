"""PUT, GET and DELETE /games/{id}/turns/{n}/submission, and what all can see of an answer."""

import hashlib
from typing import Any

import pytest

from games.rulesets.turn_the_tide.rules.ruleset import TurnTheTide
from tests.app.api.calls import hand, play, played_card, seal_all
from tests.app.api.events import data, log, sealing, types
from tests.app.api.refusals import nothing_changes, refused
from tests.app.feeds.test_log_chain import canonical
from tests.factories import expire_turns, make_finished_game, make_game
from tests.people import Answer, People, Person

pytestmark = pytest.mark.django_db


def test_a_card_is_sealed_with_a_receipt_replaced_and_taken_back(people: People) -> None:
    ann, game = people[0], make_game(people)
    address = f"/games/{game}/turns/1/submission"
    first, second, *_ = hand(ann, game)
    with nothing_changes():
        refused(ann.delete(address), 404, "no_submission")
    said = ann.seals(game, play(first))
    known = {"game": game, "turn": 1, "seat": 0, "action": play(first), "by": "player"}
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
    due_at = seen["turn"]["due_at"]
    assert seen["turn"]["asked"][0] == {"seat": 0, "answered": False, "due_at": due_at}
    assert ann.seals_anything(game).status == 200


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
        refused(ann.seals(game, card, turn=1), 409, "turn_closed")
        refused(ann.seals(game, card, turn=3), 404, "turn_not_found")
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


def commitment(nonce: str, game: str, turn: int, seat: int, action: Any) -> str:
    bound = canonical({"action": action, "game": game, "seat": seat, "turn": turn})
    return f"sha256:{hashlib.sha256(bytes.fromhex(nonce) + bound).hexdigest()}"


def test_all_can_see_to_what_an_answer_is_bound(people: People, stranger: Person) -> None:
    ann, game = people[0], make_game(people)
    first, second = ann.sees(game)["mine"]["legal_actions"][:2]
    receipt = ann.seals(game, first).json
    bound = receipt["commitment"]
    assert bound == commitment(receipt["nonce"], game, 1, 0, receipt["action"])
    sealed = {"turn": 1, "seat": 0, "commitment": bound, "replaces": None}
    assert data(log(stranger, game, "sealed")) == [sealed]
    assert ann.seals(game, first).json == receipt, "the same again is bound to the same"
    other = ann.seals(game, second).json["commitment"]
    replaced = {**sealed, "commitment": other, "replaces": bound}
    assert data(log(stranger, game, "sealed")) == [sealed, replaced]
    ann.delete(f"/games/{game}/turns/1/submission")
    withdrawn = {"turn": 1, "seat": 0, "commitment": other}
    assert data(log(stranger, game, "withdrawn")) == [withdrawn]
    # Otherwise anybody who tries all cards would find the one that was sealed.
    again = ann.seals(game, first).json
    assert again["nonce"] != receipt["nonce"]
    assert again["commitment"] != bound


def test_the_last_answer_closes_the_turn_and_opens_every_nonce(
    people: People, stranger: Person
) -> None:
    game = make_game(people)
    receipts: list[Any] = []
    before = len(log(stranger, game))
    for person in people:
        for receipt in receipts:
            for address in ("", "/events", "/turns/1", "/stages"):
                for other in (people[2], stranger):
                    said = other.get(f"/games/{game}{address}").raw
                    assert receipt["nonce"].encode() not in said, "not before the turn closes"
        receipts.append(person.seals_anything(game).json)
    told = log(stranger, game)[before:]
    assert types(told)[:5] == ["sealed", "sealed", "sealed", "turn_closed", "cards_revealed"]
    assert types(told)[-2:] == ["tides_revealed", "turn_opened"]
    assert stranger.sees(game)["turn"]["number"] == 2
    closed = stranger.get(f"/games/{game}/turns/1").json["actions"]
    shown = ("seat", "action", "by", "nonce")
    assert closed == [{name: one[name] for name in shown} for one in receipts]
    assert [(one["seat"], one["by"]) for one in closed] == [(seat, "player") for seat in range(3)]
    bound = {one["seat"]: one["commitment"] for one in data(told[:3])}
    for one in (*closed, *data(told[3:4])[0]["actions"]):
        opened = commitment(one["nonce"], game, 1, one["seat"], one["action"])
        assert bound[one["seat"]] == opened


# -- a question with one legal answer is put to nobody


@pytest.mark.usefixtures("time")
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


def test_a_seat_without_a_choice_is_not_asked(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
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
