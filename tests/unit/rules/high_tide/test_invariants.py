"""What must hold in every game, in random games with every combination of expansions."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rulesets.high_tide.rules.options import EXPANSIONS
from tests.sampling import sample_count
from tests.unit.rules.high_tide.playouts import Game, play

COMBINATIONS = [
    chosen for count in range(len(EXPANSIONS) + 1) for chosen in combinations(EXPANSIONS, count)
]
SEATS = st.integers(min_value=3, max_value=6)


@pytest.mark.parametrize("expansions", COMBINATIONS, ids=lambda chosen: "+".join(chosen) or "base")
@settings(max_examples=sample_count(6))
@given(seats=SEATS, seed=st.integers(min_value=0, max_value=2**32))
def test_a_random_game_holds_together_at_every_step(
    expansions: tuple[str, ...], seats: int, seed: int
) -> None:
    play(Game(expansions, seats, seed))


@settings(max_examples=sample_count(15))
@given(
    expansions=st.sets(st.sampled_from(EXPANSIONS)),
    seats=SEATS,
    seed=st.integers(min_value=0, max_value=2**32),
    options=st.fixed_dictionaries(
        {
            "beach_length": st.integers(min_value=8, max_value=40),
            "rental_start": st.integers(min_value=2, max_value=7),
            "large_wave": st.integers(min_value=1, max_value=10),
            "small_wave": st.integers(min_value=1, max_value=10),
        }
    ),
)
def test_so_does_one_with_other_figures_than_the_box_has(
    expansions: set[str], seats: int, seed: int, options: dict[str, int]
) -> None:
    play(Game(tuple(sorted(expansions)), seats, seed, tuple(options.items())))
