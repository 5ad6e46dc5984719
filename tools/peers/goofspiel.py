"""Random games of OpenSpiel's goofspiel, a number of seconds for each line of standard input.

A script of its own, which needs nothing of this project, so that it can run in the environment that
OpenSpiel is installed in. A line in is the number of players and the seconds of processor time; a line
out is a JSON object with games and actions a second. An action is one player's bid: all bids of a
round are applied in one call, and what chance does is no action.
"""

import json
import sys
import time
from importlib import import_module
from random import Random
from typing import Any

CARDS = 12


def game(pyspiel: Any, players: int) -> Any:
    return pyspiel.load_game(
        "goofspiel",
        {"players": players, "num_cards": CARDS, "points_order": "random", "imp_info": True},
    )


def play(goofspiel: Any, players: int, random: Random) -> int:
    """Play one game; returns the number of actions."""
    state = goofspiel.new_initial_state()
    actions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            prize, _ = random.choice(state.chance_outcomes())
            state.apply_action(prize)
        else:
            bids = []
            for player in range(players):
                # Chosen just as tools/bench/rules.py chooses for our rulesets.
                legal = state.legal_actions(player)
                bids.append(legal[int(random.random() * len(legal))])
            state.close_turn(bids)
            actions += players
    return actions


def measure(goofspiel: Any, players: int, seconds: float, random: Random) -> dict[str, float]:
    games = actions = 0
    began = time.process_time()
    while (passed := time.process_time() - began) < seconds:
        actions += play(goofspiel, players, random)
        games += 1
    return {"games": games / passed, "actions": actions / passed}


def main() -> int:
    try:
        pyspiel = import_module("pyspiel")
    except ImportError:
        return 1
    random = Random(1)
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        players, seconds = line.split()
        found = measure(game(pyspiel, int(players)), int(players), float(seconds), random)
        print(json.dumps(found), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
