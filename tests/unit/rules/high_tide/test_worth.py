"""What an answer is worth as it stands, by which standing orders and time choose between answers."""

from fractions import Fraction

from games.rulesets.high_tide.rules.actions import Accept, ExtraMove, Move, RerollDie, Take
from games.rulesets.high_tide.rules.worth import Worth, weigh_action
from tests.unit.rules.high_tide.tables import Table, lay


def settled(*falls: str, **how: object) -> Table:
    """Seat 0 of four has accepted this pair and holds B4 and B5."""
    tiles = {"B4": 0, "B5": 0}
    table = lay(falls=falls, expansions=["baywatch", "surfer"], tiles=tiles, **how)  # type: ignore[arg-type]
    assert table.shown()["surfers"][0] == "black"
    table.answer(0, "accept")
    return table


def test_a_roll_is_worth_the_points_that_she_would_have_with_it() -> None:
    table = lay(falls=["white 5", "blue 2"])
    # First on white and blue, and at four bars.
    assert weigh_action(table.state, 0, Accept()) == Worth(Fraction(1), Fraction(4 + 4 + 4))


def test_weighing_an_answer_leaves_the_table_as_it_is() -> None:
    table = settled("white 5", "blue 2")
    before = table.state
    weigh_action(before, 0, ExtraMove("left", "orange"))
    assert table.state == before == settled("white 5", "blue 2").state


def test_a_pair_of_the_track_is_weighed_as_it_lies() -> None:
    table = lay(falls=["white 5", "blue 2", "black 1", "orange 1"], chairs={"white": {1: 16}})
    table.answer(0, "decline")
    table.answer(0, "accept")
    # Drowned on white, first on blue, at four bars.
    assert weigh_action(table.state, 1, Take(1)) == Worth(Fraction(0), Fraction(4 + 4))


def test_a_die_that_is_re_rolled_counts_with_all_its_faces() -> None:
    table = settled("white 5", "blue 2", chairs={"white": {0: 17}})
    # With 1, 2 or 3 she stays first on white, else she drowns; first on blue, and her
    # surfer at the bar counts for two.
    assert weigh_action(table.state, 0, RerollDie("left")) == Worth(
        Fraction(1, 2), Fraction(4, 2) + 4 + 2 + 3
    )


def test_the_water_of_her_surfer_counts_as_dry() -> None:
    table = settled("black 5", "blue 2", chairs={"black": {0: 19}})
    assert weigh_action(table.state, 0, Move()).dry == 1


def test_a_chair_that_was_in_the_water_before_does_not_drown_again() -> None:
    table = settled("white 5", "blue 2", chairs={"white": {0: 21}})
    assert weigh_action(table.state, 0, Move()).dry == 1


def test_keeping_dry_is_worth_more_than_any_points() -> None:
    assert Worth(Fraction(1), Fraction(0)) > Worth(Fraction(5, 6), Fraction(20))
    assert Worth(Fraction(1), Fraction(2)) > Worth(Fraction(1), Fraction(1))
