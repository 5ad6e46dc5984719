"""One bot against a table of others, many times over: how often it wins, and what its moves cost."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from games.bots import registry
from games.bots.bot import Bot
from games.bots.estimate import Estimate
from games.bots.many import in_processes
from games.bots.playout import play
from games.rules import registry as rules

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Row:
    """Who plays what: bot `one` in one seat, bot `others` in all the others."""

    ruleset: str
    options: Json
    seats: int
    one: str
    others: str


@dataclass(frozen=True, slots=True)
class Game:
    """What came of a game for `one`: its part of the win, and its lead over the others' mean in points.

    `spent` is the processor time of each of its decisions in seconds.
    """

    won: float
    lead: float
    spent: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A row played out; times are milliseconds of processor time of one decision."""

    row: Row
    games: int
    wins: Estimate
    lead: Estimate
    mean: float
    worst: float


class Timed:
    """A bot, and how long each of its decisions took."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.spent: list[float] = []

    def __call__(self, table: Json, mine: Json, random: Random) -> Json:
        began = time.thread_time()
        answer = self._bot(table, mine, random)
        self.spent.append(time.thread_time() - began)
        return answer


def play_row(
    row: Row, games: int, seed: int, *, processes: int = 2, progress: Callable[[int], None]
) -> Outcome:
    """Play so many games with seeds from `seed` up; `progress` is told how many have been played.

    From game to game `one` moves one seat on, so that it does not gain by its place.
    """
    played: list[Game] = []
    for more in in_processes(partial(_play, row, seed), games, processes):
        played += more
        progress(len(played))
    spent = [seconds * 1000 for game in played for seconds in game.spent]
    return Outcome(
        row,
        games,
        Estimate.of([game.won for game in played]),
        Estimate.of([game.lead for game in played]),
        sum(spent) / len(spent),
        max(spent),
    )


def _play(row: Row, seed: int, numbers: range) -> list[Game]:
    return [play_game(row, number % row.seats, seed + number) for number in numbers]


def play_game(row: Row, place: int, seed: int) -> Game:
    """One game with `one` in this seat."""
    one = Timed(registry.find(row.ruleset, row.one))
    other = registry.find(row.ruleset, row.others)
    bots = [one if seat == place else other for seat in range(row.seats)]
    result = play(rules.find(row.ruleset), row.options, bots, seed).result
    own = result.scores[place]
    mean = (sum(result.scores) - own) / (row.seats - 1)
    won = 1 / len(result.winners) if place in result.winners else 0.0
    return Game(won, own - mean, tuple(one.spent))
