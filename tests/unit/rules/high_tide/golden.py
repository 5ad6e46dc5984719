"""Games told in full and kept as text: `python -m tests.unit.rules.high_tide.golden` writes them anew.

Who answers is a rule, not a player, so that a game depends on the rules of High Tide alone:
the n-th question of the game is answered with one of the legal answers as `pick` says.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from games.rulesets.chance import SeededChance
from games.rulesets.high_tide.rules.ruleset import HIGH_TIDE
from games.rulesets.high_tide.rules.state import HighTideState
from games.rulesets.ruleset import Step
from tests.unit.rules.high_tide import telling

FOLDER = Path(__file__).parent / "golden"

GAMES: Mapping[str, tuple[int, tuple[str, ...], str]] = {
    "base_3": (3, (), "one"),
    "base_6": (6, (), "two"),
    "coins_4": (4, ("coins",), "three"),
    "shark_alert_4": (4, ("shark_alert",), "four"),
    "surfer_3": (3, ("surfer",), "five"),
    # Between them these three use all nine tiles.
    "baywatch_5": (5, ("baywatch",), "tide 3"),
    "baywatch_6": (6, ("baywatch",), "tide 40"),
    "all_4": (4, ("coins", "shark_alert", "surfer", "baywatch"), "tide 18"),
}
"""By file: players, expansions and seed."""


def pick(question: int, answers: int) -> int:
    """Which of the answers the n-th question gets."""
    return (7 * question + question // 5) % answers


def tell(name: str) -> str:
    return "\n".join(_lines(*GAMES[name])) + "\n"


def _lines(seats: int, expansions: tuple[str, ...], seed: str) -> Iterator[str]:
    chance = SeededChance(seed.encode())
    options = HIGH_TIDE.read_options({"expansions": list(expansions)})
    yield f"{seats} players, {' '.join(expansions) or 'base game'}, seed {seed}"
    step = HIGH_TIDE.open_first_turn(HIGH_TIDE.initial_state(options, seats, chance), chance)
    yield f"Set-up: {HIGH_TIDE.setup_record(step.state)}"
    yield from _told(step)
    question = 0
    while asked := HIGH_TIDE.seats_asked(step.state):
        actions = {}
        for seat in asked:
            question += 1
            legal = HIGH_TIDE.legal_actions(step.state, seat)
            actions[seat] = legal[pick(question, len(legal))]
            yield telling.answer(seat, HIGH_TIDE.write_action(actions[seat]), len(legal))
        step = HIGH_TIDE.close_turn(step.state, actions, chance)
        yield from _told(step)
    yield from _scores(step.state)


def _told(step: Step[HighTideState]) -> Iterator[str]:
    table = HIGH_TIDE.table_view(step.state)
    for event in step.events:
        # The next round begins within the same step, and moves no chair before its first question.
        if event.type == "round_began" and event.data["round"] > 1:
            yield from telling.beaches(table)
        yield telling.event(event)
    if not HIGH_TIDE.seats_asked(step.state):
        yield from telling.beaches(table)


def _scores(state: HighTideState) -> Iterator[str]:
    result = HIGH_TIDE.game_result(state)
    assert result is not None
    for seat, score in enumerate(result.scores):
        won = " wins" if seat in result.winners else ""
        yield f"  {telling.NAMES[seat]:6}{score:3}{won}"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.parse_args(arguments)
    for name in GAMES:
        path = FOLDER / f"{name}.txt"
        path.write_text(tell(name))
        sys.stdout.write(f"{path.name}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
