"""What each Baywatch tile does in its owner's own go, alone and with others."""

import pytest

from games.rulesets.refusal import Illegal
from tests.unit.rules.high_tide.holding import dice, holding

# -- B1


def test_b1_moves_the_rental_on_and_lets_it_rest_before_the_next_turn() -> None:
    table = holding("B1", seats=6)
    assert table.decision() == "choose"
    assert table.legal(0) == [{"type": "roll"}, {"type": "tile", "tile": "B1"}]
    table.use(0, "B1")
    assert table.state.track.rental == 5
    table.fall_back()
    assert [began["rental"] for began in table.told("go_began")][:6] == [4, 5, 6, 7, None, None]


def test_b1_gives_one_more_space_to_decline_to() -> None:
    table = holding("B1", seats=6)
    table.use(0, "B1")
    for _ in range(3):
        table.answer(0, "decline")
    assert table.asked() == (1,)
    assert table.track()[:4] == [
        "black 1, black 1",
        "black 1, purple 1",
        "purple 1, purple 1",
        "towel 0",
    ]


def test_b1_cannot_be_used_once_the_rental_is_gone() -> None:
    table = holding("B1", seat=2)
    table.answer(0, "accept")
    table.answer(1, "accept")
    assert table.state.track.rental is None
    assert table.tiles(2) == []


def test_b1_cannot_be_used_after_the_roll() -> None:
    table = holding("B1")
    table.answer(0, "roll")
    with pytest.raises(Illegal) as refusal:
        table.use(0, "B1")
    assert refusal.value.code == "not_now"


# -- B4


def test_b4_moves_any_one_of_her_chairs_as_well() -> None:
    table = holding("B4", falls=("white 5", "blue 2"))
    table.answer(0, "accept")
    assert table.decision() == "tiles"
    assert len(table.tiles(0)) == 12
    table.use(0, "B4", die="left", beach="orange")
    assert [table.space(0, beach) for beach in ("orange", "white", "blue")] == [5, 5, 2]


def test_b4_on_the_beach_of_a_die_moves_the_chair_twice() -> None:
    table = holding("B4", falls=("white 5", "blue 2"))
    table.answer(0, "accept")
    table.use(0, "B4", die="right", beach="white")
    assert (table.space(0, "white"), table.space(0, "blue")) == (7, 2)


def test_b4_is_not_offered_for_a_chair_in_the_water() -> None:
    table = holding("B4", falls=("white 5", "blue 2"), chairs={"orange": {0: 21}})
    table.answer(0, "accept")
    assert {action["beach"] for action in table.tiles(0)} == {
        *("black", "purple", "blue", "yellow", "white")
    }


def test_b4_finds_coins_of_its_own() -> None:
    table = holding("B4", falls=("white 5", "blue 2"), expansions=("coins",))
    table.answer(0, "accept")
    table.use(0, "B4", die="right", beach="white")
    assert table.shown()["offer"] == {"seat": 0, "beach": "white", "spaces": [2]}
    table.answer(0, "coin", beach="white", space=2)
    # She has a white coin now: only blue is offered when the dice have moved.
    assert table.shown()["offer"] == {"seat": 0, "beach": "blue", "spaces": [2]}


# -- B5


def test_b5_re_rolls_one_of_her_dice() -> None:
    table = holding("B5", falls=("white 5", "blue 2", 6))
    table.answer(0, "accept")
    table.use(0, "B5", die="right")
    assert (table.space(0, "white"), table.space(0, "blue")) == (5, 6)


def test_b5_comes_on_top_of_the_re_roll_of_a_pair_taken() -> None:
    table = holding("B5", seat=1, falls=("white 5", "blue 2", "black 1", "purple 1", 3, 1, 4))
    table.answer(0, "decline")
    table.answer(0, "accept")
    table.answer(1, "take", space=1)
    table.answer(1, "reroll", dice=["left", "right"])
    assert dice(table) == [("white", 3), ("blue", 1)]
    table.use(1, "B5", die="right")
    assert (table.space(1, "white"), table.space(1, "blue")) == (3, 4)


def test_the_open_dice_are_those_after_b5() -> None:
    table = holding("B5", falls=("white 5", "blue 2", 6))
    table.answer(0, "accept")
    table.use(0, "B5", die="right")
    assert table.told("open_dice")[0]["pair"]["right"]["face"] == 6


# -- B6


def test_b6_makes_each_die_count_1_more_1_less_or_as_it_is() -> None:
    table = holding("B6", falls=("white 5", "blue 2"))
    table.answer(0, "accept")
    assert len(table.tiles(0)) == 8
    table.use(0, "B6", left=1, right=-1)
    assert (table.space(0, "white"), table.space(0, "blue")) == (6, 1)


def test_b6_stays_between_1_and_6() -> None:
    table = holding("B6", falls=("white 6", "blue 1"))
    table.answer(0, "accept")
    assert [(way["left"], way["right"]) for way in table.tiles(0)] == [(-1, 0), (-1, 1), (0, 1)]


def test_the_open_dice_are_those_before_b6() -> None:
    table = holding("B6", falls=("white 5", "blue 2"))
    table.answer(0, "accept")
    table.use(0, "B6", left=-1, right=-1)
    faces = table.told("open_dice")[0]["pair"]
    assert (faces["left"]["face"], faces["right"]["face"]) == (5, 2)


# -- B7


def test_b7_makes_a_die_count_as_another_colour() -> None:
    table = holding("B7", falls=("white 5", "blue 2"))
    table.answer(0, "accept")
    assert len(table.tiles(0)) == 10
    table.use(0, "B7", die="left", colour="black")
    assert (table.space(0, "black"), table.space(0, "blue"), table.space(0, "white")) == (5, 2, 0)


def test_b7_can_bring_both_dice_to_one_beach_where_they_add_up() -> None:
    table = holding("B7", falls=("white 5", "blue 2"))
    table.answer(0, "accept")
    table.use(0, "B7", die="left", colour="blue")
    assert table.space(0, "blue") == 7


# -- B8


def test_b8_puts_the_roll_on_the_track_and_takes_another_pair() -> None:
    table = holding(
        "B8", seat=1, falls=("white 5", "blue 2", "black 1", "purple 1", "orange 6", "yellow 6")
    )
    table.answer(0, "decline")
    table.answer(0, "accept")
    table.answer(1, "roll")
    assert table.tiles(1) == [{"type": "tile", "tile": "B8", "space": 1}]
    table.use(1, "B8", space=1)
    assert table.track()[:3] == ["free", "towel 0", "orange 6, yellow 6"]
    table.answer(1, "reroll", dice=[])
    assert table.track()[:3] == ["towel 1", "towel 0", "orange 6, yellow 6"]
    assert (table.space(1, "white"), table.space(1, "blue")) == (5, 2)
    assert (table.space(1, "orange"), table.space(1, "yellow")) == (0, 0)


def test_b8_takes_the_place_of_a_roll_that_must_be_accepted() -> None:
    table = holding("B8")
    table.answer(0, "decline")
    table.answer(0, "decline")
    assert table.types(0) == {"accept", "tile"}
    table.use(0, "B8", space=2)
    table.answer(0, "reroll", dice=[])
    assert table.track()[1] == "towel 0"


def test_b8_needs_another_pair_on_the_track() -> None:
    assert holding("B8").tiles(0) == []


def test_b8_cannot_take_the_roll_itself() -> None:
    table = holding("B8")
    table.answer(0, "decline")
    with pytest.raises(Illegal) as refusal:
        table.use(0, "B8", space=2)
    assert refusal.value.code == "not_on_offer"


# -- B9


def test_b9_moves_one_chair_away_from_the_water() -> None:
    table = holding("B9", falls=("white 5", "blue 2"), chairs={"white": {0: 8}})
    table.answer(0, "accept")
    table.use(0, "B9", die="left")
    assert (table.space(0, "white"), table.space(0, "blue")) == (3, 2)


def test_b9_goes_no_further_than_the_bar() -> None:
    table = holding("B9", falls=("white 5", "blue 2"), chairs={"white": {0: 3}})
    table.answer(0, "accept")
    table.use(0, "B9", die="left")
    assert table.space(0, "white") == 0


def test_b9_does_not_bring_a_chair_out_of_the_water() -> None:
    table = holding("B9", falls=("white 5", "blue 2"), chairs={"white": {0: 21}})
    table.answer(0, "accept")
    assert table.tiles(0) == [{"type": "tile", "tile": "B9", "die": "right"}]


def test_b9_on_one_of_two_dice_of_a_colour_is_taken_off_the_other() -> None:
    table = holding("B9", falls=("white 5", "white 2"), chairs={"white": {0: 8}})
    table.answer(0, "accept")
    table.use(0, "B9", die="right")
    assert table.space(0, "white") == 11
