"""Which standing orders can be given: those that can be read and whose entries can be of use."""

from dataclasses import replace
from typing import Any

import pytest

from games.rulesets.high_tide.rules.ruleset import HIGH_TIDE
from games.rulesets.refusal import Illegal, Unreadable
from tests.unit.rules.high_tide.tables import Table, lay
from tests.unit.rules.high_tide.test_coins import with_owned

Json = dict[str, Any]


def give(table: Table, seat: int = 0, **order: list[Any]) -> None:
    HIGH_TIDE.orders.judge(table.state, seat, HIGH_TIDE.orders.read(order))


def refused(table: Table, seat: int = 0, **order: list[Any]) -> tuple[str, str | None]:
    with pytest.raises(Illegal) as refusal:
        give(table, seat, **order)
    return refusal.value.code, refusal.value.pointer


def test_the_example_can_be_given_at_the_start_of_a_game_with_all_it_speaks_of() -> None:
    give(lay(expansions=["coins", "baywatch"]), **HIGH_TIDE.schemas.examples["order"])


@pytest.mark.parametrize(
    ("order", "pointer"),
    [({"coins": ["pass"]}, "/coins"), ({"tiles": [{"tile": "B4"}]}, "/tiles")],
)
def test_parts_for_an_expansion_that_is_not_in_the_game_are_refused(
    order: Json, pointer: str
) -> None:
    assert refused(lay(), **order) == ("not_in_this_game", pointer)


@pytest.mark.parametrize(
    ("order", "pointer"),
    [
        ({"accept": [{"dry": True}, {"total": {"least": 8, "most": 7}}]}, "/accept/1/total"),
        ({"take": ["roll", {"total": {"least": 3, "most": 2}}]}, "/take/1/total"),
        ({"reroll": [{"face": {"least": 4, "most": 3}}]}, "/reroll/0/face"),
        ({"take": [{"beaches": ["blue"], "avoid": ["white", "blue"]}]}, "/take/0/avoid"),
        (
            {"accept": [{"avoid": ["black", "purple", "blue", "orange", "yellow", "white"]}]},
            "/accept/0/avoid",
        ),
    ],
    ids=str,
)
def test_a_wish_that_contradicts_itself_is_refused(order: Json, pointer: str) -> None:
    assert refused(lay(), **order) == ("condition_never_met", pointer)


def test_a_wish_may_avoid_all_beaches_but_the_one_that_it_wants() -> None:
    others = ["black", "purple", "orange", "yellow", "white"]
    give(lay(), take=[{"beaches": ["blue", "white"], "avoid": others}])


@pytest.mark.parametrize(
    ("order", "pointer"),
    [
        ({"take": ["roll", {"dry": True}, "roll"]}, "/take/2"),
        ({"accept": [{"dry": True}, {"dry": True}]}, "/accept/1"),
        ({"reroll": [{"dry": False}, {"face": {"most": 1}}, {"dry": False}]}, "/reroll/2"),
        ({"coins": ["pass", {"beaches": ["blue"]}]}, "/coins/1"),
        ({"tiles": [{"tile": "B4"}, {"tile": "B6"}, {"tile": "B4", "gain": 2}]}, "/tiles/2"),
    ],
    ids=str,
)
def test_an_entry_that_another_would_always_come_before_is_refused(
    order: Json, pointer: str
) -> None:
    table = lay(expansions=["coins", "baywatch"])
    assert refused(table, **order) == ("never_reached", pointer)


def test_the_order_of_the_beaches_in_a_wish_makes_no_other_wish_of_it() -> None:
    wishes = [{"beaches": ["blue", "black"]}, {"beaches": ["black", "blue"]}]
    assert refused(lay(), take=wishes) == ("never_reached", "/take/1")


def test_a_tile_may_stand_below_itself_if_more_is_asked_of_it_above() -> None:
    tiles = [{"tile": "B4", "gain": 3}, {"tile": "B6"}, {"tile": "B4"}]
    give(lay(expansions=["baywatch"]), tiles=tiles)


# -- coins


def test_a_coin_of_a_value_that_is_not_in_the_game_is_refused() -> None:
    table = lay(expansions=["coins"])
    give(table, coins=[{"value": {"least": 8}}])
    assert refused(table, coins=[{"value": {"least": 9}}]) == ("condition_never_met", "/coins/0")


def test_a_coin_of_a_colour_that_she_owns_is_refused() -> None:
    table = lay(expansions=["coins"])
    table.state = replace(table.state, coins=with_owned(table, 0, 2, 1))
    entry: Json = {"beaches": ["blue"]}
    assert refused(table, coins=[entry]) == ("condition_never_met", "/coins/0")
    give(table, 1, coins=[entry])
    give(table, 0, coins=[{"beaches": ["blue", "white"]}])


def test_a_coin_on_a_beach_where_her_chair_is_in_the_water_is_refused() -> None:
    table = lay(expansions=["coins"], chairs={"blue": {0: 21}})
    entry: Json = {"beaches": ["blue"]}
    assert refused(table, coins=[entry]) == ("condition_never_met", "/coins/0")
    give(table, 1, coins=[entry])


def test_a_coin_that_lies_there_no_more_is_refused() -> None:
    table = lay(falls=["blue 4", "orange 2"], expansions=["coins"])
    table.answer(0, "accept")
    table.answer(0, "coin", beach="blue", space=4)
    entry = {"beaches": ["blue"], "value": {"least": 4, "most": 4}}
    assert refused(table, 1, coins=[entry]) == ("condition_never_met", "/coins/0")


def test_a_coin_of_a_beach_whose_coins_are_all_under_water_is_refused() -> None:
    table = lay(expansions=["coins"])
    coins = table.state.coins
    assert coins is not None
    flooded = table.state.beach_of("blue")._replace(dry=0)
    table.state = replace(table.state, coins=coins.after_flood(flooded))
    assert refused(table, coins=[{"beaches": ["blue"]}]) == ("condition_never_met", "/coins/0")


# -- tiles


def test_a_tile_that_is_hers_or_may_still_be_gained_can_be_ordered() -> None:
    table = lay(expansions=["baywatch"], tiles={"B4": 0})
    give(table, tiles=[{"tile": "B4"}, {"tile": "B9", "gain": 1}])


def test_a_tile_of_another_player_cannot_be_ordered() -> None:
    table = lay(expansions=["baywatch"], tiles={"B4": 1})
    assert refused(table, tiles=[{"tile": "B4"}]) == ("tile_not_held", "/tiles/0/tile")


def test_a_tile_that_has_been_used_cannot_be_ordered() -> None:
    table = lay(falls=["white 5", "blue 2"], expansions=["baywatch"], tiles={"B4": 0})
    table.answer(0, "accept")
    table.use(0, "B4", die="left", beach="orange")
    assert refused(table, tiles=[{"tile": "B4"}]) == ("tile_not_held", "/tiles/0/tile")


@pytest.mark.parametrize("tile", ["B1", "B2"])
def test_a_tile_that_moves_no_chair_can_be_asked_for_no_gain(tile: str) -> None:
    table = lay(expansions=["baywatch"])
    give(table, tiles=[{"tile": tile}])
    entry = {"tile": tile, "gain": 1}
    assert refused(table, tiles=[entry]) == ("condition_never_met", "/tiles/0/gain")


# -- read


@pytest.mark.parametrize(
    ("raw", "pointer"),
    [
        ({}, ""),
        ({"take": []}, "/take"),
        ({"take": ["pass"]}, "/take/0"),
        ({"take": [{}]}, "/take/0"),
        ({"accept": [{"total": {"least": 13}}]}, "/accept/0/total/least"),
        ({"accept": [{"dry": 1}]}, "/accept/0/dry"),
        ({"accept": ["roll"]}, "/accept/0"),
        ({"reroll": [{"face": {}}]}, "/reroll/0/face"),
        ({"coins": ["pass", {"beaches": []}]}, "/coins/1/beaches"),
        ({"coins": [{"beaches": ["blue", "blue"]}]}, "/coins/0/beaches"),
        ({"tiles": [{"gain": 1}]}, "/tiles/0/tile"),
        ({"tiles": [{"tile": "B0"}]}, "/tiles/0/tile"),
        ({"tiles": [{"tile": "B4", "gain": 0}]}, "/tiles/0/gain"),
    ],
    ids=str,
)
def test_what_is_no_order_is_refused_where_it_is_wrong(raw: Json, pointer: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        HIGH_TIDE.orders.read(raw)
    assert (refusal.value.code, refusal.value.pointer) == ("invalid_order", pointer)


def test_an_order_is_written_with_beaches_in_their_order_and_without_what_is_left_open() -> None:
    order = HIGH_TIDE.orders.read({"take": [{"avoid": ["white", "black"]}, "roll"], "reroll": []})
    assert HIGH_TIDE.orders.write(order) == {
        "take": [{"avoid": ["black", "white"]}, "roll"],
        "reroll": [],
    }


def test_a_part_that_no_order_has_is_an_unknown_field() -> None:
    with pytest.raises(Unreadable) as refusal:
        HIGH_TIDE.orders.read({"move": []})
    assert (refusal.value.code, refusal.value.pointer) == ("unknown_field", "/move")
