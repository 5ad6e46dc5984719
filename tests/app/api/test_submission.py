"""PUT, GET and DELETE /games/{id}/turns/{n}/submission."""

from collections.abc import Callable

import pytest

from games.models import Game, Turn
from tests.app.api.calls import hand, play
from tests.app.api.conftest import TimePasses
from tests.app.api.events import data, log, sealing
from tests.app.api.refusals import nothing_changes, refused
from tests.factories import make_game
from tests.people import Answer, Person

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
    refused(ann.seals(game, play(other), turn=999), 409, "game_finished")


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


# -- what is refused


def test_a_card_out_of_the_game_is_refused_in_the_same_words(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    game = table()
    held = {card for person in (ann, bob, cat) for card in hand(person, game)}
    unused = min(set(range(1, 61)) - held)
    of_bob = hand(bob, game)[0]
    with nothing_changes():
        answers = [ann.seals(game, play(card)) for card in (unused, of_bob)]
    refused(answers[0], 422, "not_your_card")
    # Else a refusal would tell who holds what.
    assert answers[0].json["detail"].replace(f" {unused} ", " # ") == answers[1].json[
        "detail"
    ].replace(f" {of_bob} ", " # ")


def test_a_card_is_played_once(
    ann: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    game = table()
    card = hand(ann, game)[0]
    ann.seals(game, play(card))
    time_passes(game)
    with nothing_changes():
        refused(ann.seals(game, play(card), turn=2), 422, "card_not_in_hand")


def test_what_does_not_answer_the_question_is_refused_by_its_reason(
    ann: Person, bob: Person, cat: Person
) -> None:
    game = make_game((ann, bob, cat), ruleset="high_tide")

    def answers(kind: str, **more: object) -> Answer:
        turn = ann.sees(game)["turn"]
        asked = (ann, bob, cat)[turn["asked"][0]["seat"]]
        return asked.seals(game, {"type": kind, **more}, turn["number"])

    with nothing_changes():
        refused(answers("take", space=1), 422, "not_now")
        refused(answers("tile", tile="B1"), 422, "tile_not_held", "/action/tile")
    # The third roll has to be accepted, so nobody is asked about it.
    assert [answers("decline").status for _ in range(2)] == [200, 200]
    with nothing_changes():
        refused(answers("take", space=3), 422, "not_on_offer", "/action/space")


def test_only_the_open_turn_is_answered(
    ann: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    game = table()
    time_passes(game)
    card = play(hand(ann, game)[0])
    with nothing_changes():
        refused(ann.seals(game, card, turn=1), 409, "turn_closed")
        refused(ann.seals(game, card, turn=3), 404, "turn_not_found")
        refused(ann.seals(game, card, turn=999_999_999), 404, "turn_not_found")
        refused(ann.delete(f"/games/{game}/turns/3/submission"), 404, "turn_not_found")
        refused(ann.get(f"/games/{game}/turns/3/submission"), 404, "turn_not_found")


def test_who_is_out_of_the_stage_is_not_asked(ann: Person, bob: Person, cat: Person) -> None:
    game = ann.opens(4, bots=["random"])
    bob.joins(game)
    cat.joins(game)
    # Rounds of chance may lead here or not: so she is taken out by hand.
    row = Game.objects.get(pk=game)
    assert row.state is not None
    row.state["eliminated"][0] = True
    row.save()
    turn = Turn.objects.get(game=game)
    turn.asked, turn.banks, turn.dues = turn.asked[1:], turn.banks[1:], turn.dues[1:]
    turn.save()
    mine = ann.sees(game)["mine"]
    assert (mine["legal_actions"], mine["fallback"], mine["fallback_by"]) == ([], None, None)
    assert (mine["due_at"], mine["bank"]) == (None, None)
    assert ann.get("/me/turns").json["results"] == []
    with nothing_changes():
        refused(ann.seals(game, play(mine["hand"][0]), turn=1), 409, "not_asked")
        refused(ann.delete(f"/games/{game}/turns/1/submission"), 409, "not_asked")
    assert bob.seals_anything(game).status == 200
