"""Games of every kind as one hash each: `python -m tests.unit.rules.high_tide.recording` writes them anew.

In a hash is all that the rules say of a game, question by question: the state as it is kept, what each
viewer sees, what can be answered and what time would play, events, stages and draws. So whoever makes
the rules faster learns at once whether they are still the same.
"""

import hashlib
import json
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


def record(kind: Kind) -> str:
    """Play the games of this kind; return the hash of all that the rules say of them."""
    digest = hashlib.sha256()
    for game in range(GAMES):
        for said in play_game(kind, Random(f"{kind.name} {game}")):
            digest.update(json.dumps(said, separators=(",", ":")).encode())
    return digest.hexdigest()[:24]


def play_game(kind: Kind, random: Random) -> Iterator[Any]:
    """Play one game from its set-up to its result; yield all that the rules say."""
    chance = SeededChance(random.randbytes(32))
    state = HIGH_TIDE.initial_state(HIGH_TIDE.read_options(kind.options), kind.seats, chance)
    yield from describe_state(state)
    step = HIGH_TIDE.open_first_turn(state, chance)
    yield from describe_step(step, chance)
    while asked := HIGH_TIDE.seats_asked(step.state):
        actions = {}
        for seat in asked:
            legal = HIGH_TIDE.legal_actions(step.state, seat)
            by_time = random.random() < BY_TIME
            actions[seat] = (
                HIGH_TIDE.choose_fallback(step.state, seat) if by_time else random.choice(legal)
            )
        step = HIGH_TIDE.close_turn(step.state, actions, chance)
        yield from describe_step(step, chance)
    result = HIGH_TIDE.game_result(step.state)
    assert result is not None
    yield [result.scores, result.winners]


def describe_step(step: Step[HighTideState], chance: SeededChance) -> Iterator[Any]:
    yield [[event.type, event.data] for event in step.events]
    yield [[end.number, end.scores, end.shown, end.sealed] for end in step.stages]
    yield [draw.to_json() for draw in chance.take_draws()]
    yield from describe_state(step.state)


def describe_state(state: HighTideState) -> Iterator[Any]:
    yield HIGH_TIDE.dump(state)
    asked = HIGH_TIDE.seats_asked(state)
    yield [HIGH_TIDE.sitting_name(state), asked, HIGH_TIDE.current_scores(state)]
    # One table stands for all; each seat's own part is looked at by itself.
    yield HIGH_TIDE.table_view(state)
    for viewer in range(state.seat_count):
        yield [HIGH_TIDE.private_view(state, viewer), HIGH_TIDE.seat_view(state, viewer)]


if __name__ == "__main__":
    FILE.write_text(json.dumps({kind.name: record(kind) for kind in kinds()}, indent=0) + "\n")
