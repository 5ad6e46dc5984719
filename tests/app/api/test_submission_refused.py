"""Answers that are refused: by card, by shape, by turn, by who asks."""

from collections.abc import Callable

import pytest

from games.models import Game, Turn
from tests.app.api.conftest import TimePasses
from tests.app.api.playing import hand, play
from tests.app.api.refusals import nothing_changes, refused
from tests.factories import make_game
from tests.people import Answer, Person

pytestmark = pytest.mark.django_db


# -- what is refused


def test_a_card_in_another_hand_is_not_mine_to_play(
    ann: Person, bob: Person, table: Callable[..., str]
) -> None:
    game = table()
    with nothing_changes():
        said = ann.seals(game, play(hand(bob, game)[0]))
    refused(said, 422, "not_your_card")


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


@pytest.mark.parametrize(
    ("action", "pointers"),
    [
        ({"type": "play"}, ["/action/card"]),
        ({"type": "play", "card": 0}, ["/action/card"]),
        ({"type": "play", "card": 61}, ["/action/card"]),
        ({"type": "play", "card": -1}, ["/action/card"]),
        ({"type": "play", "card": 2**63}, ["/action/card"]),
        ({"type": "play", "card": 2**64}, ["/action/card"]),
        ({"type": "play", "card": 4.5}, ["/action/card"]),
        ({"type": "play", "card": True}, ["/action/card"]),
        ({"type": "play", "card": "4"}, ["/action/card"]),
        ({"type": "play", "card": None}, ["/action/card"]),
        ({"type": "play", "card": [4]}, ["/action/card"]),
        ({"type": "play", "card": {"a": [[[[]]]]}}, ["/action/card"]),
        ({"type": "roll"}, ["/action/type"]),
        ({"type": ["play"]}, ["/action/type"]),
        ({"type": "\x00"}, ["/action/type"]),
        ({"card": 4}, ["/action/type"]),
        ({}, ["/action/type"]),
    ],
)
def test_what_is_no_action_of_the_game_is_refused(
    ann: Person, table: Callable[..., str], action: dict[str, object], pointers: list[str]
) -> None:
    game = table()
    with nothing_changes():
        refused(ann.seals(game, action, turn=1), 400, "invalid_action", *pointers)


@pytest.mark.parametrize(
    ("action", "pointer"),
    [
        ({"type": "play", "card": 4, "seat": 1}, "/action/seat"),
        ({"type": "play", "card": 4, "a/b~": "\x00"}, "/action/a~1b~0"),
    ],
)
def test_an_unknown_field_of_an_action_is_refused_as_any_unknown_field(
    ann: Person, table: Callable[..., str], action: dict[str, object], pointer: str
) -> None:
    game = table()
    with nothing_changes():
        refused(ann.seals(game, action, turn=1), 400, "unknown_field", pointer)


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ({}, "missing_field", "/action"),
        ({"action": None}, "wrong_type", "/action"),
        ({"action": "play 4"}, "wrong_type", "/action"),
        ({"action": [4]}, "wrong_type", "/action"),
        ({"action": {"type": "play", "card": 4}, "turn": 1}, "unknown_field", "/turn"),
        ([{"action": {}}], "wrong_type", ""),
        (4, "wrong_type", ""),
    ],
)
def test_a_body_out_of_shape_is_refused(
    ann: Person, table: Callable[..., str], body: object, code: str, pointer: str
) -> None:
    game = table()
    with nothing_changes():
        refused(ann.put(f"/games/{game}/turns/1/submission", body), 400, code, pointer)


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


def test_a_foreign_game_is_not_mine_to_play(dan: Person, table: Callable[..., str]) -> None:
    public, private = table(), table(private=True)
    with nothing_changes():
        for call in (
            lambda game: dan.seals(game, play(1), turn=1),
            lambda game: dan.get(f"/games/{game}/turns/1/submission"),
            lambda game: dan.delete(f"/games/{game}/turns/1/submission"),
        ):
            refused(call(public), 403, "not_a_player")
            refused(call(private), 404, "game_not_found")
            refused(call("nosuchgame"), 404, "game_not_found")


def test_a_stranger_plays_nothing(stranger: Person, table: Callable[..., str]) -> None:
    game = table()
    with nothing_changes():
        refused(stranger.seals(game, play(1), turn=1), 401, "not_authenticated")
        refused(stranger.get(f"/games/{game}/turns/1/submission"), 401, "not_authenticated")
        refused(stranger.delete(f"/games/{game}/turns/1/submission"), 401, "not_authenticated")


def test_before_the_start_there_is_nothing_to_answer(ann: Person) -> None:
    game = ann.opens(3)
    with nothing_changes():
        refused(ann.seals(game, play(1), turn=1), 409, "game_not_started")
        refused(ann.delete(f"/games/{game}/turns/1/submission"), 409, "game_not_started")
    ann.post(f"/games/{game}/cancel")
    with nothing_changes():
        refused(ann.seals(game, play(1), turn=1), 409, "game_cancelled")


def test_after_the_end_there_is_nothing_to_answer(
    ann: Person, finished: Callable[..., str]
) -> None:
    game = finished()
    last = ann.get(f"/games/{game}/record").json["turns"][-1]["number"]
    with nothing_changes():
        refused(ann.seals(game, play(1), turn=last + 1), 409, "game_finished")
        refused(ann.delete(f"/games/{game}/turns/{last + 1}/submission"), 409, "game_finished")
        refused(ann.seals(game, play(1), turn=last), 409, "turn_closed")
