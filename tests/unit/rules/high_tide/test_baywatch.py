"""The Baywatch expansion: the open dice, each tile, and B2 and B3 outside one's own turn."""

from typing import Any

import pytest

from games.rulesets.high_tide.rules.baywatch.tiles import Baywatch, OpenDice
from games.rulesets.high_tide.rules.dice import Die, Pair
from games.rulesets.high_tide.rules.ruleset import HIGH_TIDE
from tests.unit.rules.high_tide.tables import GREEN, PINK, Chairs, Table, lay

BAYWATCH = ["baywatch"]
ROLL = "white 5, blue 2"
FORCED = "white 4, yellow 4, white 1, yellow 1, black 3, orange 3"
"""What three players must accept, if the rental starts on space 2: seat 1 has the open dice."""


def find_open_dice(table: Table) -> Any:
    return table.view()["baywatch"]["open_dice"]


# -- the open dice


def test_the_first_players_accepted_pair_becomes_the_open_dice() -> None:
    table = lay("white 6, blue 6, black 2, purple 2", expansions=BAYWATCH)
    assert find_open_dice(table) is None
    assert find_open_dice(table.play("decline")) is None, "a declined pair is not in the race"
    table = lay("white 6, blue 6", expansions=BAYWATCH)
    assert table.view()["scores"] == [6, 6, 6, 6]
    table.play("accept")
    assert find_open_dice(table)["seat"] == 0
    assert find_open_dice(table)["pair"]["left"] == {"colour": "blue", "face": 6}
    # First on white and blue, at four bars, and the open dice lie before her.
    assert table.view()["scores"][0] == 4 + 4 + 4 + 1
    table.fall_back()
    assert table.state.round == 2
    assert find_open_dice(table) is None


@pytest.mark.parametrize(
    ("left", "right", "takes_over"), [(3, 2, True), (6, 1, True), (6, 2, False)]
)
def test_pinks_total_of_7_is_beaten_by_greens_of_the_same_or_less(
    left: int, right: int, takes_over: bool
) -> None:
    def pair(left: int, right: int) -> Pair:
        return Pair(Die("white", left), Die("blue", right))

    before = Baywatch(None, open_dice=OpenDice(PINK, pair(4, 3)))
    after = before.claim_dice(GREEN, pair(left, right))
    assert after.open_dice == (
        OpenDice(GREEN, pair(left, right)) if takes_over else before.open_dice
    )


def test_a_pair_that_was_taken_counts_as_it_stands_after_the_re_roll() -> None:
    table = lay("white 6, blue 6, black 2, purple 2, 1, 2", expansions=BAYWATCH)
    table.play("decline, accept, take 1, reroll left right")
    assert find_open_dice(table)["seat"] == 1


def test_the_open_dice_gain_the_face_up_tile_for_the_next_round() -> None:
    table = lay(FORCED, 3, expansions=BAYWATCH, rental_start=2, others={"baywatch tile 1": "B3"})
    assert table.events_of("tile_gained")[0] == {"round": 1, "seat": 1, "tile": "B3", "next": "B1"}
    assert table.stages[0].shown["tile"] == {"seat": 1, "tile": "B3"}
    assert table.view()["baywatch"]["held"] == [{"tile": "B3", "seat": 1}]
    assert table.events_of("open_dice")[0]["round"] == 1
    assert (table.state.round, table.question()) == (2, "1 interrupt")


def test_in_the_final_round_they_gain_a_point_instead() -> None:
    table = lay(FORCED, 3, expansions=BAYWATCH, chairs={"black": {2: 20}}, rental_start=2)
    assert HIGH_TIDE.game_result(table.state) is not None
    assert not table.events_of("tile_gained")
    assert table.events_of("point_gained")[0]["seat"] == 1
    assert table.stages[0].shown["points"]["open_dice"] == [0, 1, 0]
    assert table.view()["baywatch"]["point"] == 1


def test_no_order_of_the_tiles_is_kept() -> None:
    table = lay(expansions=BAYWATCH)
    assert table.state.baywatch is not None
    assert table.state.baywatch.face_up == "B1"
    assert table.state.baywatch.hidden_tiles == ("B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9")
    assert "baywatch tile 1" in table.chance.purposes
    assert "baywatch tile 2" not in table.chance.purposes


# -- the tiles of one's own turn

IN_WATER = {"white": {0: 21}}


@pytest.mark.parametrize(
    ("tiles", "falls", "chairs", "answers", "stand"),
    [
        # B4: a die also moves any chair, and the turn goes on with both dice.
        ("B4", ROLL, {}, "B4 left orange", {"blue": 2, "orange": 5, "white": 5}),
        ("B4", ROLL, {}, "B4 right white", {"blue": 2, "white": 7}),
        # B5: re-roll one die.
        ("B5", f"{ROLL}, 6", {}, "B5 right", {"blue": 6, "white": 5}),
        ("B5", ROLL, {}, "move", {"blue": 2, "white": 5}),
        # B6: each die counts 1 more, 1 less or as it is, between 1 and 6.
        ("B6", ROLL, {}, "B6 1 -1", {"blue": 1, "white": 6}),
        ("B5 B6", f"{ROLL}, 6", {}, "B6 1 0, B5 left", {"blue": 2, "white": 6}),
        # B7: a die counts as another colour.
        ("B7", ROLL, {}, "B7 left black", {"black": 5, "blue": 2}),
        ("B7", ROLL, {}, "B7 left blue", {"blue": 7}),
        # B9: a die moves its chair away from the water, at most to the bar.
        ("B9", ROLL, {"white": {0: 8}}, "B9 left", {"blue": 2, "white": 3}),
        ("B9", ROLL, {"white": {0: 3}}, "B9 left", {"blue": 2}),
        ("B9", "white 5, white 2", {"white": {0: 8}}, "B9 right", {"white": 11}),
        # Several in one turn.
        (
            "B4 B5 B6 B7 B9",
            f"{ROLL}, 4",
            {"black": {0: 9}},
            "B5 right, B6 1 -1, B4 left yellow, B7 right black, B9 right",
            {"black": 6, "yellow": 6, "white": 6},
        ),
        # Without a tile the roll stands as it lies.
        ("", ROLL, {}, "", {"blue": 2, "white": 5}),
    ],
)
def test_a_tile_changes_what_the_two_dice_move(
    tiles: str, falls: str, chairs: Chairs, answers: str, stand: dict[str, int]
) -> None:
    table = lay(falls, chairs=chairs, tiles=tiles, expansions=BAYWATCH)
    table.play(", ".join(filter(None, ["accept", answers])))
    assert (table.chairs(), table.asked()) == (stand, (1,))
    used = [words.split()[0] for words in answers.split(", ") if words and words != "move"]
    assert [use["tile"] for use in table.view()["baywatch"]["used"]] == used
    left = [held["tile"] for held in table.view()["baywatch"]["held"]]
    assert sorted([*left, *used]) == sorted(tiles.split())


@pytest.mark.parametrize(
    ("tiles", "falls", "chairs", "ways"),
    [
        ("B4", ROLL, {}, 12),
        # Not for a chair in the water.
        ("B4", ROLL, {"orange": {0: 21}}, 10),
        ("B6", ROLL, {}, 8),
        ("B6", "white 6, blue 1", {}, ["B6 -1 0", "B6 -1 1", "B6 0 1"]),
        ("B7", ROLL, {}, 10),
        ("B9", ROLL, IN_WATER, ["B9 right"]),
    ],
)
def test_a_tile_is_offered_in_every_way_that_changes_something(
    tiles: str, falls: str, chairs: Chairs, ways: int | list[str]
) -> None:
    offered = lay(falls, chairs=chairs, tiles=tiles).play("accept").tiles()
    assert (len(offered) if isinstance(ways, int) else offered) == ways
    assert all(not words.endswith("orange") for words in offered if "orange" in chairs)


def test_the_open_dice_are_those_after_b5_and_before_b6() -> None:
    for falls, tile, faces in ((f"{ROLL}, 6", "B5 right", [5, 6]), (ROLL, "B6 -1 -1", [2, 5])):
        table = lay(falls, tiles=tile[:2]).play(f"accept, {tile}")
        pair = table.events_of("open_dice")[0]["pair"]
        assert sorted([pair["left"]["face"], pair["right"]["face"]]) == faces


def test_b5_comes_on_top_of_the_re_roll_of_a_pair_taken() -> None:
    table = lay(f"{ROLL}, black 1, purple 1, 3, 1, 4", tiles={"B5": 1})
    table.play("decline, accept, take 1, reroll left right")
    dice = table.view()["dice"]
    moves = [(dice[side]["beach"], dice[side]["steps"]) for side in ("left", "right")]
    assert moves == [("white", 3), ("blue", 1)]
    assert table.play("B5 right").chairs(1) == {"white": 3, "blue": 4}


def test_b4_finds_coins_of_its_own() -> None:
    table = lay(ROLL, tiles="B4", expansions=["coins"]).play("accept, B4 right white")
    assert table.view()["offer"] == {"seat": 0, "beach": "white", "spaces": [2]}
    table.play("coin white 2")
    # She has a white coin now: only blue is offered when the dice have moved.
    assert table.view()["offer"] == {"seat": 0, "beach": "blue", "spaces": [2]}


def test_b1_moves_the_rental_on_and_lets_it_rest_before_the_next_turn() -> None:
    table = lay(seats=6, tiles="B1")
    assert (table.question(), table.legal()) == ("0 choose", ["roll", "B1"])
    table.play("B1")
    assert table.state.track.rental == 5
    table.play("decline, decline, decline")
    assert table.asked() == (1,), "one more space to decline to"
    pairs = ["black 1, black 1", "black 1, purple 1", "purple 1, purple 1"]
    assert table.track(4) == [*pairs, "towel 0"]
    table.fall_back()
    rental = [began["rental"] for began in table.events_of("go_began")]
    assert rental[:6] == [4, 5, 6, 7, None, None]


def test_b1_is_for_a_rental_that_is_there_and_before_the_roll() -> None:
    table = lay(tiles={"B1": 2}).play("accept, accept")
    assert (table.state.track.rental, table.tiles()) == (None, [])
    assert lay(tiles="B1").play("roll").refusal("B1")[0] == "not_now"


def test_b8_puts_the_roll_on_the_track_and_takes_another_pair() -> None:
    table = lay(f"{ROLL}, black 1, purple 1, orange 6, yellow 6", tiles={"B8": 1})
    table.play("decline, accept, roll")
    assert table.tiles() == ["B8 1"], "not the roll itself"
    assert table.refusal("B8 3")[0] == "not_on_offer"
    table.play("B8 1")
    assert table.track(3) == ["free", "towel 0", "orange 6, yellow 6"]
    table.play("reroll")
    assert table.track(3) == ["towel 1", "towel 0", "orange 6, yellow 6"]
    assert table.chairs(1) == {"blue": 2, "white": 5}
    assert lay(tiles="B8").tiles() == [], "there is no other pair"


def test_b8_takes_the_place_of_a_roll_that_must_be_accepted_and_goes_with_b1() -> None:
    table = lay(tiles="B8").play("decline, decline, B8 2, reroll")
    assert table.track()[1] == "towel 0"
    assert lay(seats=6, tiles="B1 B8").play("B1, decline, B8 1, reroll").asked() == (1,)


def test_a_tile_is_used_once_by_its_holder() -> None:
    table = lay(f"{ROLL}, 4", tiles="B5 B6").play("accept, B5 left")
    assert {way.split()[0] for way in table.tiles()} == {"B6"}
    assert table.refusal("B5 left") == ("tile_not_held", "/tile")
    assert lay(tiles={"B5": 1}).refusal("B5 left")[0] == "tile_not_held"


# -- interrupts: B2 and B3


def test_the_holder_of_b2_is_asked_before_each_turn_of_another_until_she_has_played() -> None:
    table = lay(tiles={"B2": 2})
    for place in (1, 2):
        assert (table.question(), table.state.place_in_round) == ("2 interrupt", place)
        assert table.legal() == ["pass", "B2"]
        table.play("pass, accept")
    # It is her own go, and after it she has no towel left to put on top.
    assert table.question() == "2 accept"
    assert table.play("accept").asked() == (3,)
    assert lay(tiles={"B2": 0}).question() == "0 accept", "whose turn is next is not asked"
    assert lay(tiles={"B5": 3, "B6": 1}).question() == "0 accept"


def test_b2_puts_her_towel_on_top_of_the_pile_and_she_plays_now() -> None:
    table = lay(tiles={"B2": 2}).play("pass, accept, B2")
    assert (table.state.pile, table.question()) == ((2, 1, 3), "2 accept")
    assert table.play("accept").asked() == (1,)
    assert table.track(2) == ["towel 0", "towel 2"]
    first = lay(tiles={"B2": 3}).play("B2")
    assert first.state.pile == (3, 0, 1, 2)
    first.play("accept")
    assert first.events_of("open_dice")[0]["seat"] == 3
    assert first.events_of("go_began")[1] == {"round": 1, "place": 2, "seat": 0, "rental": 5}


@pytest.mark.parametrize("seat", [0, 1])
def test_b3_moves_a_chair_1_or_2_at_the_start_of_the_round(seat: int) -> None:
    table = lay(tiles={"B3": seat})
    assert (table.question(), len(table.tiles())) == (f"{seat} interrupt", 12)
    table.play("B3 yellow 2")
    assert (table.chairs(seat), table.question()) == ({"yellow": 2}, "0 accept")
    later = lay(tiles={"B3": seat}).play("pass, accept")
    assert later.refusal("B3 yellow 1", seat)[0] == ("not_now" if seat else "not_asked")


def test_a_chair_moved_by_b3_comes_to_its_coin_before_anybody_plays() -> None:
    table = lay(expansions=["coins"], tiles={"B3": 1}).play("B3 yellow 2")
    assert table.question() == "1 coin"
    table.play("coin yellow 2")
    assert (table.view()["coins"][1]["yellow"], table.asked()) == (2, (0,))
    # It does so too when another holder passes at the same time.
    table = lay(expansions=["coins"], tiles={"B2": 2, "B3": 1})
    table.answer({1: "B3 yellow 2", 2: "pass"})
    assert table.question() == "1 coin"
    assert table.play("pass").question() == "0 accept"


def test_two_holders_are_asked_at_once() -> None:
    table = lay(tiles={"B2": 2, "B3": 1})
    assert table.asked() == (1, 2)
    table.answer({1: "B3 white 1", 2: "B2"})
    assert (table.chairs(1), table.question()) == ({"white": 1}, "2 accept")
    table = lay(tiles={"B2": 2, "B3": 1})
    table.answer({1: "pass", 2: "pass"})
    assert table.question() == "0 accept"
    assert table.play("accept").question() == "2 interrupt", "asked again before the next turn"


def test_who_holds_both_is_asked_again_after_the_first() -> None:
    table = lay(tiles={"B2": 2, "B3": 2})
    sitting = HIGH_TIDE.sitting_name(table.state)
    table.play("B3 white 1")
    assert (table.question(), HIGH_TIDE.sitting_name(table.state)) == ("2 interrupt", sitting)
    assert table.legal() == ["pass", "B2"]
    assert table.play("B2").question() == "2 accept"


def test_an_interrupt_is_a_sitting_and_so_are_all_decisions_of_a_turn() -> None:
    table = lay(ROLL, tiles={"B2": 2, "B5": 0}, expansions=["coins"])
    assert HIGH_TIDE.sitting_name(table.state) == "round 1 before go 1"
    table.play("pass")
    sittings = [HIGH_TIDE.sitting_name(table.state)]
    for answer in ("accept", "move", "pass", "pass"):
        table.play(answer)
        sittings.append(HIGH_TIDE.sitting_name(table.state))
    assert set(sittings[:-1]) == {"round 1 seat 0"}
    assert sittings[-1] == "round 1 before go 2"
