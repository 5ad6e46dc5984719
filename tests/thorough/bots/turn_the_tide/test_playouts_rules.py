"""The rules in C, by which `strong` learns and `expert` thinks, beside those of the server."""

import ctypes
from random import Random

import pytest

from games.rulesets.chance import SeededChance
from games.rulesets.turn_the_tide.bots.seen import as_bits
from games.rulesets.turn_the_tide.rules.editions import EDITIONS
from games.rulesets.turn_the_tide.rules.ruleset import TURN_THE_TIDE
from games.rulesets.turn_the_tide.rules.state import TurnTheTideState
from packages.playouts.training.learner import TRAINING, library
from tests.sampling import sample_count
from tests.unit.bots.turn_the_tide.compiled import compiled

MOST = 12 * 6
STAGES = 400
After = list[tuple[int, ...]]


def replayed(
    state: TurnTheTideState, tides: list[int], cards: list[int]
) -> tuple[int, After, tuple[int, ...]]:
    """How many rounds the stage takes in C, what each seat has after each, and the points."""
    compiled()  # Skips the test where there is no compiler.
    seats = state.seat_count
    hands = (ctypes.c_uint64 * seats)(*[as_bits(state.stage_hand(seat)) for seat in range(seats)])
    after, points = (ctypes.c_int * (3 * MOST))(), (ctypes.c_int * seats)()
    rounds = library(TRAINING / "duel.c").replay(
        seats,
        EDITIONS[state.edition].cascade,
        hands,
        (ctypes.c_int * len(tides))(*tides),
        (ctypes.c_int * len(cards))(*cards),
        after,
        points,
    )
    rows = [tuple(after[at : at + 3]) for at in range(0, 3 * rounds * seats, 3)]
    return rounds, rows, tuple(points)


@pytest.mark.parametrize("edition", ["bga", "bga_modified"])
def test_a_stage_goes_as_by_the_rules_of_the_server(edition: str) -> None:
    random = Random(edition)
    for _ in range(sample_count(STAGES)):
        seats = random.randint(3, 6)
        chance = SeededChance(random.randbytes(32))
        begun = TURN_THE_TIDE.initial_state({"edition": edition}, seats, chance)
        state = first = TURN_THE_TIDE.open_first_turn(begun, chance).state
        tides: list[int] = []
        cards: list[int] = []
        after: After = []
        while True:
            # Half of them by habit, so that stages last.
            plays = {
                seat: random.choice(state.plays[seat])
                if random.random() < 1 / 2
                else TURN_THE_TIDE.choose_fallback(state, seat)
                for seat in TURN_THE_TIDE.seats_asked(state)
            }
            tides += state.tides
            cards += [plays[seat].card if seat in plays else 0 for seat in range(seats)]
            step = TURN_THE_TIDE.close_turn(state, plays, chance)
            if step.stages:
                break
            state = step.state
            after += zip(state.levels, state.preservers, state.eliminated, strict=True)
        (end,) = step.stages
        shown = end.shown
        names = ("tide_levels", "preservers", "eliminated")
        after += zip(*[shown[name] for name in names], strict=True)
        assert replayed(first, tides, cards) == (shown["rounds"], after, end.scores)
