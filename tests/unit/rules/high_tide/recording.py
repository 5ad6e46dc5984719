"""Games of every kind as one hash each: `python -m tests.unit.rules.high_tide.recording` writes them anew.

In a hash is all that the rules say of a game, question by question: the state as it is kept, what each
viewer sees, what can be answered and what time would play, events, stages and draws. So whoever makes
the rules faster learns at once whether they are still the same.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

from games.rulesets.chance import SeededChance
from games.rulesets.high_tide.rules.components import SEATS
from games.rulesets.high_tide.rules.options import EXPANSIONS
from games.rulesets.high_tide.rules.ruleset import HIGH_TIDE
from games.rulesets.high_tide.rules.state import HighTideState
from games.rulesets.ruleset import Step

Json = dict[str, Any]

FILE = Path(__file__).with_name("recorded.json")
GAMES = 3
"""Of each kind."""
BY_TIME = 0.25
"""How often the answer is the fallback; else it is any legal action, each as likely."""

ODD: dict[str, Json] = {
    "short": {"beach_length": 8, "rental_start": 2, "large_wave": 10, "small_wave": 9},
    "long": {"beach_length": 40, "rental_start": 7, "large_wave": 1, "small_wave": 1},
    "sharks": {"beach_length": 12, "shark_distances": [10, 1, 9, 2, 8, 3, 7]},
    "coins": {"beach_length": 9, "coin_values": [99, 1, 50, 7, 20, 3, 2, 8]},
    "surfers": {"surfers": "hidden"},
}
"""What is far from the defaults, each played with all expansions."""


@dataclass(frozen=True)
class Kind:
    """What is played; `name` says it in short."""

    name: str
    options: Json
    seats: int


def kinds() -> Iterator[Kind]:
    """Every combination of expansions and the odd ones, each with every number of seats."""
    for seats in SEATS:
        for count in range(len(EXPANSIONS) + 1):
            for chosen in combinations(EXPANSIONS, count):
                name = f"{seats} {'+'.join(chosen) or 'base'}"
                yield Kind(name, {"expansions": list(chosen)}, seats)
        for word, options in ODD.items():
            yield Kind(f"{seats} odd {word}", {"expansions": list(EXPANSIONS), **options}, seats)


class Recording:
    """All that the rules say of some games, hashed as it comes."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self.questions = 0

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()[:24]

    def add(self, said: Any) -> None:
        self._hash.update(json.dumps(said, separators=(",", ":")).encode())

    def play(self, kind: Kind, game: int) -> None:
        """One game from its set-up to its result."""
        random = Random(f"{kind.name} {game}")
        chance = SeededChance(random.randbytes(32))
        state = HIGH_TIDE.initial_state(HIGH_TIDE.read_options(kind.options), kind.seats, chance)
        self._state(state)
        step = HIGH_TIDE.open_first_turn(state, chance)
        self._step(step, chance)
        while asked := HIGH_TIDE.seats_asked(step.state):
            actions = {}
            for seat in asked:
                legal = HIGH_TIDE.legal_actions(step.state, seat)
                by_time = random.random() < BY_TIME
                actions[seat] = (
                    HIGH_TIDE.choose_fallback(step.state, seat) if by_time else random.choice(legal)
                )
                self.questions += 1
            step = HIGH_TIDE.close_turn(step.state, actions, chance)
            self._step(step, chance)
        result = HIGH_TIDE.game_result(step.state)
        assert result is not None
        self.add([result.scores, result.winners])

    def _step(self, step: Step[HighTideState], chance: SeededChance) -> None:
        self.add([[event.type, event.data] for event in step.events])
        self.add([[end.number, end.scores, end.shown, end.sealed] for end in step.stages])
        self.add([draw.to_json() for draw in chance.take_draws()])
        self._state(step.state)

    def _state(self, state: HighTideState) -> None:
        dumped = HIGH_TIDE.dump(state)
        self.add(dumped)
        assert HIGH_TIDE.load(json.loads(json.dumps(dumped))) == state
        self.add(
            [
                HIGH_TIDE.sitting_name(state),
                HIGH_TIDE.seats_asked(state),
                HIGH_TIDE.current_scores(state),
            ]
        )
        for viewer in (None, *range(state.seat_count)):
            # One table stands for all; each seat's own part is looked at by itself.
            if viewer is None:
                self.add(HIGH_TIDE.table_view(state))
            else:
                self.add(
                    [HIGH_TIDE.private_view(state, viewer), HIGH_TIDE.seat_view(state, viewer)]
                )


def record(kind: Kind) -> Recording:
    """The games of this kind, played and hashed."""
    recording = Recording()
    for game in range(GAMES):
        recording.play(kind, game)
    return recording


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.parse_args(arguments)
    recordings = {kind.name: record(kind) for kind in kinds()}
    hashes = {name: recording.digest for name, recording in recordings.items()}
    FILE.write_text(json.dumps(hashes, indent=0) + "\n")
    questions = sum(recording.questions for recording in recordings.values())
    sys.stdout.write(f"{len(hashes)} kinds of games, {questions} questions\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
