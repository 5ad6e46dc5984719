"""B2 and B3, which are used outside one's own go."""

import pytest

from games.rulesets.high_tide.rules.ruleset import HIGH_TIDE
from games.rulesets.refusal import Illegal
from tests.unit.rules.high_tide.tables import Table, lay


def holding(tiles: dict[str, int], seats: int = 4, **how: object) -> Table:
    return lay(seats, expansions=["baywatch"], tiles=tiles, **how)  # type: ignore[arg-type]


def test_nobody_is_asked_where_nobody_holds_such_a_tile() -> None:
    table = holding({"B5": 3, "B6": 1})
    assert (table.asked(), table.decision()) == ((0,), "accept")


def test_the_holder_of_b2_is_asked_before_each_turn_of_another_until_she_has_played() -> None:
    table = holding({"B2": 2})
    for place in (1, 2):
        assert (table.asked(), table.decision(), table.state.place_in_round) == (
            (2,),
            "interrupt",
            place,
        )
        assert table.legal(2) == [{"type": "pass"}, {"type": "tile", "tile": "B2"}]
        table.answer(2, "pass")
        table.answer(place - 1, "accept")
    # It is her own go, and after it she has no towel left to put on top.
    assert (table.asked(), table.decision()) == ((2,), "accept")
    table.answer(2, "accept")
    assert table.asked() == (3,)


def test_b2_puts_her_towel_on_top_of_the_pile_and_she_plays_now() -> None:
    table = holding({"B2": 2})
    table.answer(2, "pass")
    table.answer(0, "accept")
    table.use(2, "B2")
    assert table.state.pile == (2, 1, 3)
    assert (table.asked(), table.decision()) == ((2,), "accept")
    table.answer(2, "accept")
    assert table.asked() == (1,)
    assert table.track()[:2] == ["towel 0", "towel 2"]


def test_with_b2_before_the_first_turn_she_is_the_first_player() -> None:
    table = holding({"B2": 3})
    table.use(3, "B2")
    assert table.state.pile == (3, 0, 1, 2)
    table.answer(3, "accept")
    assert table.told("open_dice")[0]["seat"] == 3
    assert table.told("go_began")[1] == {"round": 1, "place": 2, "seat": 0, "rental": 5}


def test_the_player_next_in_turn_is_not_asked_for_b2() -> None:
    assert holding({"B2": 0}).decision() == "accept"


def test_b3_moves_a_chair_1_or_2_at_the_start_of_the_round() -> None:
    table = holding({"B3": 1})
    assert (table.asked(), table.decision()) == ((1,), "interrupt")
    assert len(table.tiles(1)) == 12
    table.use(1, "B3", beach="yellow", steps=2)
    assert table.space(1, "yellow") == 2
    assert table.asked() == (0,)


def test_b3_can_be_used_by_the_first_player_too() -> None:
    table = holding({"B3": 0})
    table.use(0, "B3", beach="yellow", steps=1)
    assert (table.asked(), table.decision()) == ((0,), "accept")


def test_b3_can_be_used_at_the_start_of_a_round_only() -> None:
    table = holding({"B3": 1})
    table.answer(1, "pass")
    table.answer(0, "accept")
    assert (table.asked(), table.decision()) == (
        (1,),
        "choose" if table.state.track.declined_pairs else "accept",
    )
    with pytest.raises(Illegal) as refusal:
        table.use(1, "B3", beach="yellow", steps=1)
    assert refusal.value.code == "not_now"


def test_a_chair_moved_by_b3_comes_to_its_coin_before_anybody_plays() -> None:
    table = lay(expansions=["baywatch", "coins"], tiles={"B3": 1})
    table.use(1, "B3", beach="yellow", steps=2)
    assert (table.asked(), table.decision()) == ((1,), "coin")
    table.answer(1, "coin", beach="yellow", space=2)
    assert table.shown()["coins"][1]["yellow"] == 2
    assert table.asked() == (0,)


def test_it_does_so_too_when_another_holder_passes_at_the_same_time() -> None:
    table = lay(expansions=["baywatch", "coins"], tiles={"B2": 2, "B3": 1})
    nudge = {"type": "tile", "tile": "B3", "beach": "yellow", "steps": 2}
    table.answers({1: nudge, 2: {"type": "pass"}})
    assert (table.asked(), table.decision()) == ((1,), "coin")
    table.answer(1, "pass")
    assert (table.asked(), table.decision()) == ((0,), "accept")


def test_two_holders_are_asked_at_once_and_both_tiles_work() -> None:
    table = holding({"B2": 2, "B3": 1})
    assert table.asked() == (1, 2)
    table.answers(
        {
            1: {"type": "tile", "tile": "B3", "beach": "white", "steps": 1},
            2: {"type": "tile", "tile": "B2"},
        }
    )
    assert table.space(1, "white") == 1
    assert table.asked() == (2,)


def test_who_holds_both_is_asked_again_after_the_first() -> None:
    table = holding({"B2": 2, "B3": 2})
    sitting = HIGH_TIDE.sitting_name(table.state)
    table.use(2, "B3", beach="white", steps=1)
    assert (table.asked(), table.decision()) == ((2,), "interrupt")
    assert HIGH_TIDE.sitting_name(table.state) == sitting
    assert table.legal(2) == [{"type": "pass"}, {"type": "tile", "tile": "B2"}]
    table.use(2, "B2")
    assert table.decision() == "accept"


def test_who_has_passed_is_asked_again_only_before_the_next_turn() -> None:
    table = holding({"B2": 2, "B3": 1})
    table.answers({1: {"type": "pass"}, 2: {"type": "pass"}})
    assert (table.asked(), table.decision()) == ((0,), "accept")
    table.answer(0, "accept")
    assert (table.asked(), table.decision()) == ((2,), "interrupt")


def test_an_interrupt_has_a_sitting_of_its_own() -> None:
    table = holding({"B2": 2})
    sittings = [HIGH_TIDE.sitting_name(table.state)]
    table.answer(2, "pass")
    sittings.append(HIGH_TIDE.sitting_name(table.state))
    assert sittings == ["round 1 before go 1", "round 1 seat 0"]


def test_all_decisions_of_a_turn_are_one_sitting() -> None:
    table = lay(falls=["white 5", "blue 2"], expansions=["baywatch", "coins"], tiles={"B5": 0})
    sittings = [HIGH_TIDE.sitting_name(table.state)]
    while table.asked() == (0,):
        actions = {0: HIGH_TIDE.choose_fallback(table.state, 0)}
        table.answers({0: HIGH_TIDE.write_action(actions[0])})
        sittings.append(HIGH_TIDE.sitting_name(table.state))
    assert len(sittings) > 4
    assert set(sittings[:-1]) == {"round 1 seat 0"}
    assert sittings[-1] == "round 1 seat 1"


def test_a_tile_gained_in_this_round_interrupts_the_next() -> None:
    table = lay(3, expansions=["baywatch"], others={"baywatch tile 1": "B3"}, rental_start=2)
    assert table.state.round == 2
    (holder,) = table.asked()
    assert (table.decision(), table.told("tile_gained")[0]["seat"]) == ("interrupt", holder)
