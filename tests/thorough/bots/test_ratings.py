"""Ratings of bots: what they mean, and how they are found."""

from itertools import combinations
from random import Random

import pytest

from games.rulesets import bots
from games.rulesets import registry as rules
from tools.bots import __main__ as program
from tools.bots.ratings import rate_bots
from tools.bots.tables import Outcome, mixed, options_by_seats, play_tables

NAMES = ("weak", "middle", "best")
STRENGTHS = {"weak": 1.0, "middle": 10.0, "best": 100.0}
"""As of ratings 0, 400, 800."""


def outcome(bots: tuple[str, ...], won: tuple[float, ...]) -> Outcome:
    return Outcome(bots, won, won, ((),) * len(bots))


def by_strength(count: int, seats: int, seed: int) -> list[Outcome]:
    """Tables at which each wins with its share of all strengths."""
    random = Random(seed)
    tables = []
    for _ in range(count):
        bots = tuple(random.choices(NAMES, k=seats))
        (winner,) = random.choices(range(seats), [STRENGTHS[name] for name in bots])
        tables.append(outcome(bots, tuple(float(seat == winner) for seat in range(seats))))
    return tables


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_rating_tells_how_often_who_wins(seats: int) -> None:
    found = rate_bots(by_strength(4000, seats, 1), NAMES, 1)
    assert (found["weak"].mean, found["weak"].margin) == (0, 0)
    for name, true in (("middle", 400), ("best", 800)):
        # Three standard errors: one seed, and the same each time.
        assert abs(found[name].mean - true) < found[name].margin * 3 / 1.96
        assert 0 < found[name].margin < 100


def test_who_shares_a_win_has_a_part_of_it() -> None:
    tables = [outcome(("weak", "best"), (0.5, 0.5))] * 50
    found = rate_bots(tables, ("weak", "best"), 1)
    assert found["best"].mean == pytest.approx(0, abs=1e-9)


def test_who_never_wins_is_not_beyond_measure() -> None:
    tables = [outcome(pair, (0.0, 1.0)) for pair in combinations(NAMES, 2)] * 30
    found = rate_bots(tables, NAMES, 1)
    assert 0 < found["middle"].mean < found["best"].mean < 5000


def test_each_bot_plays_and_the_same_seed_gives_the_same_tables() -> None:
    options = options_by_seats(rules.find_ruleset("goofspiel"))
    wanted = [mixed("goofspiel", options, seed) for seed in range(7, 47)]
    tables = list(play_tables(wanted, 1))
    again = list(play_tables(wanted, 2))
    assert [(one.bots, one.won) for one in tables] == [(one.bots, one.won) for one in again]
    assert {len(table.bots) for table in tables} == {*options}
    assert {name for table in tables for name in table.bots} == {*bots.bot_names("goofspiel")}
    for table in tables:
        assert len({*table.bots}) > 1, "who plays against itself learns nothing of others"
        assert sum(table.won) == pytest.approx(1)


def test_the_program_prints_a_line_for_each_bot(capsys: pytest.CaptureFixture[str]) -> None:
    wish = ["goofspiel", "--ratings", "--games", "30", "--seed", "3", "--seats", "3"]
    assert program.main([*wish, "--processes", "1"]) == 0
    title, *lines = capsys.readouterr().out.splitlines()
    assert title == "goofspiel, 30 games, seed 3"
    assert lines.pop(0) == "3 seats: default options"
    assert lines.pop(0).split() == ["bot", "rating"]
    assert [line.split()[0] for line in lines] == [*bots.bot_names("goofspiel")]
    assert lines[0].split()[1:] == ["0", "±", "0"]
