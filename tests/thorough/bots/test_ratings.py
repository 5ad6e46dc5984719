"""Ratings of bots: what they mean, and how they are found."""

from io import StringIO
from itertools import combinations
from random import Random

import pytest
from django.core.management import CommandError, call_command

from games.bots import registry
from games.bots.many import options_by_seats
from games.bots.ratings import Table, play_tables, rate_bots
from games.rules import registry as rules

NAMES = ("weak", "middle", "best")
STRENGTHS = {"weak": 1.0, "middle": 10.0, "best": 100.0}
"""As of ratings 0, 400, 800."""


def by_strength(count: int, seats: int, seed: int) -> list[Table]:
    """Tables at which each wins with its share of all strengths."""
    random = Random(seed)
    tables = []
    for _ in range(count):
        bots = tuple(random.choices(NAMES, k=seats))
        (winner,) = random.choices(range(seats), [STRENGTHS[name] for name in bots])
        tables.append(Table(bots, tuple(float(seat == winner) for seat in range(seats))))
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
    tables = [Table(("weak", "best"), (0.5, 0.5))] * 50
    found = rate_bots(tables, ("weak", "best"), 1)
    assert found["best"].mean == pytest.approx(0, abs=1e-9)


def test_who_never_wins_is_not_beyond_measure() -> None:
    tables = [Table(pair, (0.0, 1.0)) for pair in combinations(NAMES, 2)] * 30
    found = rate_bots(tables, NAMES, 1)
    assert 0 < found["middle"].mean < found["best"].mean < 5000


def test_each_bot_plays_and_the_same_seed_gives_the_same_tables() -> None:
    options = options_by_seats(rules.find_ruleset("goofspiel"))
    done: list[int] = []
    tables = play_tables("goofspiel", options, 40, 7, processes=1, progress=done.append)
    assert tables == play_tables("goofspiel", options, 40, 7, processes=2, progress=done.append)
    assert done[:8] == [5, 10, 15, 20, 25, 30, 35, 40]
    assert {len(table.bots) for table in tables} == {*options}
    assert {name for table in tables for name in table.bots} == {*registry.bot_names("goofspiel")}
    for table in tables:
        assert len({*table.bots}) > 1, "who plays against itself learns nothing of others"
        assert sum(table.won) == pytest.approx(1)


def says(*command: str) -> list[str]:
    out = StringIO()
    call_command("bot_ratings", *command, "--processes", "1", stdout=out, stderr=StringIO())
    return out.getvalue().splitlines()


def test_the_command_prints_a_line_for_each_bot() -> None:
    title, *lines = says("goofspiel", "--games", "30", "--seed", "3", "--seats", "3")
    assert title == "goofspiel, 30 games, seed 3"
    assert lines.pop(0) == "3 seats: default options"
    assert lines.pop(0).split() == ["bot", "rating"]
    assert [line.split()[0] for line in lines] == [*registry.bot_names("goofspiel")]
    assert lines[0].split()[1:] == ["0", "±", "0"]


@pytest.mark.parametrize("wrong", ["--seats 9", "--edition nowhere"])
def test_what_cannot_be_played_is_said(wrong: str) -> None:
    with pytest.raises(CommandError):
        says("turn_the_tide", *wrong.split())
