"""Ratings of bots from games at mixed tables: how likely each is to win against any others.

The model is Bradley's and Terry's for more than two (Hunter 2004, "MM algorithms for generalized
Bradley-Terry models"): each bot has a strength, and wins with its share of all strengths at the table. A
rating is its logarithm in the scale of chess: with 400 more a bot wins ten times as often as another at
the same table.
"""

from collections import Counter
from collections.abc import Sequence
from math import log10
from random import Random
from statistics import stdev

from tools.bots.tables import Estimate, Outcome

POINTS = 400.0
"""The rating points for ten times the strength."""
RESAMPLED = 100
"""The number of resamples of the games from which the margin of a rating is computed."""
CLOSE = 1e-4
"""The relative change of a strength below which the computation ends."""


def rate_bots(games: Sequence[Outcome], names: Sequence[str], seed: int) -> dict[str, Estimate]:
    """Return the rating of each bot; that of the first is 0 without a margin."""
    random = Random(seed)
    found = _compute_ratings(games, names)
    others = [
        _compute_ratings(random.choices(games, k=len(games)), names) for _ in range(RESAMPLED)
    ]
    return {
        name: Estimate(found[name], 1.96 * stdev(other[name] for other in others)) for name in names
    }


def _compute_ratings(games: Sequence[Outcome], names: Sequence[str]) -> dict[str, float]:
    strengths = _estimate_strengths(games, names)
    return {name: POINTS * log10(strengths[name] / strengths[names[0]]) for name in names}


def _estimate_strengths(games: Sequence[Outcome], names: Sequence[str]) -> dict[str, float]:
    """Return the likeliest strengths, with a shared win added, so that each is finite."""
    wins = dict.fromkeys(names, 1 / len(names))
    played = Counter([tuple(sorted(names)), *(tuple(sorted(game.bots)) for game in games)])
    for game in games:
        for name, won in zip(game.bots, game.won, strict=True):
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
