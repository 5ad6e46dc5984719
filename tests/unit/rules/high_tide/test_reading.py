"""What is refused: options, actions, and standing orders that say nothing or could be of no use."""

from dataclasses import replace
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from games.rulesets.high_tide.rules.ruleset import HIGH_TIDE
from games.rulesets.refusal import Illegal, Unreadable
from tests.unit.rules.high_tide.tables import Table, lay

Json = dict[str, Any]

# -- options


def test_without_a_word_it_is_the_base_game_with_the_figures_of_the_box() -> None:
    assert HIGH_TIDE.read_options({}) == {
        "expansions": [],
        "beach_length": 20,
        "rental_start": 4,
        "large_wave": 3,
        "small_wave": 2,
        "coin_values": [1, 2, 3, 4, 5, 6, 7, 8],
        "shark_distances": [1, 1, 2, 2, 3, 3, 4],
    }
    options = HIGH_TIDE.read_options({"expansions": ["baywatch", "coins"]})
    assert options["expansions"] == ["coins", "baywatch"], "they are kept in one order"


@pytest.mark.parametrize(
    ("place", "value", "says"),
    [
        ("expansions", "coins", "a list of some of: coins, shark_alert"),
        ("expansions", ["coins", "coins"], "only once"),
        ("expansions/0", ["volcano"], "one of: coins"),
        ("expansions/1", ["surfer", ["coins"]], "one of: coins"),
        ("beach_length", 7, "from 8 to 40"),
        ("beach_length", 20.0, "a whole number"),
        ("beach_length", True, "a whole number"),
        ("rental_start", 1, "from 2 to 7"),
        ("large_wave", 0, "from 1 to 10"),
        ("small_wave", 11, "from 1 to 10"),
        ("coin_values", [1, 2, 3], "a list of 8 whole numbers"),
        ("coin_values", [1, 2, 3, 4, 5, 6, 7, 7], "only once"),
        ("coin_values", {}, "a list of 8"),
        ("shark_distances/6", [1, 1, 2, 2, 3, 3, 0], "from 1 to 10"),
        ("shark_distances", [1, 1, 2, 2, 3, 3], "a list of 7"),
    ],
)
def test_nonsense_is_refused_with_its_place_and_what_it_must_be(
    place: str, value: Any, says: str
) -> None:
    name = place.partition("/")[0]
    with pytest.raises(Unreadable, match=says) as refusal:
        HIGH_TIDE.read_options({name: value})
    assert (refusal.value.code, refusal.value.pointer) == ("invalid_options", f"/{place}")
    assert name not in refusal.value.detail, "the pointer says it already"
    assert refusal.value.detail_with_place.startswith(f"/{place}: ")
    schema = Draft202012Validator(HIGH_TIDE.schemas.options)
    # JSON has one kind of number: its schema cannot tell 20.0 from 20.
    assert value == 20.0 or not schema.is_valid({name: value})


def test_options_are_an_object_and_it_is_played_by_three_to_six() -> None:
    with pytest.raises(Unreadable) as refusal:
        HIGH_TIDE.read_options([])  # type: ignore[arg-type]
    assert refusal.value.pointer == ""
    for seats in (2, 7):
        with pytest.raises(ValueError, match=str(seats)):
            HIGH_TIDE.initial_state(HIGH_TIDE.read_options({}), seats, lay().chance)


def test_the_options_change_the_table() -> None:
    shown = lay(
        expansions=["coins", "shark_alert"],
        beach_length=12,
        large_wave=5,
        small_wave=1,
        coin_values=[80, 70, 60, 50, 40, 30, 20, 10],
        shark_distances=[7, 6, 5, 4, 3, 2, 1],
    ).view()
    assert shown["beaches"][0]["water"] == 13
    assert shown["wave_lengths"] == {"large": 5, "small": 1}
    assert {coin["value"] for coin in shown["beaches"][0]["coins"]} == set(range(10, 90, 10))
    assert shown["shark_alert"]["sharks_left"] == [1, 2, 3, 4, 5, 6, 7]


# -- actions


@pytest.mark.parametrize(
    ("raw", "pointer"),
    [
        ({"type": "reroll", "dice": ["left", "left"]}, "/dice"),
        ({"type": "roll", "tile": "B1"}, "/tile"),
        ({"type": "tile", "tile": "B1", "space": 1}, "/space"),
    ],
    ids=str,
)
def test_what_is_no_action_of_this_game_is_unreadable(raw: Any, pointer: str) -> None:
    """What has a value of another kind, the contract suite refuses."""
    with pytest.raises(Unreadable) as refusal:
        HIGH_TIDE.read_action(raw)
    assert refusal.value.pointer == pointer


@pytest.mark.parametrize(
    ("raw", "pointer"),
    [
        ({"type": "take", "space": 8}, "/space"),
        ({"type": "coin", "beach": "blue", "space": 9}, "/space"),
        ({"type": "tile", "tile": "B3", "beach": "blue", "steps": 3}, "/steps"),
        ({"type": "tile", "tile": "B6", "left": 2, "right": 0}, "/left"),
    ],
    ids=str,
)
def test_a_number_that_nothing_in_the_game_has_is_against_the_rules(raw: Any, pointer: str) -> None:
    with pytest.raises(Illegal) as refusal:
        HIGH_TIDE.read_action(raw)
    assert (refusal.value.code, refusal.value.pointer) == ("no_such_number", pointer)


def test_the_order_in_which_dice_are_named_does_not_matter() -> None:
    one = HIGH_TIDE.read_action({"type": "reroll", "dice": ["right", "left"]})
    assert HIGH_TIDE.write_action(one) == {"type": "reroll", "dice": ["left", "right"]}


def test_an_answer_of_another_seat_to_another_question_or_after_the_end_is_refused() -> None:
    table = lay()
    assert table.refusal("accept", 1)[0] == "not_asked"
    for answer in ("roll", "move", "pass"):
        assert table.refusal(answer)[0] == "not_now"
    table.fall_back(rounds=9)
    assert table.refusal("accept", 0)[0] == "not_asked"


# -- standing orders that can be given


def judge(table: Table, order: Json, seat: int = 0) -> tuple[str, str | None] | None:
    """Return code and pointer with which an order is refused, None if it can be given."""
    try:
        HIGH_TIDE.orders.judge(table.state, seat, HIGH_TIDE.orders.read(order))
    except Illegal as refusal:
        return refusal.code, refusal.pointer
    return None


BEACHES = ["black", "purple", "blue", "orange", "yellow", "white"]


WHITE_AND_BLUE = {"beaches": ["blue"], "avoid": ["white", "blue"]}
NEVER_MET: list[tuple[Json, str]] = [
    # A wish that contradicts itself.
    ({"accept": [{"dry": True}, {"total": {"least": 8, "most": 7}}]}, "/accept/1/total"),
    ({"take": ["roll", {"total": {"least": 3, "most": 2}}]}, "/take/1/total"),
    ({"reroll": [{"face": {"least": 4, "most": 3}}]}, "/reroll/0/face"),
    ({"take": [WHITE_AND_BLUE]}, "/take/0/avoid"),
    ({"accept": [{"avoid": BEACHES}]}, "/accept/0/avoid"),
    # A tile that moves no chair, and a coin of a value that is not in the game.
    ({"tiles": [{"tile": "B1", "gain": 1}]}, "/tiles/0/gain"),
    ({"tiles": [{"tile": "B2", "gain": 1}]}, "/tiles/0/gain"),
    ({"coins": [{"value": {"least": 9}}]}, "/coins/0"),
]
NEVER_REACHED: list[tuple[Json, str]] = [
    # An entry that another would always come before, also with beaches in another order.
    ({"take": ["roll", {"dry": True}, "roll"]}, "/take/2"),
    ({"accept": [{"dry": True}, {"dry": True}]}, "/accept/1"),
    ({"reroll": [{"dry": False}, {"face": {"most": 1}}, {"dry": False}]}, "/reroll/2"),
    ({"coins": ["pass", {"beaches": ["blue"]}]}, "/coins/1"),
    ({"tiles": [{"tile": "B4"}, {"tile": "B6"}, {"tile": "B4", "gain": 2}]}, "/tiles/2"),
    ({"take": [{"beaches": ["blue", "black"]}, {"beaches": ["black", "blue"]}]}, "/take/1"),
]


@pytest.mark.parametrize(
    ("code", "order", "pointer"),
    [
        *[("condition_never_met", *row) for row in NEVER_MET],
        *[("never_reached", *row) for row in NEVER_REACHED],
    ],
)
def test_an_order_of_which_an_entry_can_be_of_no_use_is_refused(
    code: str, order: Json, pointer: str
) -> None:
    assert judge(lay(expansions=["coins", "baywatch"]), order) == (code, pointer)


@pytest.mark.parametrize(
    "order",
    [
        HIGH_TIDE.schemas.examples["order"],
        {"take": [{"beaches": ["blue", "white"], "avoid": [*BEACHES[:2], *BEACHES[3:]]}]},
        {"tiles": [{"tile": "B4", "gain": 3}, {"tile": "B6"}, {"tile": "B4"}]},
        {"tiles": [{"tile": "B1"}, {"tile": "B2"}, {"tile": "B9", "gain": 1}]},
        {"coins": [{"value": {"least": 8}}]},
    ],
    ids=str,
)
def test_an_order_that_can_be_of_use_can_be_given(order: Json) -> None:
    assert judge(lay(expansions=["coins", "baywatch"], tiles="B4"), order) is None


def test_parts_for_an_expansion_that_is_not_in_the_game_are_refused() -> None:
    assert judge(lay(), {"coins": ["pass"]}) == ("not_in_this_game", "/coins")
    assert judge(lay(), {"tiles": [{"tile": "B4"}]}) == ("not_in_this_game", "/tiles")


BLUE: Json = {"coins": [{"beaches": ["blue"]}]}
NEVER = ("condition_never_met", "/coins/0")


@pytest.mark.parametrize(
    "situation", [{"coins": {"blue": 1}}, {"chairs": {"blue": {0: 21}}}], ids=["owned", "in water"]
)
def test_a_coin_of_a_colour_that_a_seat_can_get_no_more_is_refused_to_it(situation: Json) -> None:
    table = lay(expansions=["coins"], **situation)
    assert judge(table, BLUE) == NEVER
    assert judge(table, BLUE, seat=1) is None
    assert judge(table, {"coins": [{"beaches": ["blue", "white"]}]}) is None


def test_a_coin_that_is_taken_or_under_water_is_refused_to_all() -> None:
    table = lay("blue 4, orange 2", expansions=["coins"]).play("accept, coin blue 4")
    entry = {"beaches": ["blue"], "value": {"least": 4, "most": 4}}
    assert judge(table, {"coins": [entry]}, seat=1) == NEVER
    table = lay(expansions=["coins"])
    assert table.state.coins is not None
    flooded = table.state.beach_of("blue")._replace(dry=0)
    table.state = replace(table.state, coins=table.state.coins.after_flood(flooded))
    assert judge(table, BLUE) == NEVER


def test_a_tile_of_another_player_or_that_has_been_used_cannot_be_ordered() -> None:
    used = lay("white 5, blue 2", tiles="B4").play("accept, B4 left orange")
    for table in (lay(tiles={"B4": 1}), used):
        refusal = judge(table, {"tiles": [{"tile": "B4"}]})
        assert refusal == ("tile_not_held", "/tiles/0/tile")


def test_an_order_is_written_with_beaches_in_their_order_and_without_what_is_left_open() -> None:
    order = HIGH_TIDE.orders.read({"take": [{"avoid": ["white", "black"]}, "roll"], "reroll": []})
    assert HIGH_TIDE.orders.write(order) == {
        "take": [{"avoid": ["black", "white"]}, "roll"],
        "reroll": [],
    }
