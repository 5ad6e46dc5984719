"""Standing orders: a ranked list of cards with conditions on the two tides."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from games.rulesets.refusal import Illegal, Unreadable
from games.rulesets.ruleset import Followed
from games.rulesets.turn_the_tide.rules.cards import Play
from games.rulesets.turn_the_tide.rules.cards import tide_cards as all_tides
from games.rulesets.turn_the_tide.rules.ruleset import TURN_THE_TIDE
from games.rulesets.turn_the_tide.rules.state import TurnTheTideState
from tests.unit.rules.turn_the_tide.table import close_round, dealt

Json = dict[str, Any]

HAND = [4, 12, 27, 44]


def revealed(*tides: int, hand: Sequence[int] = HAND, seats: int = 3) -> TurnTheTideState:
    """Round 1 with these tides on the table; seat 0 holds the hand, filled up from the top."""
    left = list(all_tides(seats))
    for tide in tides:
        left.remove(tide)
    edition = "bga" if seats == 6 else "amigo"
    state = dealt([hand, *[[]] * (seats - 1)], edition)
    return replace(state, tides=tides, tides_left=tuple(left))


def follow(state: TurnTheTideState, *plays: Json) -> Followed[Play]:
    return TURN_THE_TIDE.orders.follow(state, 0, TURN_THE_TIDE.orders.read({"plays": list(plays)}))


def refusal(state: TurnTheTideState, *plays: Json) -> tuple[str, str | None]:
    with pytest.raises(Illegal) as refusal:
        judge(state, *plays)
    return refusal.value.code, refusal.value.pointer


def judge(state: TurnTheTideState, *plays: Json) -> None:
    TURN_THE_TIDE.orders.judge(state, 0, TURN_THE_TIDE.orders.read({"plays": list(plays)}))


def when(**tides: Json) -> Json:
    return {"when": tides}


# -- followed


def test_the_first_card_of_the_list_is_played() -> None:
    assert follow(revealed(4, 7), {"card": 27}, {"card": 4}) == Followed(Play(27))


def test_a_card_that_has_been_played_falls_through_to_the_next() -> None:
    state = close_round([44, 27, 16], tides=(4, 7)).state
    rest = state.hand_of(0)[0]
    followed = follow(state, {"card": 44}, {"card": rest})
    assert followed.action == Play(rest)
    assert [(entry.pointer, entry.code) for entry in followed.skipped] == [
        ("/plays/0", "card_not_in_hand")
    ]


def test_a_card_of_another_hand_falls_through_to_the_next() -> None:
    state = revealed(4, 7)
    followed = follow(state, {"card": state.hand_of(1)[0]}, {"card": 12})
    assert followed.action == Play(12)
    assert [entry.code for entry in followed.skipped] == ["not_your_card"]


@pytest.mark.parametrize("tides", [(3, 9), (9, 3)])
def test_lower_and_higher_tide_do_not_depend_on_which_was_drawn_first(tides: Any) -> None:
    entry = {"card": 44, **when(lower_tide={"most": 3}, higher_tide={"least": 9})}
    assert follow(revealed(*tides), entry).action == Play(44)


def test_two_tides_of_one_number_are_both_the_lower_and_the_higher() -> None:
    entry = {"card": 44, **when(lower_tide={"least": 6}, higher_tide={"most": 6})}
    assert follow(revealed(6, 6), entry).action == Play(44)


@pytest.mark.parametrize(
    "condition",
    [
        when(lower_tide={"most": 3}),
        when(lower_tide={"least": 5}),
        when(higher_tide={"most": 6}),
        when(higher_tide={"least": 8}),
        when(lower_tide={"least": 4, "most": 4}, higher_tide={"least": 8}),
    ],
    ids=str,
)
def test_an_entry_whose_condition_is_not_met_falls_through(condition: Json) -> None:
    followed = follow(revealed(4, 7), {"card": 44, **condition}, {"card": 12})
    assert followed.action == Play(12)
    (skipped,) = followed.skipped
    assert (skipped.pointer, skipped.code) == ("/plays/0", "condition_not_met")
    assert skipped.detail == "The lower tide is 4, the higher one 7."


def test_a_card_may_stand_several_times_with_different_conditions() -> None:
    plays = [
        {"card": 44, **when(lower_tide={"most": 2})},
        {"card": 12, **when(higher_tide={"least": 10})},
        {"card": 44, **when(higher_tide={"most": 7})},
    ]
    followed = follow(revealed(4, 7), *plays)
    assert followed.action == Play(44)
    assert [entry.pointer for entry in followed.skipped] == ["/plays/0", "/plays/1"]


def test_if_nothing_fits_the_fallback_is_due_and_every_entry_says_why() -> None:
    state = close_round([44, 27, 16], tides=(4, 7)).state
    rest = state.hand_of(0)[0]
    impossible = when(lower_tide={"least": 12}, higher_tide={"most": 1})
    followed = follow(state, {"card": 44}, {"card": 27}, {"card": rest, **impossible})
    assert followed.action is None
    assert [(entry.pointer, entry.code) for entry in followed.skipped] == [
        ("/plays/0", "card_not_in_hand"),
        ("/plays/1", "not_your_card"),
        ("/plays/2", "condition_not_met"),
    ]


def test_the_same_order_serves_round_after_round() -> None:
    plays = [{"card": 44}, {"card": 4}]
    first = revealed(4, 7)
    assert follow(first, *plays).action == Play(44)
    dumped = TURN_THE_TIDE.dump(first)
    later = TURN_THE_TIDE.load({**dumped, "played": [[44], [], []]})
    assert follow(later, *plays).action == Play(4)


def test_the_cards_of_a_hand_that_was_handed_on_fall_through() -> None:
    state = close_round([44, 27, 16], tides=(4, 7), number=12).state
    followed = follow(state, {"card": 44})
    assert followed.action is None
    assert [entry.code for entry in followed.skipped] == ["not_your_card"]


# -- given


def test_an_order_of_cards_in_the_hand_can_be_given() -> None:
    judge(
        revealed(4, 7),
        {"card": 44, **when(lower_tide={"most": 3})},
        {"card": 44},
        {"card": 12},
    )


def test_a_card_that_has_been_played_cannot_be_ordered() -> None:
    state = close_round([44, 27, 16], tides=(4, 7)).state
    plays = [{"card": state.hand_of(0)[0]}, {"card": 44}]
    assert refusal(state, *plays) == ("card_not_in_hand", "/plays/1/card")


def test_a_card_of_another_hand_cannot_be_ordered() -> None:
    state = revealed(4, 7)
    assert refusal(state, {"card": state.hand_of(1)[0]}) == ("not_your_card", "/plays/0/card")


def test_who_is_eliminated_can_order_nothing_until_the_next_stage() -> None:
    state = close_round([27, 44, 16, 8], tides=(4, 7), preservers=[0, 3, 3, 3]).state
    assert refusal(state, {"card": state.hand_of(0)[0]}) == ("card_not_in_hand", None)


@pytest.mark.parametrize(
    "condition",
    [
        when(lower_tide={"least": 8, "most": 3}),
        when(lower_tide={"least": 8}, higher_tide={"most": 7}),
    ],
    ids=str,
)
def test_a_condition_that_contradicts_itself_is_refused(condition: Json) -> None:
    plays = [{"card": 12}, {"card": 44, **condition}]
    assert refusal(revealed(4, 7), *plays) == ("condition_never_met", "/plays/1/when")


def test_a_condition_on_a_tide_that_is_not_in_the_game_is_refused() -> None:
    entry = {"card": 44, **when(higher_tide={"least": 11})}
    judge(revealed(4, 7), entry)
    assert refusal(revealed(4, 7, seats=6), entry) == ("condition_never_met", "/plays/0/when")


def test_a_condition_on_tides_that_are_gone_is_refused_unless_they_lie_on_the_table() -> None:
    entry = {"card": 44, **when(higher_tide={"least": 12})}
    last = replace(revealed(4, 12), tides_left=(1, 3))
    judge(last, entry)
    assert refusal(replace(last, tides=(4, 7)), entry) == ("condition_never_met", "/plays/0/when")


@pytest.mark.parametrize("condition", [{}, when(higher_tide={"least": 9})], ids=str)
def test_a_card_below_itself_without_a_condition_is_refused(condition: Json) -> None:
    plays = [{"card": 44}, {"card": 12}, {"card": 44, **condition}]
    assert refusal(revealed(4, 7), *plays) == ("never_reached", "/plays/2")


def test_the_same_entry_twice_is_refused() -> None:
    entry = {"card": 44, **when(higher_tide={"least": 9})}
    assert refusal(revealed(4, 7), entry, entry) == ("never_reached", "/plays/1")


# -- read


@pytest.mark.parametrize(
    ("raw", "pointer"),
    [
        ({}, "/plays"),
        ({"plays": []}, "/plays"),
        ({"plays": [{"card": 1}] * 61}, "/plays"),
        ({"plays": [{}]}, "/plays/0/card"),
        ({"plays": [{"card": 61}]}, "/plays/0/card"),
        ({"plays": [{"card": 1, "when": {}}]}, "/plays/0/when"),
        ({"plays": [{"card": 1, "when": {"lower_tide": {}}}]}, "/plays/0/when/lower_tide"),
        (
            {"plays": [{"card": 1}, {"card": 2, "when": {"higher_tide": {"most": 13}}}]},
            "/plays/1/when/higher_tide/most",
        ),
    ],
)
def test_what_is_no_order_is_refused_where_it_is_wrong(raw: Json, pointer: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        TURN_THE_TIDE.orders.read(raw)
    assert (refusal.value.code, refusal.value.pointer) == ("invalid_order", pointer)
