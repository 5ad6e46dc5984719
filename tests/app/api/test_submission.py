"""PUT, GET and DELETE /games/{id}/turns/{n}/submission."""

from collections.abc import Callable

import pytest

from tests.app.api.conftest import TimePasses
from tests.app.api.hearing import data, log, sealing
from tests.app.api.playing import hand, play
from tests.app.api.refusals import nothing_changes, refused
from tests.people import Person

pytestmark = pytest.mark.django_db


def sealings(person: Person, game: str) -> list[str]:
    """The types of all events from the opening of the first turn on."""
    said = person.get(f"/games/{game}/events", page_size=100).json["results"]
    kinds = [event["type"] for event in said]
    return kinds[kinds.index("turn_opened") + 1 :]


# -- sealing


def test_a_sealed_card_is_answered_with_a_receipt(ann: Person, table: Callable[..., str]) -> None:
    game = table()
    card = hand(ann, game)[3]
    said = ann.seals(game, play(card))
    assert said.status == 200
    known = {"game": game, "turn": 1, "seat": 0, "action": play(card), "by": "player"}
    new = {name: said.json[name] for name in ("receipt", "nonce", "commitment", "sealed_at")}
    assert said.json == known | new
    assert ann.get(f"/games/{game}/turns/1/submission").raw == said.raw
    assert ann.sees(game)["mine"]["submission"] == said.json
    assert sealings(ann, game) == ["sealed"]


def test_an_answer_can_be_replaced_while_the_turn_is_open(
    ann: Person, table: Callable[..., str]
) -> None:
    game = table()
    first, second, *_ = hand(ann, game)
    old = ann.seals(game, play(first)).json
    new = ann.seals(game, play(second)).json
    assert new["action"] == play(second)
    assert new["receipt"] != old["receipt"]
    assert ann.get(f"/games/{game}/turns/1/submission").json == new
    # All are told that she thought again, and not what of.
    assert data(log(ann, game, "sealed")) == [sealing(old), sealing(new, replaces=old)]
    assert sealings(ann, game) == ["sealed", "sealed"]


def test_the_last_answer_closes_the_turn_and_opens_the_next(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    game = table()
    cards, nonces = {}, {}
    for person in (ann, bob, cat):
        cards[person.name] = hand(person, game)[0]
        nonces[person.name] = person.seals(game, play(cards[person.name])).json["nonce"]
    assert ann.sees(game)["turn"]["number"] == 2
    closed = ann.get(f"/games/{game}/turns/1").json
    assert closed["actions"] == [
        {"seat": seat, "action": play(cards[name]), "by": "player", "nonce": nonces[name]}
        for seat, name in enumerate(("ann", "bob", "cat"))
    ]
    told = sealings(ann, game)
    assert told[:5] == ["sealed", "sealed", "sealed", "turn_closed", "cards_revealed"]
    assert told[-2:] == ["tides_revealed", "turn_opened"]


# -- taking back


def test_an_answer_can_be_taken_back_while_the_turn_is_open(
    ann: Person, table: Callable[..., str]
) -> None:
    game = table()
    sealed = ann.seals_anything(game).json
    said = ann.delete(f"/games/{game}/turns/1/submission")
    (told,) = log(ann, game, "withdrawn")
    assert said.status == 200
    assert said.json == {
        "game": game,
        "turn": 1,
        "seat": 0,
        "commitment": sealed["commitment"],
        "withdrawn_at": told["at"],
    }
    assert told["data"]["commitment"] == sealed["commitment"]
    refused(ann.get(f"/games/{game}/turns/1/submission"), 404, "no_submission")
    assert ann.sees(game)["mine"]["submission"] is None
    turn = ann.sees(game)["turn"]
    assert turn["asked"][0] == {"seat": 0, "answered": False, "due_at": turn["due_at"]}
    assert sealings(ann, game) == ["sealed", "withdrawn"]
    assert ann.seals_anything(game).status == 200


def test_what_is_not_sealed_cannot_be_taken_back(ann: Person, table: Callable[..., str]) -> None:
    game = table()
    with nothing_changes():
        refused(ann.delete(f"/games/{game}/turns/1/submission"), 404, "no_submission")


def test_what_is_closed_cannot_be_taken_back(
    ann: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    game = table()
    ann.seals_anything(game)
    time_passes(game)
    with nothing_changes():
        refused(ann.delete(f"/games/{game}/turns/1/submission"), 409, "turn_closed")
    assert ann.get(f"/games/{game}/turns/1/submission").status == 200


def test_what_the_clock_played_is_no_answer_of_mine(
    ann: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    game = table()
    time_passes(game)
    refused(ann.get(f"/games/{game}/turns/1/submission"), 404, "no_submission")


# -- the same again


def test_the_same_again_gives_the_same_receipt_and_does_nothing(
    ann: Person, table: Callable[..., str]
) -> None:
    game = table()
    card = play(hand(ann, game)[0])
    first = ann.seals(game, card)
    with nothing_changes():
        again = ann.seals(game, card)
        turned = ann.seals(game, dict(reversed(card.items())))
    assert first.status == 200
    assert first.raw == again.raw == turned.raw


def test_also_when_the_turn_has_closed_and_when_the_game_is_over(
    ann: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    game = table()
    mine, other, *_ = hand(ann, game)
    first = ann.seals(game, play(mine))
    time_passes(game)
    for _ in range(2):
        with nothing_changes():
            again = ann.seals(game, play(mine), turn=1)
            refused(ann.seals(game, play(other), turn=1), 409, "turn_closed")
        assert (again.status, again.raw) == (200, first.raw)
        time_passes(game, until=lambda row: False)
    assert ann.sees(game)["status"] == "finished"


def test_the_card_that_the_clock_played_is_not_sealed_afterwards(
    ann: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    game = table()
    time_passes(game)
    (played,) = [
        one["action"]
        for one in ann.get(f"/games/{game}/turns/1").json["actions"]
        if one["seat"] == 0
    ]
    with nothing_changes():
        refused(ann.seals(game, played, turn=1), 409, "turn_closed")
