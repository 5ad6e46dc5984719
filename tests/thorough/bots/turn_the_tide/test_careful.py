"""The careful bot for Turn the Tide."""

from random import Random
from statistics import mean

import pytest

from games.rulesets import bots
from games.rulesets.testing.whole_games import Variant, random_game
from games.rulesets.turn_the_tide.bots.careful import Careful, ImaginedStage
from games.rulesets.turn_the_tide.rules.cards import HALVES
from games.rulesets.turn_the_tide.rules.ruleset import TURN_THE_TIDE
from tools.bots.tables import one_against, play_table

FIVE = Variant(TURN_THE_TIDE, {"edition": "amigo"}, 5)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_careful_clearly_beats_random(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # It shows with a quarter of the rollouts already, and so in a quarter of the time.
    monkeypatch.setitem(bots.FOR_ONE, "turn_the_tide", {"careful": Careful(rollouts=60)})
    options = {"edition": "bga"}
    games = [
        play_table(one_against("turn_the_tide", options, seats, "careful", "random", seed))
        for seed in range(10)
    ]
    # Points of a whole game, which has as many stages as seats.
    assert mean(game.leads[seed % seats] for seed, game in enumerate(games)) > 0.8 * seats
    assert mean(game.won[seed % seats] for seed, game in enumerate(games)) > 1.5 / seats


def test_careful_plays_legally_and_leaves_what_it_is_handed_as_it_is() -> None:
    for step in random_game(FIVE).steps[:-1:5]:
        for seat in TURN_THE_TIDE.seats_asked(step.state):
            mine = TURN_THE_TIDE.seat_view(step.state, seat)
            table = TURN_THE_TIDE.table_view(step.state)
            assert Careful(rollouts=1)(table, mine, Random(1)) in mine["legal_actions"]
            assert table == TURN_THE_TIDE.table_view(step.state)
            assert mine == TURN_THE_TIDE.seat_view(step.state, seat)


def test_the_hands_that_careful_imagines_are_worth_what_they_should_be() -> None:
    random = Random(1)
    right = hands = 0
    for step in random_game(FIVE).steps[:-1]:
        table = TURN_THE_TIDE.table_view(step.state)
        mine = TURN_THE_TIDE.seat_view(step.state, 0)
        stage = ImaginedStage.from_views(table, mine)
        imagined = stage.imagine_hands(random)
        assert len(imagined.tides) == table["rounds"] - table["round"] + 1
        assert imagined.hands[0] == mine["hand"]
        cards = [card for hand in imagined.hands for card in hand]
        assert len(cards) == len(set(cards))
        for seat, hand in enumerate(imagined.hands):
            assert len(hand) == table["seats"][seat]["cards_left"]
            worth = sum(HALVES[card] for card in hand) - stage.worth[seat]
            right += worth in (0, 1)
            hands += 1
    assert right > 0.95 * hands
