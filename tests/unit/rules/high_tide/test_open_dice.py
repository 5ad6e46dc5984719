"""Baywatch: who has the open dice, and what they gain."""

from games.rulesets.high_tide.rules.actions import Accept
from games.rulesets.high_tide.rules.baywatch.tiles import Baywatch, OpenDice
from games.rulesets.high_tide.rules.dice import Die, Pair
from games.rulesets.high_tide.rules.ruleset import HIGH_TIDE
from games.rulesets.high_tide.rules.worth import weigh_action
from tests.unit.rules.high_tide.tables import GREEN, PINK, lay


def pair(left: int, right: int) -> Pair:
    return Pair(Die("white", left), Die("blue", right))


def test_the_first_players_accepted_pair_becomes_the_open_dice() -> None:
    table = lay(4, falls=["white 6", "blue 6"], expansions=["baywatch"])
    assert table.shown()["baywatch"]["open_dice"] is None
    table.answer(0, "accept")
    dice = table.shown()["baywatch"]["open_dice"]
    assert dice["seat"] == 0
    assert dice["pair"]["left"] == {"colour": "blue", "face": 6}


def test_pinks_open_dice_are_beaten_by_greens_total_of_5() -> None:
    before = Baywatch(None, open_dice=OpenDice(PINK, pair(4, 3)))
    after = before.claim_dice(GREEN, pair(3, 2))
    assert after.open_dice == OpenDice(GREEN, pair(3, 2))


def test_an_equal_total_takes_over_and_a_higher_one_does_not() -> None:
    before = Baywatch(None, open_dice=OpenDice(PINK, pair(4, 3)))
    assert before.claim_dice(GREEN, pair(6, 1)).open_dice == OpenDice(GREEN, pair(6, 1))
    assert before.claim_dice(GREEN, pair(6, 2)) is before


def test_a_pair_that_was_taken_counts_as_it_stands_after_the_re_roll() -> None:
    table = lay(
        4,
        falls=["white 6", "blue 6", "black 2", "purple 2", 1, 2],
        expansions=["baywatch"],
    )
    table.answer(0, "decline")
    table.answer(0, "accept")
    table.answer(1, "take", space=1)
    table.answer(1, "reroll", dice=["left", "right"])
    assert table.shown()["baywatch"]["open_dice"]["seat"] == 1


def test_a_declined_pair_is_not_in_the_race() -> None:
    table = lay(4, falls=["white 1", "blue 1", "black 2", "purple 2"], expansions=["baywatch"])
    table.answer(0, "decline")
    assert table.shown()["baywatch"]["open_dice"] is None


def forced_round(**how: int) -> tuple[str, ...]:
    return ("white 4", "yellow 4", "white 1", "yellow 1", "black 3", "orange 3")


def test_the_open_dice_gain_the_face_up_tile_for_the_next_round() -> None:
    table = lay(3, falls=forced_round(), expansions=["baywatch"], rental_start=2)
    assert table.told("tile_gained")[0] == {"round": 1, "seat": 1, "tile": "B1", "next": "B2"}
    assert table.stages[0].shown["tile"] == {"seat": 1, "tile": "B1"}
    held = table.shown()["baywatch"]
    assert held["held"][0] == {"tile": "B1", "seat": 1}
    assert table.told("open_dice")[0]["round"] == 1


def test_the_scores_as_they_stand_count_the_point_for_the_open_dice() -> None:
    table = lay(4, falls=["white 6", "blue 6"], expansions=["baywatch"])
    assert table.shown()["scores"] == [6, 6, 6, 6]
    table.answer(0, "accept")
    # First on white and blue, at four bars, and the open dice lie before her.
    assert table.shown()["scores"][0] == 4 + 4 + 4 + 1


def test_what_time_plays_does_not_count_on_the_open_dice() -> None:
    table = lay(4, falls=["white 1", "blue 1"], expansions=["baywatch"])
    assert weigh_action(table.state, 0, Accept()).points == 4 + 4 + 4


def test_in_the_final_round_they_gain_a_point_instead() -> None:
    table = lay(
        3,
        falls=forced_round(),
        expansions=["baywatch"],
        chairs={"black": {2: 20}},
        rental_start=2,
    )
    result = HIGH_TIDE.game_result(table.state)
    assert result is not None
    assert not table.told("tile_gained")
    assert table.told("point_gained")[0]["seat"] == 1
    assert table.stages[0].shown["points"]["open_dice"] == [0, 1, 0]
    assert table.shown()["baywatch"]["point"] == 1


def test_the_open_dice_of_a_round_are_gone_in_the_next() -> None:
    table = lay(4, expansions=["baywatch"])
    table.fall_back()
    assert table.state.round == 2
    assert table.shown()["baywatch"]["open_dice"] is None


def test_no_order_of_the_tiles_is_kept() -> None:
    table = lay(4, expansions=["baywatch"])
    assert table.state.baywatch is not None
    assert table.state.baywatch.face_up == "B1"
    assert table.state.baywatch.hidden_tiles == ("B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9")
    assert "baywatch tile 1" in table.chance.purposes
    assert "baywatch tile 2" not in table.chance.purposes
