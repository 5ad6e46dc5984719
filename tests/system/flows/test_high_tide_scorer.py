"""The second scoring of High Tide: right by the rules' own figures, and not to be fooled."""

from itertools import chain, combinations

import pytest

from tests.system.flows.high_tide_scorer import disagreements
from tests.system.flows.high_tide_scorer.beach import Beach
from tests.system.flows.high_tide_scorer.track import Die, Pair
from tests.system.flows.records import EXPANSIONS, played

COMBINATIONS = list(
    chain.from_iterable(combinations(EXPANSIONS, many) for many in range(len(EXPANSIONS) + 1))
)


RED, BROWN, GREEN, BEIGE, PINK, BLUE = range(6)


THREE_PLACES = (4, 2, 1)


def beach(*spaces: tuple[int, list[int]], dry: int = 20) -> Beach:
    """A beach of six with these chairs on these spaces, the others at the bar."""
    laid = Beach(20, 6)
    laid.dry = dry
    for space, seats in spaces:
        for seat in seats:
            laid.spaces[laid.stand(seat)].remove(seat)
        laid.spaces[space] += seats
    return laid


# -- the worked examples of the rules


def test_of_one_space_the_right_one_is_ahead() -> None:
    black = beach((8, [BROWN, BEIGE]), (6, [RED]), (2, [GREEN, PINK, BLUE]))
    worth = black.points(THREE_PLACES, surfer=None)
    assert worth == {BEIGE: 4, BROWN: 2, RED: 1}


def test_a_chair_in_the_water_is_removed_and_the_bar_is_not_ranked() -> None:
    purple = beach((12, [RED]), (9, [BEIGE]), (5, [GREEN]), (1, [BROWN]), dry=10)
    worth = purple.points(THREE_PLACES, surfer=None)
    assert worth == {BEIGE: 4, GREEN: 2, BROWN: 1, BLUE: 1, PINK: 1}


def test_the_shark_drives_the_leftmost_of_the_nearest_back() -> None:
    purple = beach((21, [GREEN]), (8, [RED, BLUE]), (5, [PINK]))
    purple.flee(3)
    assert purple.spaces[5] == [PINK, RED]
    assert purple.spaces[8] == [BLUE]


def test_a_surfer_in_the_water_is_first_and_one_on_sand_is_removed() -> None:
    yellow = beach((21, [GREEN]), (9, [BLUE]), (3, [RED]))
    worth = yellow.points(THREE_PLACES, surfer=GREEN)
    assert worth == {GREEN: 6, BLUE: 2, RED: 1, BROWN: 1, BEIGE: 1, PINK: 1}
    black = beach((9, [PINK]), (3, [RED]))
    assert PINK not in (worth := black.points(THREE_PLACES, surfer=PINK))
    assert worth[RED] == 4
    assert beach().points(THREE_PLACES, surfer=PINK)[PINK] == 2


def test_the_higher_die_lies_left() -> None:
    white, black = Die("white", 5), Die("black", 3)
    assert Pair.of(black, white) == Pair.of(white, black) == Pair(white, black)
    orange, purple = Die("orange", 3), Die("purple", 3)
    assert Pair.of(orange, purple) == Pair(purple, orange)


def test_two_dice_of_one_colour_come_to_coins_in_either_order() -> None:
    blue = beach((2, [RED]))
    blue.coins = {2: 8, 4: 1, 5: 2, 6: 3, 7: 4}
    assert blue.coins_on_the_way(RED, (2, 3)) == [4, 5, 7]
    assert blue.coins_on_the_way(RED, (5,)) == [7]


# -- records


@pytest.mark.parametrize("expansions", COMBINATIONS, ids=lambda chosen: "+".join(chosen) or "base")
def test_finished_games_are_agreed_with(expansions: tuple[str, ...]) -> None:
    for seats in range(3, 7):
        for game in range(3):
            record = played("high_tide", {"expansions": list(expansions)}, seats, f"{game}")
            assert disagreements(record) == [], f"{seats} seats, game {game}"


def test_so_are_games_with_other_figures_than_the_box_has() -> None:
    figures = {
        "expansions": EXPANSIONS,
        "beach_length": 9,
        "rental_start": 2,
        "large_wave": 1,
        "small_wave": 2,
        "coin_values": [3, 7, 9, 20, 21, 22, 50, 99],
        "shark_distances": [1, 5, 5, 6, 7, 8, 10],
    }
    for seats in range(3, 7):
        assert disagreements(played("high_tide", figures, seats, "figures")) == []


def test_the_games_here_use_every_tile_and_put_every_question() -> None:
    tiles, questions = set(), set()
    for game in range(8):
        record = played("high_tide", {"expansions": EXPANSIONS}, 6, f"all of it {game}")
        for turn in record["turns"]:
            questions.add(turn["decision"])
            tiles |= {said["action"].get("tile") for said in turn["actions"]} - {None}
        assert disagreements(record) == []
    assert tiles == {f"B{number}" for number in range(1, 10)}
    assert questions == {"interrupt", "choose", "accept", "reroll", "tiles", "coin"}
