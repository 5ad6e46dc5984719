"""The board that is drawn in text follows the table, whatever happens to it."""

from collections.abc import Sequence
from random import Random

from games.rules.chance import SeededChance
from games.rules.high_tide import HIGH_TIDE
from games.rules.high_tide.actions import Action, PushRental
from games.rules.high_tide.options import EXPANSIONS
from games.text.display import Paint
from games.text.high_tide_board import Board

NO_COLOURS = Paint()


def pushes(actions: Sequence[Action], random: Random) -> Action:
    """Tile B1 whenever it can be used: no event but its own says that the rental moves."""
    return PushRental() if PushRental() in actions else random.choice(actions)


def test_its_rental_and_its_water_are_those_of_the_state() -> None:
    assert sum(map(rental_pushed, range(12))) > 0


def rental_pushed(seed: int) -> int:
    """Play a game, look at the board each time that somebody decides, and count the uses of tile B1."""
    random, chance = Random(seed), SeededChance(bytes([seed]) * 32)
    seats = 3 + seed % 3
    options = HIGH_TIDE.read_options({"expansions": [*EXPANSIONS]})
    state = HIGH_TIDE.initial_state(options, seats, chance)
    board = Board(
        {
            "table": HIGH_TIDE.table_view(state),
            "options": options,
            "seats": [*range(seats)],
        },
        NO_COLOURS,
    )
    step, pushed = HIGH_TIDE.open_first_turn(state, chance), 0
    while True:
        for event in step.events:
            board.apply_event({"type": event.type, "data": event.data})
            pushed += event.type == "tile_used" and event.data["action"]["tile"] == "B1"
        state = step.state
        asked = HIGH_TIDE.seats_asked(state)
        if not asked:
            break
        assert board.rental == state.track.rental
        assert board.water == {beach.colour: beach.first_water_space for beach in state.beaches}
        actions = {seat: pushes(HIGH_TIDE.legal_actions(state, seat), random) for seat in asked}
        step = HIGH_TIDE.close_turn(state, actions, chance)
    return pushed
