"""Rolling, accepting and declining, and taking a pair from the track."""

import pytest

from games.rulesets.refusal import Illegal
from tests.unit.rules.high_tide.tables import lay


def test_the_first_player_of_a_round_rolls_without_being_asked() -> None:
    table = lay(falls=["white 5", "black 2"])
    assert (table.asked(), table.decision()) == ((0,), "accept")
    assert table.told("rolled")[0]["pair"] == {
        "left": {"colour": "white", "face": 5},
        "right": {"colour": "black", "face": 2},
    }


def test_red_rolls_white_5_and_black_2_and_moves_her_chairs_so_far() -> None:
    table = lay(falls=["white 5", "black 2"])
    table.answer(0, "accept")
    assert (table.space(0, "white"), table.space(0, "black")) == (5, 2)
    assert all(table.space(0, beach) == 0 for beach in ("purple", "blue", "orange", "yellow"))
    assert table.track()[0] == "towel 0"


def test_declined_yellow_2_and_blue_1_lie_yellow_left_blue_right_on_the_top_space() -> None:
    table = lay(falls=["blue 1", "yellow 2", "white 6", "white 5"])
    table.answer(0, "decline")
    assert table.track()[0] == "yellow 2, blue 1"
    assert (table.asked(), table.decision()) == ((0,), "accept")
    assert table.told("rolled")[-1]["pair"]["left"] == {"colour": "white", "face": 6}


@pytest.mark.parametrize(
    ("falls", "lies"),
    [
        (("white 3", "purple 3"), "purple 3, white 3"),
        (("black 1", "white 6"), "white 6, black 1"),
        (("blue 2", "blue 4"), "blue 4, blue 2"),
        (("orange 4", "orange 4"), "orange 4, orange 4"),
    ],
)
def test_a_pair_lies_with_the_higher_die_left_and_equal_ones_in_the_order_of_the_beaches(
    falls: tuple[str, str], lies: str
) -> None:
    table = lay(falls=falls)
    table.answer(0, "decline")
    assert table.track()[0] == lies


def test_two_dice_of_one_colour_add_up() -> None:
    table = lay(falls=["blue 4", "blue 3"])
    table.answer(0, "accept")
    assert table.space(0, "blue") == 7


def test_a_roll_with_one_space_free_must_be_accepted() -> None:
    table = lay(falls=["white 1", "white 2", "blue 1", "blue 2", "black 6", "black 5"])
    table.answer(0, "decline")
    table.answer(0, "decline")
    # The third roll was accepted at once, and it is the next player's go.
    assert table.space(0, "black") == 11
    assert table.asked() == (1,)


def test_a_roll_that_must_be_accepted_cannot_be_declined() -> None:
    table = lay(expansions=["baywatch"], tiles={"B8": 0})
    table.answer(0, "decline")
    table.answer(0, "decline")
    assert table.types(0) == {"accept", "tile"}
    with pytest.raises(Illegal) as refusal:
        table.answer(0, "decline")
    assert refusal.value.code == "must_accept"


def test_who_has_rolled_can_no_longer_take_a_pair() -> None:
    table = lay()
    table.answer(0, "decline")
    table.answer(0, "accept")
    assert table.types(1) == {"roll", "take"}
    table.answer(1, "roll")
    assert table.types(1) == {"accept", "decline"}
    with pytest.raises(Illegal) as refusal:
        table.answer(1, "take", space=1)
    assert refusal.value.code == "not_now"


def test_a_player_with_pairs_and_a_free_space_rolls_or_takes_any_of_the_pairs() -> None:
    table = lay(falls=["white 1", "white 2", "blue 1", "blue 2"])
    table.answer(0, "decline")
    table.answer(0, "decline")
    # Towel on space 3; the rental has moved on and leaves space 4 free.
    assert table.legal(1) == [
        {"type": "roll"},
        {"type": "take", "space": 1},
        {"type": "take", "space": 2},
    ]


def test_a_player_without_a_free_space_must_take_a_pair() -> None:
    table = lay(3)
    table.answer(0, "decline")
    table.answer(0, "decline")
    # The last free space: her roll stands, and the last player finds two pairs and no space.
    table.answer(1, "roll")
    assert table.track() == ["black 1, black 1", "purple 1, purple 1", "towel 0", "towel 1"]
    assert table.legal(2) == [{"type": "take", "space": 1}, {"type": "take", "space": 2}]


def test_a_pair_from_the_top_space_allows_to_re_roll_none_either_or_both() -> None:
    table = lay(falls=["white 6", "blue 1", "black 1", "purple 1", 4, 2])
    table.answer(0, "decline")
    table.answer(0, "accept")
    table.answer(1, "take", space=1)
    assert [action["dice"] for action in table.legal(1)] == [
        [],
        ["left"],
        ["right"],
        ["left", "right"],
    ]
    table.answer(1, "reroll", dice=["right", "left"])
    assert (table.space(1, "white"), table.space(1, "blue")) == (4, 2)


def test_a_pair_from_the_second_space_allows_to_re_roll_one_die() -> None:
    table = lay(falls=["black 3", "black 4", "blue 6", "white 1", "orange 1", "purple 1", 5])
    table.answer(0, "decline")
    table.answer(0, "decline")
    table.answer(1, "take", space=2)
    assert [action["dice"] for action in table.legal(1)] == [[], ["left"], ["right"]]
    table.answer(1, "reroll", dice=["right"])
    assert (table.space(1, "blue"), table.space(1, "white")) == (6, 5)
    assert table.told("rerolled")[0]["dice"] == ["right"]


def test_both_dice_of_a_pair_from_the_second_space_cannot_be_re_rolled() -> None:
    table = lay()
    table.answer(0, "decline")
    table.answer(0, "decline")
    table.answer(1, "take", space=2)
    with pytest.raises(Illegal) as refusal:
        table.answer(1, "reroll", dice=["left", "right"])
    assert (refusal.value.code, refusal.value.pointer) == ("not_on_offer", "/dice")


def test_a_pair_from_lower_down_is_moved_as_it_lies() -> None:
    table = lay(falls=["white 6", "white 5", "black 1", "black 2", "blue 5", "purple 3"])
    table.answer(0, "accept")
    table.answer(1, "decline")
    table.answer(1, "decline")
    assert table.asked() == (2,)
    assert table.track()[:4] == ["towel 0", "black 2, black 1", "blue 5, purple 3", "towel 1"]
    table.answer(2, "take", space=3)
    assert (table.space(2, "blue"), table.space(2, "purple")) == (5, 3)
    assert table.track()[2] == "towel 2"


def test_the_towel_goes_where_the_pair_was_taken_so_that_no_gap_is_left() -> None:
    table = lay()
    table.answer(0, "decline")
    table.answer(0, "decline")
    table.answer(1, "take", space=1)
    assert table.track()[0] == "free"
    table.answer(1, "reroll", dice=[])
    assert table.track()[:3] == ["towel 1", "purple 1, purple 1", "towel 0"]


def test_a_space_without_a_pair_has_none_to_take() -> None:
    table = lay()
    table.answer(0, "decline")
    table.answer(0, "accept")
    for space in (2, 7):
        with pytest.raises(Illegal) as refusal:
            table.answer(1, "take", space=space)
        assert (refusal.value.code, refusal.value.pointer) == ("not_on_offer", "/space")
