"""The expansions Coins and Shark Alert, by their paragraphs in the rules."""

from dataclasses import replace

import pytest

from games.rulesets.high_tide.rules.coins import Coins
from games.rulesets.high_tide.rules.play import PlayDraft
from games.rulesets.high_tide.rules.rounds import shark_comes
from tests.unit.rules.high_tide.tables import PLAIN_ROUND, Chairs, Table, lay

# -- coins: as LoadedChance lays them out, the coin on each space has the number of the space

COINS = ["coins"]
BEACHES = ("black", "purple", "blue", "orange", "yellow", "white")


def test_each_beach_has_a_coin_on_each_of_its_first_eight_spaces_by_a_draw_of_its_own() -> None:
    table = lay(expansions=COINS)
    for beach in table.view()["beaches"]:
        assert [coin["space"] for coin in beach["coins"]] == list(range(1, 9))
        assert sorted(coin["value"] for coin in beach["coins"]) == list(range(1, 9))
    draws = [purpose for purpose in table.chance.purposes if "coins" in purpose]
    assert draws == [f"{beach} coins" for beach in BEACHES]


def test_a_player_may_take_the_coin_that_a_chair_comes_to() -> None:
    table = lay("blue 4, orange 2", expansions=COINS).play("accept")
    assert (table.question(), table.legal()) == ("0 coin", ["coin blue 4", "pass"])
    for elsewhere in ("coin blue 3", "coin orange 2"):
        assert table.refusal(elsewhere)[0] == "not_on_offer"
    table.play("coin blue 4, coin orange 2")
    owned = table.view()["coins"][0]
    assert (owned["blue"], owned["orange"], owned["white"]) == (4, 2, None)
    assert all(coin["space"] != 4 for coin in table.view()["beaches"][2]["coins"])
    assert table.asked() == (1,)


def test_a_coin_may_be_left_where_it_lies() -> None:
    table = lay("blue 4, orange 2", expansions=COINS).play("accept, pass, pass")
    assert set(table.view()["coins"][0].values()) == {None}
    assert len(table.view()["beaches"][2]["coins"]) == 8
    assert table.chairs() == {"blue": 4, "orange": 2}


@pytest.mark.parametrize(
    ("falls", "chairs", "coins", "offered"),
    [
        # She has a blue coin; then, no coin lies beyond the eighth space.
        ("blue 4, orange 2", {}, {"blue": 1}, ("orange", [2])),
        ("blue 4, orange 2", {"blue": {0: 5}, "orange": {0: 7}}, {}, None),
        # Two dice of one colour are two steps in either order, two of two colours are not.
        ("blue 4, blue 3", {}, {}, ("blue", [3, 4, 7])),
        ("blue 6, blue 2", {"blue": {0: 5}}, {}, ("blue", [7])),
        ("blue 6, white 2", {}, {}, ("blue", [6])),
    ],
)
def test_the_coins_on_offer_are_those_of_a_colour_not_owned_where_a_chair_stops(
    falls: str, chairs: Chairs, coins: dict[str, int], offered: tuple[str, list[int]] | None
) -> None:
    table = lay(falls, expansions=COINS, chairs=chairs, coins=coins).play("accept")
    offer = table.view()["offer"]
    assert offer == (offered and {"seat": 0, "beach": offered[0], "spaces": offered[1]})


def test_one_coin_of_a_colour_is_all_that_a_player_may_have() -> None:
    table = lay("blue 4, blue 3", expansions=COINS).play("accept, coin blue 3")
    assert (table.view()["coins"][0]["blue"], table.chairs()) == (3, {"blue": 7})
    assert table.asked() == (1,)


def test_a_space_whose_coin_is_gone_offers_none() -> None:
    table = lay("blue 4, orange 2", expansions=COINS)
    assert table.state.coins is not None
    taken = table.state.coins.take_coin(2, "blue", 4).take_coin(2, "orange", 2)
    table.state = replace(table.state, coins=taken)
    assert table.play("accept").asked() == (1,)


def test_steps_that_bring_a_chair_back_to_where_it_stood_do_not_come_to_its_coin() -> None:
    table = lay("blue 3, blue 3", expansions=COINS, chairs={"blue": {0: 4}}, tiles="B9")
    table.play("accept, B9 left")
    assert table.view()["offer"] == {"seat": 0, "beach": "blue", "spaces": [1, 7]}


def test_coins_under_water_are_gone() -> None:
    falls = "black 1, purple 1, black 1, purple 1, blue 1, orange 1, white 4, yellow 2"
    table = lay(falls, 3, expansions=COINS, beach_length=8, rental_start=2)
    while table.state.round == 1:
        table.fall_back()
    by_beach = {beach["beach"]: beach["coins"] for beach in table.view()["beaches"]}
    assert [coin["space"] for coin in by_beach["white"]] == [1, 2, 3, 4, 5]
    assert [coin["space"] for coin in by_beach["yellow"]] == [1, 2, 3, 4, 5, 6]


NONE = (0, 0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("owned", "points"),
    [
        # The highest totals get 4 and 2, and with five players the third gets 1.
        ([(3, 0, 0, 0, 0, 0), (8, 8, 0, 0, 0, 0), (5, 5, 5, 0, 0, 0), NONE], (0, 4, 2, 0)),
        (
            [(3, *NONE[1:]), (8, 8, *NONE[2:]), (5, 5, 5, 0, 0, 0), NONE, (2, *NONE[1:])],
            (1, 4, 2, 0, 0),
        ),
        # A tie goes to the more valuable black coin, then purple and so on; none counts as 0.
        ([(3, 5, 0, 0, 0, 0), (5, 3, 0, 0, 0, 0), NONE], (2, 4, 0)),
        ([(0, 0, 4, 0, 0, 4), (0, 0, 3, 5, 0, 0), NONE], (4, 2, 0)),
        ([(0, 0, 0, 0, 0, 8), (0, 0, 0, 0, 8, 0), NONE], (2, 4, 0)),
        ([(0, 6, 0, 0, 0, 0), (1, 5, 0, 0, 0, 0), NONE], (2, 4, 0)),
        # Who has no coin gets nothing.
        ([NONE, NONE, NONE], (0, 0, 0)),
        ([NONE, (1, 0, 0, 0, 0, 0), NONE], (0, 4, 0)),
    ],
)
def test_the_highest_totals_get_points(
    owned: list[tuple[int, ...]], points: tuple[int, ...]
) -> None:
    assert Coins(lying=(), owned=tuple(owned)).points_by_seat() == points


def play_round(chairs: dict[int, int], falls: str = PLAIN_ROUND) -> Table:
    """Return a table with purple alerted, distance 3, whose every roll stood to the end."""
    others = {"round 1 alert": "purple", "round 1 shark": 3}
    played = ["shark_alert"]
    return lay(
        falls, 3, expansions=played, chairs={"purple": chairs}, others=others, rental_start=2
    )


def reveal_shark(chairs: dict[int, int]) -> Table:
    """Return a table in round 1 with purple alerted, right after a shark came 3 far."""
    others = {"alert": "purple", "shark": 3}
    played = ["shark_alert", "coins"]
    table = lay(seats=3, expansions=played, chairs={"purple": chairs}, others=others)
    draft = PlayDraft(table.state, table.chance)
    shark_comes(draft)
    assert (draft.state.coins, draft.state.offers) == (table.state.coins, ()), "it collects none"
    table.state = draft.state
    return table


@pytest.mark.parametrize(
    ("chairs", "after"),
    [
        ({0: 9, 1: 14, 2: 5}, [9, 11, 5]),
        # Of chairs on one space the leftmost; at most to the bar; not out of the water; none.
        ({2: 9, 0: 9, 1: 9}, [9, 9, 6]),
        ({0: 2}, [0, 0, 0]),
        ({0: 21, 1: 12}, [21, 9, 0]),
        ({}, [0, 0, 0]),
    ],
)
def test_on_purple_the_chair_on_sand_nearest_the_water_goes_back_3(
    chairs: dict[int, int], after: list[int]
) -> None:
    table = reveal_shark(chairs)
    assert [table.state.beach_of("purple").space_of(seat) for seat in range(3)] == after


def test_it_stands_to_the_right_of_those_where_it_arrives() -> None:
    assert reveal_shark({0: 9, 1: 6}).on("purple", 6) == [1, 0]


def test_a_shark_tile_is_discarded_and_an_alert_is_mixed_back_after_the_next_is_drawn() -> None:
    table = reveal_shark({})
    assert table.view()["shark_alert"]["sharks_left"] == [1, 1, 2, 2, 3, 4]
    alert = table.state.shark_alert
    assert alert is not None
    assert len(alert.alerts_left) == 5
    assert alert.alert not in alert.alerts_left
    alerts = [began["alert"] for began in play_round({}).events_of("round_began")]
    # LoadedChance draws the first beach from those that are in the stack.
    assert alerts[:4] == ["purple", "black", "purple", "black"]


def test_the_shark_comes_before_the_waves_so_that_a_chair_driven_back_escapes() -> None:
    table = play_round({0: 20}, f"{PLAIN_ROUND}, purple 5, black 2")
    types = [event.type for event in table.events]
    assert types.index("shark_came") < types.index("wave_laid")
    shark = {"beach": "purple", "distance": 3, "seat": 0, "start": 20, "end": 17}
    assert table.stages[0].shown["shark"] == shark
    assert table.events_of("wave_laid")[0]["water"] == 18
    assert table.events_of("wave_laid")[0]["flooded"] == []
    assert play_round({}).events_of("shark_came")[0]["seat"] is None
