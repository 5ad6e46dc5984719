"""The bot "strong" for High Tide, and the network that it asks."""

import json
from random import Random
from typing import Any

import pytest

from games.bots import registry
from games.bots.high_tide.network import LEARNED, HighTideNetwork
from games.bots.high_tide.prospect import Prospect
from games.bots.high_tide.strong import play_strongly
from games.rules.high_tide import HIGH_TIDE
from games.rules.high_tide.components import BEACHES
from games.rules.high_tide.options import EXPANSIONS
from games.rules.high_tide.state import HighTideState, Phase
from games.rules.testing.whole_games import Variant, random_game
from tests.amount import amount
from tests.unit.bots.high_tide import compiled
from tests.unit.rules.high_tide.tables import Table, lay

Json = dict[str, Any]


def variant(seats: int, *expansions: str, **options: Any) -> Variant:
    return Variant(
        HIGH_TIDE, HIGH_TIDE.read_options({"expansions": list(expansions), **options}), seats
    )


def questions(played: Variant, step: int) -> list[tuple[HighTideState, int]]:
    """Some questions of a random game, each with a seat that it is put to."""
    states = [each.state for each in random_game(played).steps[:-1]]
    return [(state, seat) for state in states[::step] for seat in HIGH_TIDE.seats_asked(state)]


def prospect(table: Json, seat: int, waves: str | None = None) -> Prospect:
    """What the seat sees; with `waves` the only pair on the track shows this beach twice."""
    pairs = [space["pair"] for space in table["track"]["spaces"]]
    if waves:
        die = {"colour": waves, "face": 1}
        pairs[0] = {"left": die, "right": die}
    return Prospect(table, seat, pairs)


def answer(table: Table, seat: int) -> Json:
    return play_strongly(table.shown(), HIGH_TIDE.seat_view(table.state, seat), Random(1))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("expansions", [(), EXPANSIONS], ids=["base", "all"])
def test_it_answers_every_question_with_a_legal_action(
    seats: int, expansions: tuple[str, ...]
) -> None:
    for state, seat in questions(variant(seats, *expansions), 400 // amount(100)):
        mine = HIGH_TIDE.seat_view(state, seat)
        table = HIGH_TIDE.table_view(state)
        assert play_strongly(table, mine, Random(1)) in mine["legal_actions"]
        assert (table, mine) == (HIGH_TIDE.table_view(state), HIGH_TIDE.seat_view(state, seat))


def test_it_can_be_chosen() -> None:
    assert registry.find_bot("high_tide", "strong") is play_strongly


def test_it_needs_no_chance_and_plays_the_same_for_the_same_view() -> None:
    for state, seat in questions(variant(4), 6):
        table, mine = HIGH_TIDE.table_view(state), HIGH_TIDE.seat_view(state, seat)
        random = Random(1)
        before = random.getstate()
        assert play_strongly(table, mine, random) == play_strongly(table, mine, Random(2))
        assert random.getstate() == before


def test_it_does_not_walk_into_the_water() -> None:
    table = lay(falls=["white 5", "blue 2"], chairs={"white": {0: 16}})
    assert answer(table, 0) == {"type": "decline"}


def test_it_swims_where_it_surfs() -> None:
    # Seat 0 surfs on the black beach, where only the water is worth something to it.
    table = lay(
        falls=["black 6", "blue 1"],
        expansions=["surfer"],
        chairs={"black": {0: 15, 1: 8}, "white": {0: 6, 1: 8, 2: 7}},
        round_=6,
    )
    assert answer(table, 0) == {"type": "accept"}


def test_it_fears_the_wave_that_lies_on_the_track() -> None:
    # The last pair of the round is known: it floods the beach where the seat is first, or another.
    state = lay(3, chairs={"black": {0: 3, 2: 20}, "white": {0: 3, 2: 8}}).state
    shown = {**HIGH_TIDE.table_view(state), "towel_pile": [2]}
    here, elsewhere = (prospect(shown, 2, waves=colour) for colour in ("black", "orange"))
    assert here.win_chance() < elsewhere.win_chance() - 0.1


def test_the_more_beaches_it_leads_on_the_likelier_it_wins() -> None:
    four = BEACHES[:4]
    chances = []
    for led in range(5):
        chairs = {
            colour: {0: 9, 1: 5} if at < led else {0: 5, 1: 9} for at, colour in enumerate(four)
        }
        chances.append(
            prospect(HIGH_TIDE.table_view(lay(3, chairs=chairs, round_=3).state), 0).win_chance()
        )
    assert chances == sorted(chances)
    assert chances[-1] > 2 * chances[0]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("expansions", [(), ("surfer",)], ids=["base", "surfer"])
def test_it_sees_what_it_has_learned_from(seats: int, expansions: tuple[str, ...]) -> None:
    raw = json.loads(LEARNED.read_text())
    weights = [weight / raw["unit"] for weight in raw["weights"]]
    compared = 0
    for state, seat in questions(variant(seats, *expansions), 1):
        # A go ends with a towel on a free space.
        if state.phase == Phase.CHOOSE and None in state.track.spaces:
            expected = compiled.chance_after_go(state, weights)
            assert prospect(HIGH_TIDE.table_view(state), seat).win_chance() == pytest.approx(
                expected, abs=1e-4
            )
            compared += 1
    assert compared > 3


def test_the_file_of_weights_is_small_and_says_how_it_was_made() -> None:
    raw = json.loads(LEARNED.read_text())
    assert LEARNED.stat().st_size <= 10_000
    assert raw["about"].keys() == {"made_by", "games", "rate", "seed"}


def test_a_file_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="20 weights and not 945"):
        HighTideNetwork.from_weights([0.0] * 20)
