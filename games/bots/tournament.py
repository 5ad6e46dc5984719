"""Many games of one bot against a table of others: its wins, and the time of its decisions."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from games.bots import registry
from games.bots.bot import Bot
from games.bots.many import Estimate, in_processes
from games.bots.playout import play_out
from games.rules import registry as rules

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Row:
    """A pairing: bot `one` in one seat, bot `others` in all other seats."""

    ruleset: str
    options: Json
    seats: int
    one: str
    others: str


@dataclass(frozen=True, slots=True)
class TournamentGame:
    """The outcome of a game for `one`: its part of the win, and its lead in points over the mean.

    The mean is that of the other seats. `spent` has the processor time of each decision, in seconds.
    """

    won: float
    lead: float
    spent: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class TournamentOutcome:
    """The results of a row; times are milliseconds of processor time of one decision."""

    row: Row
    games: int
    wins: Estimate
    lead: Estimate
    mean: float
    worst: float


class Timed:
    """A bot that records the processor time of each of its decisions, in seconds."""

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
) -> TournamentOutcome:
    """Play so many games with seeds from `seed` up; `progress` gets the number played.

    In each game `one` moves one seat on, so that it does not gain by its place.
    """
    played: list[TournamentGame] = []
    for more in in_processes(partial(_play_numbers, row, seed), games, processes):
        played += more
        progress(len(played))
    spent = [seconds * 1000 for game in played for seconds in game.spent]
    return TournamentOutcome(
        row,
        games,
        Estimate.from_samples([game.won for game in played]),
        Estimate.from_samples([game.lead for game in played]),
        sum(spent) / len(spent),
        max(spent),
    )


def _play_numbers(row: Row, seed: int, numbers: range) -> list[TournamentGame]:
    return [play_game(row, number % row.seats, seed + number) for number in numbers]


def play_game(row: Row, place: int, seed: int) -> TournamentGame:
    """Play a game with `one` in this seat."""
    one = Timed(registry.find_bot(row.ruleset, row.one))
    other = registry.find_bot(row.ruleset, row.others)
    bots = [one if seat == place else other for seat in range(row.seats)]
    result = play_out(rules.find_ruleset(row.ruleset), row.options, bots, seed).result
    own = result.scores[place]
    mean = (sum(result.scores) - own) / (row.seats - 1)
    won = 1 / len(result.winners) if place in result.winners else 0.0
    return TournamentGame(won, own - mean, tuple(one.spent))
