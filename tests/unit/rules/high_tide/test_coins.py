"""The Coins expansion: coming to coins, taking them, and what they are worth."""

from dataclasses import replace

import pytest

from games.rulesets.high_tide.rules.coins import Coins
from games.rulesets.high_tide.rules.play import PlayDraft
from games.rulesets.high_tide.rules.rounds import shark_comes
from games.rulesets.refusal import Illegal
from tests.unit.rules.high_tide.tables import Table, lay

# As LoadedChance lays them out, the coin on each space has the number of the space.


def coins(*falls: str | int, seats: int = 4, **how: object) -> Table:
    return lay(seats, falls=falls, expansions=["coins"], **how)  # type: ignore[arg-type]


def with_owned(table: Table, seat: int, colour: int, value: int) -> Coins:
    before = table.state.coins
    assert before is not None
    row = list(before.owned[seat])
    row[colour] = value
    owned = list(before.owned)
    owned[seat] = tuple(row)
    return replace(before, owned=tuple(owned))


def test_each_beach_has_a_coin_face_up_on_each_of_its_first_eight_spaces() -> None:
    for beach in coins().shown()["beaches"]:
        assert [coin["space"] for coin in beach["coins"]] == list(range(1, 9))
        assert sorted(coin["value"] for coin in beach["coins"]) == list(range(1, 9))


def test_the_coins_of_each_beach_are_shuffled_in_a_draw_of_their_own() -> None:
    purposes = coins().chance.purposes
    assert [purpose for purpose in purposes if "coins" in purpose] == [
        f"{beach} coins" for beach in ("black", "purple", "blue", "orange", "yellow", "white")
    ]


def test_a_player_may_take_the_coin_that_her_chair_comes_to() -> None:
    table = coins("blue 4", "orange 2")
    table.answer(0, "accept")
    assert (table.asked(), table.decision()) == ((0,), "coin")
    assert table.legal(0) == [{"type": "coin", "beach": "blue", "space": 4}, {"type": "pass"}]
    table.answer(0, "coin", beach="blue", space=4)
    table.answer(0, "coin", beach="orange", space=2)
    owned = table.shown()["coins"][0]
    assert (owned["blue"], owned["orange"], owned["white"]) == (4, 2, None)
    assert all(coin["space"] != 4 for coin in table.shown()["beaches"][2]["coins"])
    assert table.asked() == (1,)


def test_a_coin_may_be_left_where_it_lies() -> None:
    table = coins("blue 4", "orange 2")
    table.answer(0, "accept")
    table.answer(0, "pass")
    table.answer(0, "pass")
    assert set(table.shown()["coins"][0].values()) == {None}
    assert len(table.shown()["beaches"][2]["coins"]) == 8
    assert table.space(0, "blue") == 4


def test_who_has_a_coin_of_a_colour_is_offered_no_other() -> None:
    table = coins("blue 4", "orange 2")
    table.state = replace(table.state, coins=with_owned(table, 0, 2, 1))
    table.answer(0, "accept")
    assert table.shown()["offer"] == {"seat": 0, "beach": "orange", "spaces": [2]}


def test_no_coin_lies_beyond_the_eighth_space() -> None:
    table = coins("blue 4", "orange 2", chairs={"blue": {0: 5}, "orange": {0: 7}})
    table.answer(0, "accept")
    assert table.asked() == (1,)


def test_a_space_whose_coin_is_gone_offers_none() -> None:
    table = coins("blue 4", "orange 2")
    assert table.state.coins is not None
    taken = table.state.coins.take_coin(2, "blue", 4).take_coin(2, "orange", 2)
    table.state = replace(table.state, coins=taken)
    table.answer(0, "accept")
    assert table.asked() == (1,)


def test_two_dice_of_one_colour_can_be_played_as_two_steps_in_either_order() -> None:
    table = coins("blue 4", "blue 3")
    table.answer(0, "accept")
    assert table.legal(0) == [
        {"type": "coin", "beach": "blue", "space": 3},
        {"type": "coin", "beach": "blue", "space": 4},
        {"type": "coin", "beach": "blue", "space": 7},
        {"type": "pass"},
    ]
    table.answer(0, "coin", beach="blue", space=3)
    assert table.shown()["coins"][0]["blue"] == 3
    assert table.space(0, "blue") == 7
    # One coin of a colour is all that she may have.
    assert table.asked() == (1,)


def test_a_stop_half_way_finds_coins_even_if_the_chair_ends_beyond_them() -> None:
    table = coins("blue 6", "blue 2", chairs={"blue": {0: 5}})
    table.answer(0, "accept")
    assert table.shown()["offer"]["spaces"] == [7]


def test_dice_of_two_colours_do_not_stop_half_way() -> None:
    table = coins("blue 6", "white 2")
    table.answer(0, "accept")
    assert table.shown()["offer"] == {"seat": 0, "beach": "blue", "spaces": [6]}


def test_a_coin_elsewhere_cannot_be_taken() -> None:
    table = coins("blue 4", "orange 2")
    table.answer(0, "accept")
    for beach, space in (("blue", 3), ("orange", 2)):
        with pytest.raises(Illegal) as refusal:
            table.answer(0, "coin", beach=beach, space=space)
        assert refusal.value.code == "not_on_offer"


def test_coins_under_water_are_gone() -> None:
    table = coins(
        *("black 1", "purple 1", "black 1", "purple 1", "blue 1", "orange 1"),
        *("white 4", "yellow 2"),
        seats=3,
        beach_length=8,
        rental_start=2,
    )
    while table.state.round == 1:
        table.fall_back()
    by_beach = {beach["beach"]: beach["coins"] for beach in table.shown()["beaches"]}
    assert [coin["space"] for coin in by_beach["white"]] == [1, 2, 3, 4, 5]
    assert [coin["space"] for coin in by_beach["yellow"]] == [1, 2, 3, 4, 5, 6]


def test_the_shark_collects_no_coin() -> None:
    table = lay(
        3,
        expansions=["coins", "shark_alert"],
        chairs={"purple": {2: 9}},
        others={"alert": "purple", "shark": 3},
    )
    play = PlayDraft(table.state, table.chance)
    shark_comes(play)
    assert play.state.beach_of("purple").space_of(2) == 6
    assert play.state.coins == table.state.coins
    assert play.state.offers == ()


def scored(*rows: tuple[int, ...]) -> tuple[int, ...]:
    return Coins(lying=(), owned=rows).points_by_seat()


NONE = (0, 0, 0, 0, 0, 0)


def test_the_highest_totals_get_4_and_2_with_four_players() -> None:
    assert scored((3, 0, 0, 0, 0, 0), (8, 8, 0, 0, 0, 0), (5, 5, 5, 0, 0, 0), NONE) == (0, 4, 2, 0)


def test_the_third_total_gets_1_with_five_players() -> None:
    rows = ((3, 0, 0, 0, 0, 0), (8, 8, 0, 0, 0, 0), (5, 5, 5, 0, 0, 0), NONE, (2, 0, 0, 0, 0, 0))
    assert scored(*rows) == (1, 4, 2, 0, 0)


def test_a_tie_goes_to_the_more_valuable_black_coin_then_purple_and_so_on() -> None:
    assert scored((3, 5, 0, 0, 0, 0), (5, 3, 0, 0, 0, 0), NONE) == (2, 4, 0)
    assert scored((0, 0, 4, 0, 0, 4), (0, 0, 3, 5, 0, 0), NONE) == (4, 2, 0)
    assert scored((0, 0, 0, 0, 0, 8), (0, 0, 0, 0, 8, 0), NONE) == (2, 4, 0)


def test_no_black_coin_counts_as_a_black_coin_of_0() -> None:
    assert scored((0, 6, 0, 0, 0, 0), (1, 5, 0, 0, 0, 0), NONE) == (2, 4, 0)


def test_who_has_no_coin_gets_nothing() -> None:
    assert scored(NONE, NONE, NONE) == (0, 0, 0)
    assert scored(NONE, (1, 0, 0, 0, 0, 0), NONE) == (0, 4, 0)


def test_steps_that_bring_a_chair_back_to_where_it_stood_do_not_come_to_its_coin() -> None:
    table = lay(
        falls=["blue 3", "blue 3"],
        expansions=["coins", "baywatch"],
        chairs={"blue": {0: 4}},
        tiles={"B9": 0},
    )
    table.answer(0, "accept")
    table.use(0, "B9", die="left")
    assert table.shown()["offer"] == {"seat": 0, "beach": "blue", "spaces": [1, 7]}
