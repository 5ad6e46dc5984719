"""The careful bot against random ones."""

from random import Random

import pytest

from games.rulesets.high_tide.bots.careful import play_carefully
from games.rulesets.high_tide.rules.options import EXPANSIONS
from games.rulesets.high_tide.rules.ruleset import HIGH_TIDE
from tests.sampling import share, stride
from tests.unit.rules.high_tide.playouts import Game, at_random, carefully, play
from tests.unit.rules.high_tide.tables import lay

GAMES = 30 // stride(2)


@pytest.mark.parametrize("expansions", [(), EXPANSIONS], ids=["base", "all expansions"])
@pytest.mark.parametrize("seats", [3, 4, 5, 6] if share() == 1 else [3])
def test_careful_wins_half_as_often_again_as_its_share(
    seats: int, expansions: tuple[str, ...]
) -> None:
    wins = 0.0
    for number in range(GAMES):
        seat = number % seats
        choices = [at_random] * seats
        choices[seat] = carefully
        outcome = play(Game(expansions, seats, number), choices, checked=False)
        wins += (seat in outcome.winners) / len(outcome.winners)
    assert wins / GAMES > 1.5 / seats


def test_it_answers_with_a_legal_action_whatever_is_asked() -> None:
    table = lay(
        falls=["white 5", "blue 2"], expansions=["baywatch"], tiles={"B5": 0, "B6": 0, "B4": 0}
    )
    table.answer(0, "accept")
    mine = HIGH_TIDE.seat_view(table.state, 0)
    assert play_carefully(table.shown(), mine, Random(1)) in mine["legal_actions"]


def test_it_does_not_walk_into_the_water() -> None:
    table = lay(falls=["white 5", "blue 2"], chairs={"white": {0: 16}})
    mine = HIGH_TIDE.seat_view(table.state, 0)
    assert play_carefully(table.shown(), mine, Random(1)) == {"type": "decline"}
