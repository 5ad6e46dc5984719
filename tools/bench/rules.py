"""How many random games a second do the rules play, and how far is that from OpenSpiel?

Whole games through the contract of every ruleset, the same code that the server plays with: each
seat that is asked plays one of its legal actions, each as likely, and chance comes from a seed as in
a real game. One process, so one core. In turns with them OpenSpiel plays goofspiel, where everybody
bids one of twelve cards at once: the nearest game that it has, written in C++ and played here through
its Python API.

OpenSpiel is no dependency of this project. `pip install open_spiel` into an environment of its own,
and name the Python there with --openspiel; without it the last two columns stay empty.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from games import enrolment
from games.rules import registry
from games.rules.chance import SeededChance
from games.rules.high_tide.options import EXPANSIONS
from games.rules.ruleset import Ruleset
from tools.peers.openspiel import Goofspiel

Json = dict[str, Any]

VARIANTS: tuple[tuple[str, str, Json], ...] = (
    ("turn_the_tide", "edition bga", {"edition": "bga"}),
    ("high_tide", "base game", {}),
    ("high_tide", "all expansions", {"expansions": list(EXPANSIONS)}),
)
"""Ruleset, what it is played with in words, and the options for that."""


def main() -> int:
    """Measure, and print a line for each ruleset and number of seats."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench.rules",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--rounds", type=int, default=5, help="the median of them counts (5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="processor time of each (1)")
    parser.add_argument(
        "--openspiel", default=sys.executable, metavar="PYTHON", help="a Python with OpenSpiel"
    )
    parser.add_argument("--json", type=Path, help="where to write the figures")
    options = parser.parse_args()
    enrolment.enrol_all()
    print("ruleset        with            seats  games/s  actions/s  chance  goofspiel  ratio")
    rows = figures(
        options.rounds,
        options.seconds,
        options.openspiel,
        tell=lambda row: print(_line(row), flush=True),
    )
    if options.json:
        options.json.write_text(json.dumps(rows, indent=2))
    return 0


def figures(
    rounds: int,
    seconds: float,
    openspiel: str = sys.executable,
    tell: Callable[[Json], None] = lambda row: None,
) -> list[Json]:
    """A row for each ruleset, its options and number of seats.

    `games` and `actions` are medians a second; `goofspiel` is that of OpenSpiel's actions with as many
    players, and `ratio` the median of ours to it, taken round by round. Both are None where the
    Python named has no OpenSpiel. `rounds` has the actions of each round, ours and OpenSpiel's, and
    `chance` is the part of our time that went into drawing. `tell` is called with each row at once.
    """
    rows = []
    with ExitStack() as stack:
        goofspiel = Goofspiel(openspiel, stack)
        for ruleset_id, variant, raw in VARIANTS:
            ruleset = registry.find_ruleset(ruleset_id)
            options = ruleset.read_options(raw)
            for seats in ruleset.seats_for(options):
                Games(ruleset, options, seats).measure(seconds / 5)  # until all is warm
                ours, theirs = [], []
                for _ in range(rounds):
                    ours.append(Games(ruleset, options, seats).measure(seconds))
                    theirs.append(goofspiel.measure(seats, seconds))
                rows.append(
                    {
                        "ruleset": ruleset_id,
                        "with": variant,
                        "seats": seats,
                        "games": median(one["games"] for one in ours),
                        "chance": Games(ruleset, options, seats).drawing(seconds),
                        **_compared([one["actions"] for one in ours], theirs),
                    }
                )
                tell(rows[-1])
    return rows


def _compared(ours: list[float], theirs: list[float | None]) -> Json:
    pairs = [(one, other) for one, other in zip(ours, theirs, strict=True) if other is not None]
    return {
        "actions": median(ours),
        "goofspiel": median(other for _, other in pairs) if pairs else None,
        "ratio": median(one / other for one, other in pairs) if pairs else None,
        "rounds": {"ours": ours, "goofspiel": theirs},
    }


class Games:
    """Random games of one ruleset; the same ones each time."""

    def __init__(self, ruleset: Ruleset[Any, Any], options: Json, seats: int) -> None:
        self.ruleset = ruleset
        self.options = options
        self.seats = seats
        self._random = Random(1)

    def measure(self, seconds: float) -> Json:
        """Games and actions a second of processor time."""
        games = actions = 0
        began = time.process_time()
        while (passed := time.process_time() - began) < seconds:
            # To read the clock takes as long as two answers, so it is not read after every game.
            for _ in range(10):
                actions += self._play(SeededChance(self._random.randbytes(32)))
            games += 10
        return {"games": games / passed, "actions": actions / passed}

    def drawing(self, seconds: float) -> float:
        """The part of the time that chance takes."""
        drawing = 0.0
        began = time.perf_counter()
        while (passed := time.perf_counter() - began) < seconds:
            chance = TimedChance(self._random.randbytes(32))
            self._play(chance)
            drawing += chance.seconds
        return drawing / passed

    def _play(self, chance: SeededChance) -> int:
        """One whole game; returns the number of actions."""
        ruleset, random = self.ruleset, self._random.random
        actions = 0
        state = ruleset.open_first_turn(
            ruleset.initial_state(self.options, self.seats, chance), chance
        ).state
        while asked := ruleset.seats_asked(state):
            answers = {}
            for seat in asked:
                legal = ruleset.legal_actions(state, seat)
                # As even as `choice` to within 2^-50, and in a third of its time.
                answers[seat] = legal[int(random() * len(legal))]
            state = ruleset.close_turn(state, answers, chance).state
            actions += len(answers)
        return actions


class TimedChance(SeededChance):
    """The real chance, with a clock."""

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed)
        self.seconds = 0.0

    def roll(self, purpose: str, sides: int) -> int:
        began = time.perf_counter()
        value = super().roll(purpose, sides)
        self.seconds += time.perf_counter() - began
        return value

    def sample(self, purpose: str, items: Any, count: int) -> tuple[Any, ...]:
        began = time.perf_counter()
        value = super().sample(purpose, items, count)
        self.seconds += time.perf_counter() - began
        return value


def _line(row: Json) -> str:
    theirs = (
        f"{row['goofspiel']:10.0f} {row['ratio']:6.2f}" if row["ratio"] else f"{'-':>10} {'-':>6}"
    )
    return (
        f"{row['ruleset']:<14} {row['with']:<15} {row['seats']:5} {row['games']:8.0f}"
        f" {row['actions']:10.0f} {row['chance']:7.0%} {theirs}"
    )


if __name__ == "__main__":
    sys.exit(main())
