"""Games between bots by the rules alone, played by several processes, and means with their margins."""

import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt
from multiprocessing import get_context
from random import Random
from statistics import fmean, stdev
from typing import Any

from games.rulesets import bots
from games.rulesets import registry as rules
from games.rulesets.bots import Bot, play_aimlessly
from games.rulesets.ruleset import Ruleset
from tools.bots.playout import play_out

Json = dict[str, Any]
AT_ONCE = 5
"""The number of games that a process plays before it reports them."""


@dataclass(frozen=True, slots=True)
class Table:
    """A game to be played: its bots by seat, and the seed of all chance."""

    ruleset: str
    options: Json
    bots: tuple[str, ...]
    seed: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """By seat the part of the win, the lead over the mean of the others, and the seconds of each decision."""

    bots: tuple[str, ...]
    won: tuple[float, ...]
    leads: tuple[float, ...]
    spent: tuple[tuple[float, ...], ...]


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


def play_table(table: Table) -> Outcome:
    """Play a game to its end."""
    found = [bots.find_bot(table.ruleset, name) for name in table.bots]
    # The random bot is played without its view, which takes longer to build than the rules.
    players = [bot if bot is play_aimlessly else Timed(bot) for bot in found]
    result = play_out(rules.find_ruleset(table.ruleset), table.options, players, table.seed)
    total, others = sum(result.scores), len(players) - 1
    return Outcome(
        table.bots,
        tuple((seat in result.winners) / len(result.winners) for seat in range(len(players))),
        tuple(score - (total - score) / others for score in result.scores),
        tuple(tuple(bot.spent) if isinstance(bot, Timed) else () for bot in players),
    )


def play_tables(tables: Sequence[Table], processes: int) -> Iterator[Outcome]:
    """Yield the outcomes of all games in their order."""
    if processes == 1:
        yield from map(play_table, tables)
        return
    # Forked, so that the games and bots that are registered here are registered there.
    with ProcessPoolExecutor(processes, mp_context=get_context("fork")) as pool:
        yield from pool.map(play_table, tables, chunksize=AT_ONCE)


def one_against(ruleset: str, options: Json, seats: int, one: str, others: str, seed: int) -> Table:
    """Seat a bot alone; with each seed it moves one seat on, so that it does not gain by its place."""
    bots = [others] * seats
    bots[seed % seats] = one
    return Table(ruleset, options, tuple(bots), seed)


def mixed(ruleset: str, options: Mapping[int, Json], seed: int) -> Table:
    """Draw bots, at least two different ones: a bot alone says nothing of others."""
    seats = [*options][seed % len(options)]
    random, names = Random(f"{seed} bots"), bots.bot_names(ruleset)
    while len({*(drawn := random.choices(names, k=seats))}) == 1:
        pass
    return Table(ruleset, options[seats], tuple(drawn), seed)


def options_by_seats(
    ruleset: Ruleset[Any, Any], wanted: Sequence[int] | None = None, sent: Json | None = None
) -> dict[int, Json]:
    """Return the options for each number of seats wanted; by default all numbers are wanted.

    They are the options that were sent. Without any, they are the default ones, or the first of the
    ruleset's variants that allows the number of seats. Raises `Refusal` for invalid options, and
    `ValueError` for a wanted number of seats that no options allow.
    """
    all_options = [
        ruleset.read_options(raw) for raw in ([sent] if sent else [{}, *ruleset.variants])
    ]
    found: dict[int, Json] = {}
    for seats in wanted or ruleset.seats:
        options = next((one for one in all_options if seats in ruleset.seats_for(one)), None)
        if options is not None:
            found[seats] = options
        elif wanted:
            raise ValueError(f"This is not played by {seats}.")
    return found


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and the half width of its 95 % interval."""

    mean: float
    margin: float

    @classmethod
    def from_samples(cls, samples: Sequence[float]) -> "Estimate":
        margin = 1.96 * stdev(samples) / sqrt(len(samples)) if len(samples) > 1 else float("inf")
        return cls(fmean(samples), margin)

    def __str__(self) -> str:
        return f"{self.mean:.3f} ± {self.margin:.3f}"
