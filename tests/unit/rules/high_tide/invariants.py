"""What must hold at every step of every game."""

import re
from collections import Counter
from collections.abc import Iterable

from games.rulesets.chance import Drawn
from games.rulesets.high_tide.rules.components import (
    BEACHES,
    ROUNDS,
    TILES,
    dice_per_colour,
    track_spaces,
)
from games.rulesets.high_tide.rules.dice import Pair
from games.rulesets.high_tide.rules.ruleset import HIGH_TIDE
from games.rulesets.high_tide.rules.state import HighTideState, Phase
from games.rulesets.ruleset import StageEnd

BASE_CHANCE = re.compile(r"start order|round \d draw \d+|round \d roll \d+")
IN_TURN = {Phase.CHOOSE, Phase.ACCEPT, Phase.REROLL, Phase.TILES}


def check(state: HighTideState) -> None:
    """One position."""
    check_track(state)
    check_dice(state)
    check_chairs(state)
    check_coins(state)
    check_tiles(state)
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
        shared = (
            len(track.declined_pairs) + track.free_spaces
        )  # The space of a pair just taken is free again.
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
    """A game that is over."""
    rounds = list(stages)
    assert [stage.number for stage in rounds] == list(range(1, state.round + 1))
    assert state.has_flooded_chair or state.round == ROUNDS
    assert all(len(stage.shown["waves"]) == 2 for stage in rounds)
    assert len(state.track.seats_with_towel) == state.seat_count
    assert len(state.track.declined_pairs) == 1
    if not state.options.expansions:
        for each in drawn:
            assert BASE_CHANCE.fullmatch(each.purpose), each.purpose
