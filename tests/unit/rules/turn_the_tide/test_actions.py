"""What is refused, and with which code."""

from typing import Any

import pytest

from games.rulesets.refusal import Illegal, Unreadable
from games.rulesets.turn_the_tide.rules.cards import Play
from games.rulesets.turn_the_tide.rules.ruleset import TURN_THE_TIDE
from tests.unit.rules.turn_the_tide.table import close_round


def test_a_play_is_read_and_written() -> None:
    assert TURN_THE_TIDE.read_action({"type": "play", "card": 44}) == Play(44)
    assert TURN_THE_TIDE.write_action(Play(44)) == {"type": "play", "card": 44}


@pytest.mark.parametrize("card", [0, 61, -1, True, 4.0, "4", None, [4]], ids=repr)
def test_a_card_is_a_whole_number_from_1_to_60(card: Any) -> None:
    with pytest.raises(Unreadable) as refusal:
        TURN_THE_TIDE.read_action({"type": "play", "card": card})
    assert (refusal.value.code, refusal.value.pointer) == ("invalid_action", "/card")


@pytest.mark.parametrize("raw", [[], None, "play", 44], ids=repr)
def test_an_action_is_an_object(raw: Any) -> None:
    with pytest.raises(Unreadable) as refusal:
        TURN_THE_TIDE.read_action(raw)
    assert (refusal.value.code, refusal.value.pointer) == ("invalid_action", "")


@pytest.mark.parametrize("raw", [[], None, "amigo"], ids=repr)
def test_options_are_an_object(raw: Any) -> None:
    with pytest.raises(Unreadable) as refusal:
        TURN_THE_TIDE.read_options(raw)
    assert (refusal.value.code, refusal.value.pointer) == ("invalid_options", "")


@pytest.mark.parametrize("edition", ["", "Amigo", None, 1, ["amigo"]], ids=repr)
def test_only_the_four_editions_are_known(edition: Any) -> None:
    with pytest.raises(Unreadable, match="amigo, gamewright, bga, bga_modified") as refusal:
        TURN_THE_TIDE.read_options({"edition": edition})
    assert (refusal.value.code, refusal.value.pointer) == ("invalid_options", "/edition")


def test_the_default_edition_is_amigo() -> None:
    assert TURN_THE_TIDE.read_options({}) == {"edition": "amigo"}
    assert TURN_THE_TIDE.editions[0] == "amigo"


def test_a_card_already_played_is_no_longer_in_the_hand() -> None:
    state = close_round([44, 27, 16], tides=(4, 7)).state
    with pytest.raises(Illegal, match="already played the 44") as refusal:
        TURN_THE_TIDE.check_action(state, 0, Play(44))
    assert refusal.value.code == "card_not_in_hand"


@pytest.mark.parametrize("card", [27, 1], ids=["played by another", "out of the game"])
def test_a_card_that_is_not_in_the_hand_of_this_stage_is_not_yours(card: int) -> None:
    state = close_round([44, 27, 16], tides=(4, 7)).state
    with pytest.raises(Illegal) as refusal:
        TURN_THE_TIDE.check_action(state, 0, Play(card))
    assert refusal.value.code == "not_your_card"


def test_a_card_of_the_hand_that_was_handed_on_is_no_longer_yours() -> None:
    state = close_round([44, 27, 16], tides=(4, 7), number=12).state
    with pytest.raises(Illegal) as refusal:
        TURN_THE_TIDE.check_action(state, 0, Play(44))
    assert refusal.value.code == "not_your_card"
    TURN_THE_TIDE.check_action(state, 1, Play(44))


def test_the_eliminated_may_not_play() -> None:
    state = close_round([44, 27, 16, 8], tides=(4, 7), preservers=[3, 0, 3, 3]).state
    with pytest.raises(Illegal, match="eliminated") as refusal:
        TURN_THE_TIDE.check_action(state, 1, Play(state.hand_of(1)[0]))
    assert refusal.value.code == "not_asked"


def test_nobody_may_play_when_the_game_is_over() -> None:
    state = close_round([44, 27, 16], tides=(4, 7), number=12, stage=3).state
    with pytest.raises(Illegal, match="over") as refusal:
        TURN_THE_TIDE.check_action(state, 0, Play(state.hand_of(0)[0]))
    assert refusal.value.code == "not_asked"


def test_the_same_refusal_answers_a_card_of_another_hand_and_one_out_of_the_game() -> None:
    state = close_round([44, 27, 16], tides=(4, 7)).state
    theirs = state.hand_of(1)[0]
    (nobodys, *_) = [c for c in range(1, 61) if all(c not in hand for hand in state.dealt)]
    details = set()
    for card in (theirs, nobodys):
        with pytest.raises(Illegal) as refusal:
            TURN_THE_TIDE.check_action(state, 0, Play(card))
        details.add((refusal.value.code, refusal.value.detail.replace(str(card), "card")))
    assert len(details) == 1
