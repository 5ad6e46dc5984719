"""Ratings of bots from games at mixed tables: how likely each is to win against any others.

The model is Bradley's and Terry's for more than two (Hunter 2004, "MM algorithms for generalized
Bradley-Terry models"): each bot has a strength, and wins with its share of all strengths at the table. A
rating is its logarithm in the scale of chess: with 400 more a bot wins ten times as often as another at
the same table.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import log10
from random import Random
from statistics import stdev
from typing import Any

from games.bots import registry
from games.bots.many import Estimate, in_processes
from games.bots.playout import play_out
from games.rules import registry as rules

Json = dict[str, Any]
POINTS = 400.0
"""The rating points for ten times the strength."""
RESAMPLED = 100
"""The number of resamples of the games from which the margin of a rating is computed."""
CLOSE = 1e-4
"""The relative change of a strength below which the computation ends."""


@dataclass(frozen=True, slots=True)
class Table:
    """The bots at a table by seat, and each seat's part of the win."""

    bots: tuple[str, ...]
    won: tuple[float, ...]


def play_tables(
    ruleset: str,
    options: Mapping[int, Json],
    games: int,
    seed: int,
    *,
    processes: int = 2,
    progress: Callable[[int], None],
) -> list[Table]:
    """Play games of all bots at tables of these sizes in turn; `progress` gets the number played."""
    tables: list[Table] = []
    for more in in_processes(partial(_play_numbers, ruleset, options, seed), games, processes):
        tables += more
        progress(len(tables))
    return tables


def rate_bots(tables: Sequence[Table], names: Sequence[str], seed: int) -> dict[str, Estimate]:
    """Return the rating of each bot; that of the first is 0 without a margin."""
    random = Random(seed)
    found = _compute_ratings(tables, names)
    others = [
        _compute_ratings(random.choices(tables, k=len(tables)), names) for _ in range(RESAMPLED)
    ]
    return {
        name: Estimate(found[name], 1.96 * stdev(other[name] for other in others)) for name in names
    }


def _play_numbers(
    ruleset: str, options: Mapping[int, Json], seed: int, numbers: range
) -> list[Table]:
    sizes = list(options)
    return [
        _play_one(ruleset, size, options[size], seed + number)
        for number in numbers
        for size in [sizes[number % len(sizes)]]
    ]


def _play_one(ruleset: str, seats: int, options: Json, seed: int) -> Table:
    bots = _draw_bots(registry.bot_names(ruleset), seats, Random(f"{seed} bots"))
    playing = [registry.find_bot(ruleset, name) for name in bots]
    winners = play_out(rules.find_ruleset(ruleset), options, playing, seed).result.winners
    return Table(bots, tuple((seat in winners) / len(winners) for seat in range(seats)))


def _draw_bots(names: Sequence[str], seats: int, random: Random) -> tuple[str, ...]:
    """Return bots for a table, at least two different ones: a bot alone says nothing of others."""
    while len({*(drawn := random.choices(names, k=seats))}) == 1:
        pass
    return tuple(drawn)


def _compute_ratings(tables: Sequence[Table], names: Sequence[str]) -> dict[str, float]:
    strengths = _estimate_strengths(tables, names)
    return {name: POINTS * log10(strengths[name] / strengths[names[0]]) for name in names}


def _estimate_strengths(tables: Sequence[Table], names: Sequence[str]) -> dict[str, float]:
    """Return the likeliest strengths, with a shared win added, so that each is finite."""
    wins = dict.fromkeys(names, 1 / len(names))
    played = Counter([tuple(sorted(names)), *(tuple(sorted(table.bots)) for table in tables)])
    for table in tables:
        for name, won in zip(table.bots, table.won, strict=True):
            wins[name] += won
    strengths = dict.fromkeys(names, 1.0)
    change = 1.0
    while change > CLOSE:
        met = dict.fromkeys(names, 0.0)
        for bots, times in played.items():
            each = times / sum(strengths[name] for name in bots)
            for name in bots:
                met[name] += each
        new = {name: wins[name] / met[name] for name in names}
        new = {name: one / new[names[0]] for name, one in new.items()}
        change = max(abs(new[name] / strengths[name] - 1) for name in names)
        strengths = new
    return strengths
