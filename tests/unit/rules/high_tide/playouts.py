"""Random games in this process, checked at every step: `python -m tests.unit.rules.high_tide.playouts`.

Plays every combination of expansions with every number of players and says how the games
ended and how often each Baywatch tile was used.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random
from statistics import fmean
from typing import Any

from games.rulesets.chance import SeededChance
from games.rulesets.high_tide.bots.careful import play_carefully
from games.rulesets.high_tide.rules.actions import Action
from games.rulesets.high_tide.rules.components import SEATS, TILES
from games.rulesets.high_tide.rules.options import EXPANSIONS
from games.rulesets.high_tide.rules.ruleset import HIGH_TIDE
from games.rulesets.high_tide.rules.state import HighTideState
from tests.unit.rules.high_tide import invariants

Choice = Callable[[HighTideState, int, Random], Action]


@dataclass(frozen=True)
class Game:
    """What is played: `options` beside the expansions as pairs of name and value."""

    expansions: tuple[str, ...]
    seats: int
    seed: int
    options: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True)
class Outcome:
    """How a game went; `questions` that were really put to somebody."""

    rounds: int
    flooded: bool
    questions: int
    tiles: Counter[str]
    scores: tuple[int, ...]
    winners: tuple[int, ...]


def at_random(state: HighTideState, seat: int, random: Random) -> Action:
    return random.choice(HIGH_TIDE.legal_actions(state, seat))


def by_time(state: HighTideState, seat: int, random: Random) -> Action:
    return HIGH_TIDE.choose_fallback(state, seat)


def carefully(state: HighTideState, seat: int, random: Random) -> Action:
    mine = HIGH_TIDE.seat_view(state, seat)
    return HIGH_TIDE.read_action(play_carefully(HIGH_TIDE.table_view(state), mine, random))


CHOICES: dict[str, Choice] = {
    "random": at_random,
    "fallback": by_time,
    "careful": carefully,
}


def play(game: Game, choices: Iterable[Choice] = (at_random,), *, checked: bool = True) -> Outcome:
    """Play a game and, if it is to be `checked`, look at every step; the choices go round the seats."""
    random = Random(f"{game}")
    chance = SeededChance(random.randbytes(32))
    of_seats = list(choices) * game.seats
    options = HIGH_TIDE.read_options({"expansions": list(game.expansions), **dict(game.options)})
    step = HIGH_TIDE.open_first_turn(HIGH_TIDE.initial_state(options, game.seats, chance), chance)
    stages, tiles, questions = list(step.stages), Counter[str](), 0
    while asked := HIGH_TIDE.seats_asked(step.state):
        if checked:
            invariants.check(step.state)
        actions = {seat: of_seats[seat](step.state, seat, random) for seat in asked}
        step = HIGH_TIDE.close_turn(step.state, actions, chance)
        stages += step.stages
        questions += len(asked)
        tiles.update(
            event.data["action"]["tile"] for event in step.events if event.type == "tile_used"
        )
    invariants.check(step.state)
    invariants.check_end(step.state, stages, chance.drawn)
    result = HIGH_TIDE.game_result(step.state)
    assert result is not None
    return Outcome(
        step.state.round,
        step.state.has_flooded_chair,
        questions,
        tiles,
        result.scores,
        result.winners,
    )


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=100, help="games per combination (100)")
    parser.add_argument("--seats", type=int, choices=SEATS, help="only so many players (3 to 6)")
    parser.add_argument("--play", choices=CHOICES, default="random", help="who plays (random)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (0)")
    chosen = parser.parse_args(arguments)
    totals: dict[int, list[Outcome]] = {}
    tables = list(_tables(chosen.seats))
    for number, (expansions, seats) in enumerate(tables, 1):
        games = [Game(expansions, seats, chosen.seed + game) for game in range(chosen.games)]
        started = time.perf_counter()
        outcomes = [play(game, (CHOICES[chosen.play],)) for game in games]
        totals.setdefault(seats, []).extend(outcomes)
        name = f"[{number}/{len(tables)}] {seats} players, {'+'.join(expansions) or 'base'}"
        _say(f"{name:58}{_summary(outcomes)}{time.perf_counter() - started:7.1f} s")
    _say("\nAll combinations:")
    for seats, outcomes in sorted(totals.items()):
        _say(f"{seats} players: {_summary(outcomes)}")
        with_tiles = len(outcomes) // 2
        used = sum((outcome.tiles for outcome in outcomes), Counter[str]())
        shares = "  ".join(f"{tile} {used[tile] / with_tiles:.2f}" for tile in TILES)
        _say(f"  tiles used per game with Baywatch: {shares}")
    return 0


def _tables(seats: int | None) -> Iterator[tuple[tuple[str, ...], int]]:
    for count in range(len(EXPANSIONS) + 1):
        for expansions in combinations(EXPANSIONS, count):
            for number in SEATS if seats is None else (seats,):
                yield expansions, number


def _summary(outcomes: list[Outcome]) -> str:
    return (
        f"rounds {fmean(outcome.rounds for outcome in outcomes):.2f}"
        f"  flood {fmean(outcome.flooded for outcome in outcomes):6.1%}"
        f"  questions {fmean(outcome.questions for outcome in outcomes):5.1f}"
        f"  best {fmean(max(outcome.scores) for outcome in outcomes):.1f}"
    )


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
