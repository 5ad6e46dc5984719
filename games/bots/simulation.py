"""Averages over many games played by bots."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.bots import registry
from games.bots.many import Estimate
from games.bots.playout import Playout, play_out
from games.rules.ruleset import Ruleset

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Line:
    """The results of a bot at tables of one size.

    `points` are per seat and stage, `wins` per seat and game; a shared win counts in parts.
    """

    seats: int
    bot: str
    games: int
    points: Estimate
    wins: Estimate


def simulate_games(
    ruleset: Ruleset[Any, Any],
    options: Json,
    seats: int,
    bots: Sequence[str],
    games: int,
    *,
    seed: int = 0,
    progress: Callable[[int], None] = lambda done: None,
) -> tuple[Line, ...]:
    """Play games and return a line for each bot named.

    The bots take the seats in their order, and the last one named takes all that are left. They
    move one seat on with every game, so that no bot gains by its place. `progress` is called after
    each game with the number played.
    """
    names = [bots[min(seat, len(bots) - 1)] for seat in range(seats)]
    points: dict[str, list[float]] = {name: [] for name in names}
    wins: dict[str, list[float]] = {name: [] for name in names}
    for game in range(games):
        turned = [names[(seat + game) % seats] for seat in range(seats)]
        players = [registry.find_bot(ruleset.id, name) for name in turned]
        playout = play_out(ruleset, options, players, seed + game)
        for name, (its_points, its_wins) in _by_bot(turned, playout).items():
            points[name].append(its_points)
            wins[name].append(its_wins)
        progress(game + 1)
    return tuple(
        Line(
            seats,
            name,
            games,
            Estimate.from_samples(points[name]),
            Estimate.from_samples(wins[name]),
        )
        for name in points
    )


def _by_bot(names: Sequence[str], playout: Playout) -> Mapping[str, tuple[float, float]]:
    """Return by bot the points per seat and stage, and the wins per seat."""
    scores, winners = playout.result.scores, playout.result.winners
    figures = {}
    for name in set(names):
        its = [seat for seat, other in enumerate(names) if other == name]
        its_points = sum(scores[seat] for seat in its) / len(its) / len(playout.stages)
        figures[name] = (its_points, len(set(its) & set(winners)) / len(winners) / len(its))
    return figures
