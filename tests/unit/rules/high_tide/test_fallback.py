"""What time plays for a seat that does not answer, and what an answer is worth."""

from fractions import Fraction
from typing import Any

import pytest

from games.rulesets.high_tide.rules.actions import Accept, ExtraMove, Move, RerollDie, Take
from games.rulesets.high_tide.rules.ruleset import HIGH_TIDE
from games.rulesets.high_tide.rules.worth import Worth, weigh_action
from tests.unit.rules.high_tide.tables import Table, lay, write_answer

ROLL = "white 5, blue 2"
PAIR = f"{ROLL}, black 1, orange 1"
TAKEN = "decline, accept, take 1"
BLACK_LAST = "white 1, white 2, blue 1, blue 2, black 6, black 5"


@pytest.mark.parametrize(
    ("falls", "situation", "answers", "fallback"),
    [
        # A dry roll is accepted, dice of one colour are looked at together.
        (ROLL, {}, "", "accept"),
        (ROLL, {"chairs": {"white": {0: 16}}}, "", "decline"),
        ("white 4, white 4", {"chairs": {"white": {0: 15}}}, "", "decline"),
        # A surfer may walk into its own water, and what must be accepted is.
        ("black 5, blue 2", {"chairs": {"black": {0: 16}}, "expansions": ["surfer"]}, "", "accept"),
        (BLACK_LAST, {"chairs": {"black": {0: 15}}, "tiles": "B8"}, "decline, decline", "accept"),
        # A pair that gains points is taken, one that walks into the water is left.
        (PAIR, {}, "decline, accept", "take 1"),
        (PAIR, {"chairs": {"white": {1: 16, 2: 17}}}, "decline, accept", "roll"),
        # A die is re-rolled only if it walks into the water, and one of two of a colour.
        (PAIR, {}, TAKEN, "reroll"),
        (PAIR, {"chairs": {"blue": {1: 19}}}, TAKEN, "reroll right"),
        (
            "white 5, white 4, black 1, orange 1",
            {"chairs": {"white": {1: 13}}},
            TAKEN,
            "reroll left",
        ),
        # The best coin is taken, and no tile is used.
        ("blue 4, blue 3", {"expansions": ["coins"]}, "accept", "coin blue 7"),
        ("", {"tiles": "B1 B3 B5"}, "", "pass"),
        ("", {"tiles": "B1 B3 B5"}, "pass", "roll"),
        ("", {"tiles": "B1 B3 B5"}, "pass, roll, accept", "move"),
    ],
)
def test_time_plays_what_keeps_dry_and_gains(
    falls: str, situation: dict[str, Any], answers: str, fallback: str
) -> None:
    table = lay(falls, **situation)
    if answers:
        table.play(answers)
    action = HIGH_TIDE.choose_fallback(table.state, table.asked()[0])
    assert write_answer(HIGH_TIDE.write_action(action)) == fallback


def lay_accepted(falls: str = ROLL, **how: Any) -> Table:
    """Return a table at which seat 0 of four has accepted this pair, holds B4 and B5, surfs on black."""
    return lay(falls, expansions=["surfer"], tiles="B4 B5", **how).play("accept")


def test_a_roll_is_worth_the_points_that_she_would_have_with_it() -> None:
    # First on white and blue, and at four bars; the open dice do not count.
    for expansions in ([], ["baywatch"]):
        table = lay(ROLL, expansions=expansions)
        assert weigh_action(table.state, 0, Accept()) == Worth(Fraction(1), Fraction(4 + 4 + 4))


def test_weighing_an_answer_leaves_the_table_as_it_is() -> None:
    table = lay_accepted()
    weigh_action(table.state, 0, ExtraMove("left", "orange"))
    assert table.state == lay_accepted().state


def test_a_pair_of_the_track_is_weighed_as_it_lies() -> None:
    table = lay(PAIR, chairs={"white": {1: 16}}).play("decline, accept")
    # Drowned on white, first on blue, at four bars.
    assert weigh_action(table.state, 1, Take(1)) == Worth(Fraction(0), Fraction(4 + 4))


def test_a_die_that_is_re_rolled_counts_with_all_its_faces() -> None:
    table = lay_accepted(chairs={"white": {0: 17}})
    # With 1, 2 or 3 she stays first on white, else she drowns; first on blue, and her
    # surfer at the bar counts for two.
    points = Fraction(4, 2) + 4 + 2 + 3
    assert weigh_action(table.state, 0, RerollDie("left")) == Worth(Fraction(1, 2), points)


def test_keeping_dry_is_worth_more_than_any_points() -> None:
    assert Worth(Fraction(1), Fraction(0)) > Worth(Fraction(5, 6), Fraction(20))
    assert Worth(Fraction(1), Fraction(2)) > Worth(Fraction(1), Fraction(1))
    surfing = lay_accepted("black 5, blue 2", chairs={"black": {0: 19}})
    in_water_before = lay_accepted(chairs={"white": {0: 21}})
    for table in (surfing, in_water_before):
        assert weigh_action(table.state, 0, Move()).dry == 1
