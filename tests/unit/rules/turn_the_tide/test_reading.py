"""What is refused: options, actions and standing orders; and what an order answers."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from games.rulesets.refusal import Illegal, Unreadable
from games.rulesets.turn_the_tide.rules.cards import Play, tide_cards
from games.rulesets.turn_the_tide.rules.ruleset import TURN_THE_TIDE
from games.rulesets.turn_the_tide.rules.state import TurnTheTideState
from tests.unit.rules.turn_the_tide.table import close_round, deal

Json = dict[str, Any]
CARDS = [44, 27, 16]

# -- options and actions


def test_the_default_of_the_four_editions_is_amigo() -> None:
    assert TURN_THE_TIDE.read_options({}) == {"edition": "amigo"}
    assert TURN_THE_TIDE.editions[0] == "amigo"


@pytest.mark.parametrize(
    ("raw", "pointer"),
    [
        *[([], ""), (None, ""), ("amigo", "")],
        *[({"edition": edition}, "/edition") for edition in ("", "Amigo", None, 1, ["amigo"])],
    ],
    ids=repr,
)
def test_other_options_are_refused(raw: Any, pointer: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        TURN_THE_TIDE.read_options(raw)
    assert (refusal.value.code, refusal.value.pointer) == ("invalid_options", pointer)


def test_an_action_plays_a_card_from_1_to_60() -> None:
    for card in (0, 61):
        with pytest.raises(Illegal) as refusal:
            TURN_THE_TIDE.read_action({"type": "play", "card": card})
        assert (refusal.value.code, refusal.value.pointer) == ("no_such_number", "/card")


def refuse_play(state: TurnTheTideState, seat: int, card: int) -> Illegal:
    with pytest.raises(Illegal) as refusal:
        TURN_THE_TIDE.check_action(state, seat, Play(card))
    return refusal.value


def test_a_card_that_was_played_is_no_longer_in_the_hand_and_goes_with_it_to_the_next() -> None:
    assert refuse_play(close_round(CARDS, tides=(4, 7)).state, 0, 44).code == "card_not_in_hand"
    handed_on = close_round(CARDS, tides=(4, 7), number=12).state
    assert refuse_play(handed_on, 0, 44).code == "not_your_card"
    TURN_THE_TIDE.check_action(handed_on, 1, Play(44))


def test_the_same_refusal_answers_a_card_of_another_hand_and_one_out_of_the_game() -> None:
    state = close_round(CARDS, tides=(4, 7)).state
    theirs = state.hand_of(1)[0]
    nobodys = next(c for c in range(1, 61) if all(c not in hand for hand in state.dealt))
    refusals = [(card, refuse_play(state, 0, card)) for card in (27, theirs, nobodys)]
    assert {refusal.code for _, refusal in refusals} == {"not_your_card"}
    assert len({refusal.detail.replace(str(card), "card") for card, refusal in refusals}) == 1


def test_the_eliminated_may_not_play_and_nobody_when_the_game_is_over() -> None:
    state = close_round([*CARDS, 8], tides=(4, 7), preservers=[3, 0, 3, 3]).state
    assert refuse_play(state, 1, state.hand_of(1)[0]).code == "not_asked"
    over = close_round(CARDS, tides=(4, 7), number=12, stage=3).state
    assert refuse_play(over, 0, over.hand_of(0)[0]).code == "not_asked"


# -- standing orders: a ranked list of cards with conditions on the two tides

HAND = [4, 12, 27, 44]
GONE: Json = {"lower_tide": {"least": 12}, "higher_tide": {"most": 1}}


def reveal_tides(*tides: int, seats: int = 3) -> TurnTheTideState:
    """Return round 1 with these tides on the table; seat 0 holds the hand, filled up from the top."""
    left = list(tide_cards(seats))
    for tide in tides:
        left.remove(tide)
    state = deal([HAND, *[[]] * (seats - 1)], "bga" if seats == 6 else "amigo")
    return replace(state, tides=tides, tides_left=tuple(left))


def list_plays(entries: Sequence[int | tuple[int, Json]]) -> Json:
    """Return an order: of cards, and of cards with a condition."""
    pairs = [entry if isinstance(entry, tuple) else (entry, None) for entry in entries]
    return {"plays": [{"card": card} | ({"when": when} if when else {}) for card, when in pairs]}


def follow(
    state: TurnTheTideState, *entries: int | tuple[int, Json]
) -> tuple[int | None, list[str]]:
    """Return the card that the order plays for seat 0, and the codes of the entries before it."""
    orders = TURN_THE_TIDE.orders
    followed = orders.follow(state, 0, orders.read(list_plays(entries)))
    pointers = [entry.pointer for entry in followed.skipped]
    assert pointers == [f"/plays/{number}" for number in range(len(pointers))]
    return followed.action and followed.action.card, [entry.code for entry in followed.skipped]


NOT_MET = "condition_not_met"


@pytest.mark.parametrize(
    ("tides", "entries", "card", "skipped"),
    [
        ((4, 7), [27, 4], 27, []),
        # Which of two tides was drawn first does not matter; of one number, they are both.
        ((3, 9), [(44, {"lower_tide": {"most": 3}, "higher_tide": {"least": 9}})], 44, []),
        ((9, 3), [(44, {"lower_tide": {"most": 3}, "higher_tide": {"least": 9}})], 44, []),
        ((6, 6), [(44, {"lower_tide": {"least": 6}, "higher_tide": {"most": 6}})], 44, []),
        # An entry whose condition is not met falls through.
        ((4, 7), [(44, {"lower_tide": {"most": 3}}), 12], 12, [NOT_MET]),
        ((4, 7), [(44, {"lower_tide": {"least": 5}}), 12], 12, [NOT_MET]),
        ((4, 7), [(44, {"higher_tide": {"most": 6}}), 12], 12, [NOT_MET]),
        ((4, 7), [(44, {"higher_tide": {"least": 8}}), 12], 12, [NOT_MET]),
        (
            (4, 7),
            [(44, {"lower_tide": {"least": 4, "most": 4}, "higher_tide": {"least": 8}}), 12],
            12,
            [NOT_MET],
        ),
        # A card may stand several times with different conditions.
        (
            (4, 7),
            [
                (44, {"lower_tide": {"most": 2}}),
                (12, {"higher_tide": {"least": 10}}),
                (44, {"higher_tide": {"most": 7}}),
            ],
            44,
            [NOT_MET, NOT_MET],
        ),
    ],
    ids=str,
)
def test_the_first_card_whose_condition_is_met_is_played(
    tides: tuple[int, int], entries: Any, card: int, skipped: list[str]
) -> None:
    assert follow(reveal_tides(*tides), *entries) == (card, skipped)


def test_cards_that_are_played_of_another_hand_or_handed_on_fall_through() -> None:
    first = reveal_tides(4, 7)
    assert follow(first, first.hand_of(1)[0], 12) == (12, ["not_your_card"])
    assert follow(first, 44, 4) == (44, [])
    later = TURN_THE_TIDE.load({**TURN_THE_TIDE.dump(first), "played": [[44], [], []]})
    assert follow(later, 44, 4) == (4, ["card_not_in_hand"])
    state = close_round(CARDS, tides=(4, 7)).state
    missing = ["card_not_in_hand", "not_your_card", NOT_MET]
    assert follow(state, 44, 27, (state.hand_of(0)[0], GONE)) == (None, missing)
    handed_on = close_round(CARDS, tides=(4, 7), number=12).state
    assert follow(handed_on, 44) == (None, ["not_your_card"])


def judge(
    state: TurnTheTideState, *entries: int | tuple[int, Json]
) -> tuple[str, str | None] | None:
    """Return code and pointer with which an order of seat 0 is refused, None if it can be given."""
    try:
        TURN_THE_TIDE.orders.judge(state, 0, TURN_THE_TIDE.orders.read(list_plays(entries)))
    except Illegal as refusal:
        return refusal.code, refusal.pointer
    return None


HIGH: Json = {"higher_tide": {"least": 9}}


@pytest.mark.parametrize(
    ("entries", "refusal"),
    [
        ([(44, {"lower_tide": {"most": 3}}), 44, 12], None),
        # A condition that contradicts itself.
        (
            [12, (44, {"lower_tide": {"least": 8, "most": 3}})],
            ("condition_never_met", "/plays/1/when"),
        ),
        (
            [12, (44, {"lower_tide": {"least": 8}, "higher_tide": {"most": 7}})],
            ("condition_never_met", "/plays/1/when"),
        ),
        # A card below itself without a condition, and the same entry twice.
        ([44, 12, 44], ("never_reached", "/plays/2")),
        ([44, 12, (44, HIGH)], ("never_reached", "/plays/2")),
        ([(44, HIGH), (44, HIGH)], ("never_reached", "/plays/1")),
    ],
    ids=str,
)
def test_an_order_of_which_an_entry_can_be_of_no_use_is_refused(
    entries: Any, refusal: tuple[str, str] | None
) -> None:
    assert judge(reveal_tides(4, 7), *entries) == refusal


def test_a_card_that_is_played_or_of_another_hand_cannot_be_ordered() -> None:
    state = close_round(CARDS, tides=(4, 7)).state
    assert judge(state, state.hand_of(0)[0], 44) == ("card_not_in_hand", "/plays/1/card")
    assert judge(state, state.hand_of(1)[0]) == ("not_your_card", "/plays/0/card")
    eliminated = close_round([27, 44, 16, 8], tides=(4, 7), preservers=[0, 3, 3, 3]).state
    assert judge(eliminated, eliminated.hand_of(0)[0]) == ("card_not_in_hand", None)


def test_a_condition_on_a_tide_that_cannot_come_is_refused_unless_it_lies_on_the_table() -> None:
    refusal = ("condition_never_met", "/plays/0/when")
    entry: tuple[int, Json] = (44, {"higher_tide": {"least": 11}})
    assert judge(reveal_tides(4, 7), entry) is None
    assert judge(reveal_tides(4, 7, seats=6), entry) == refusal
    last = replace(reveal_tides(4, 12), tides_left=(1, 3))
    assert judge(last, entry) is None
    assert judge(replace(last, tides=(4, 7)), entry) == refusal
