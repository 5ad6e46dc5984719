"""Whole games: what must hold at every step, what the rules have always said, and the careful bot."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rulesets.chance import Drawn, SeededChance
from games.rulesets.high_tide.bots.careful import play_carefully
from games.rulesets.high_tide.rules.actions import Action
from games.rulesets.high_tide.rules.components import (
    BEACHES,
    ROUNDS,
    TILES,
    dice_per_colour,
    track_spaces,
)
from games.rulesets.high_tide.rules.dice import Pair
from games.rulesets.high_tide.rules.options import EXPANSIONS
from games.rulesets.high_tide.rules.ruleset import HIGH_TIDE
from games.rulesets.high_tide.rules.state import HighTideState, Phase
from games.rulesets.ruleset import Result, StageEnd
from tests.sampling import sample_count, share, stride
from tests.unit.rules.high_tide.recording import FILE, Kind, kinds, record
from tests.unit.rules.high_tide.tables import lay

Choice = Callable[[HighTideState, int, Random], Action]
RECORDED: dict[str, str] = json.loads(FILE.read_text())

# -- what must hold

BASE_CHANCE = re.compile(r"start order|round \d draw \d+|round \d roll \d+")
IN_TURN = {Phase.CHOOSE, Phase.ACCEPT, Phase.REROLL, Phase.TILES}


def check(state: HighTideState) -> None:
    """Check one position."""
    for check_part in (check_track, check_dice, check_chairs, check_coins, check_tiles):
        check_part(state)
    assert min(HIGH_TIDE.table_view(state)["scores"]) >= 0


def check_track(state: HighTideState) -> None:
    track = state.track
    assert len(track.spaces) == track_spaces(state.seat_count)
    filled = [space is not None for space in track.spaces]
    taken_from = state.dice.space if state.dice else None
    if taken_from is not None:
        filled[taken_from - 1] = True
    assert filled == sorted(filled, reverse=True), "occupied spaces run from the top"
    assert sorted((*track.seats_with_towel, *state.pile)) == list(range(state.seat_count))
    if state.phase in IN_TURN and state.options.rental_start == 4 and not track.rental_rests:
        # The space of a pair just taken is free again.
        shared = len(track.declined_pairs) + track.free_spaces
        last = state.place_in_round == state.seat_count
        assert shared == (2 if last else 3), "pairs and free available spaces"


def check_dice(state: HighTideState) -> None:
    total = 6 * dice_per_colour(state.seat_count)
    assert sum(state.bag.count_by_colour) + 2 * state.draws == total
    assert 2 * state.draws <= 2 * state.seat_count + 2, "8, 10, 12 and 14 dice at most"
    assert min(state.bag.count_by_colour) >= 0
    lying = Counter(
        die.colour
        for space in state.track.spaces
        if isinstance(space, Pair)
        for die in (space.left, space.right)
    )
    for colour, count in zip(BEACHES, state.bag.count_by_colour, strict=True):
        assert count + lying[colour] <= dice_per_colour(state.seat_count)


def check_chairs(state: HighTideState) -> None:
    length = state.options.beach_length
    for beach in state.beaches:
        assert sorted(chair.seat for chair in beach.chairs_by_arrival) == list(
            range(state.seat_count)
        )
        covered = sum(state.options.wave_length(size) for size in beach.waves)
        assert beach.dry == max(0, length - covered)
        assert all(0 <= chair.space <= length + 1 for chair in beach.chairs_by_arrival)
    waves = Counter(size for beach in state.beaches for size in beach.waves)
    rounds_ended = state.round if state.phase == Phase.OVER else state.round - 1
    assert waves["large"] == waves["small"] == rounds_ended


def check_coins(state: HighTideState) -> None:
    if state.coins is None:
        return
    for place, beach in enumerate(state.beaches):
        owned = [row[place] for row in state.coins.owned if row[place]]
        lying = [value for value in state.coins.lying[place] if value]
        assert len(set(owned + lying)) == len(owned + lying), "each coin is in one place"
        assert set(owned + lying) <= set(state.options.coin_values)
        assert not any(state.coins.lying[place][beach.dry :]), "coins under water are gone"


def check_tiles(state: HighTideState) -> None:
    if state.baywatch is None:
        return
    placed = [tile for tile, _ in (*state.baywatch.held, *state.baywatch.used)]
    placed += [state.baywatch.face_up or "", *state.baywatch.hidden_tiles]
    assert sorted(placed) == list(TILES)


def check_end(state: HighTideState, stages: Iterable[StageEnd], drawn: Iterable[Drawn]) -> None:
    """Check a game that is over."""
    rounds = list(stages)
    assert [stage.number for stage in rounds] == list(range(1, state.round + 1))
    assert state.has_flooded_chair or state.round == ROUNDS
    assert all(len(stage.shown["waves"]) == 2 for stage in rounds)
    assert len(state.track.seats_with_towel) == state.seat_count
    assert len(state.track.declined_pairs) == 1
    if not state.options.expansions:
        for each in drawn:
            assert BASE_CHANCE.fullmatch(each.purpose), each.purpose


def at_random(state: HighTideState, seat: int, random: Random) -> Action:
    return random.choice(HIGH_TIDE.legal_actions(state, seat))


def carefully(state: HighTideState, seat: int, random: Random) -> Action:
    mine = HIGH_TIDE.seat_view(state, seat)
    return HIGH_TIDE.read_action(play_carefully(HIGH_TIDE.table_view(state), mine, random))


def play_game(raw: dict[str, Any], choices: list[Choice], seed: int, *, checked: bool) -> Result:
    """Play a game, one choice for each seat, and if it is to be `checked`, look at every step."""
    random = Random(f"{raw} {len(choices)} {seed}")
    chance = SeededChance(random.randbytes(32))
    state = HIGH_TIDE.initial_state(HIGH_TIDE.read_options(raw), len(choices), chance)
    step = HIGH_TIDE.open_first_turn(state, chance)
    stages = list(step.stages)
    while asked := HIGH_TIDE.seats_asked(step.state):
        if checked:
            check(step.state)
        actions = {seat: choices[seat](step.state, seat, random) for seat in asked}
        step = HIGH_TIDE.close_turn(step.state, actions, chance)
        stages += step.stages
    check(step.state)
    check_end(step.state, stages, chance.drawn)
    result = HIGH_TIDE.game_result(step.state)
    assert result is not None
    return result


SEATS = st.integers(min_value=3, max_value=6)
SEEDS = st.integers(min_value=0, max_value=2**32)
FIGURES = {
    "beach_length": st.integers(min_value=8, max_value=40),
    "rental_start": st.integers(min_value=2, max_value=7),
    "large_wave": st.integers(min_value=1, max_value=10),
    "small_wave": st.integers(min_value=1, max_value=10),
}


@settings(max_examples=sample_count(90))
@given(
    st.sets(st.sampled_from(EXPANSIONS)), SEATS, SEEDS, st.fixed_dictionaries({}, optional=FIGURES)
)
def test_a_random_game_holds_together_at_every_step(
    expansions: set[str], seats: int, seed: int, figures: dict[str, int]
) -> None:
    raw = {"expansions": sorted(expansions), **figures}
    play_game(raw, [at_random] * seats, seed, checked=True)


# -- what the rules have always said: with every fifth kind all seats and expansions are still there


@pytest.mark.parametrize("kind", list(kinds())[:: stride(5)], ids=lambda kind: kind.name)
def test_games_go_and_look_as_they_did(kind: Kind) -> None:
    assert record(kind) == RECORDED[kind.name]


# -- the careful bot

GAMES = 30 // stride(2)


@pytest.mark.parametrize("expansions", [(), EXPANSIONS], ids=["base", "all expansions"])
@pytest.mark.parametrize("seats", [3, 4, 5, 6] if share() == 1 else [3])
def test_careful_wins_half_as_often_again_as_its_share(
    seats: int, expansions: tuple[str, ...]
) -> None:
    wins = 0.0
    for number in range(GAMES):
        seat = number % seats
        choices: list[Choice] = [at_random] * seats
        choices[seat] = carefully
        result = play_game({"expansions": [*expansions]}, choices, number, checked=False)
        wins += (seat in result.winners) / len(result.winners)
    assert wins / GAMES > 1.5 / seats


def test_careful_does_not_walk_into_the_water() -> None:
    table = lay("white 5, blue 2", chairs={"white": {0: 16}})
    mine = HIGH_TIDE.seat_view(table.state, 0)
    assert play_carefully(table.view(), mine, Random(1)) == {"type": "decline"}
