"""Cards, editions and the deal."""

import pytest

from games.rulesets.chance import SeededChance
from games.rulesets.turn_the_tide.rules.cards import (
    HALVES,
    WEATHER,
    hand_preservers,
    rounds_per_stage,
    tide_cards,
)
from games.rulesets.turn_the_tide.rules.ruleset import TURN_THE_TIDE
from tests.unit.rules.turn_the_tide.table import dealt


def test_the_weather_cards_carry_24_life_preservers_in_all() -> None:
    assert hand_preservers(WEATHER) == 24


@pytest.mark.parametrize(
    ("cards", "halves"),
    [((1, 12), 0), ((13, 24), 1), ((25, 36), 2), ((37, 48), 1), ((49, 60), 0)],
)
def test_each_dozen_of_weather_cards_carries_its_own_count(
    cards: tuple[int, int], halves: int
) -> None:
    first, last = cards
    assert {HALVES[card] for card in range(first, last + 1)} == {halves}


def test_the_preservers_of_a_hand_are_rounded_down() -> None:
    # The published examples: 5 are 5, 3 1/2 are 3.
    assert hand_preservers([25, 26, 27, 28, 13, 37]) == 5
    assert hand_preservers([25, 26, 27, 13]) == 3


def test_a_hand_may_be_worth_nothing() -> None:
    assert dealt([range(1, 13), range(25, 37), []]).preservers[:2] == (0, 12)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_up_to_five_players_hold_twelve_cards_and_the_rest_stays_out(seats: int) -> None:
    state = TURN_THE_TIDE.initial_state({"edition": "amigo"}, seats, SeededChance(b"deal"))
    cards = [card for hand in state.dealt for card in hand]
    assert [len(hand) for hand in state.dealt] == [12] * seats
    assert len(set(cards)) == 12 * seats
    assert state.tides_left == tide_cards(seats) == tuple(sorted([*range(1, 13)] * 2))


@pytest.mark.parametrize("edition", ["bga", "bga_modified"])
def test_six_players_hold_ten_cards_and_play_ten_rounds_with_tides_up_to_ten(edition: str) -> None:
    state = TURN_THE_TIDE.initial_state({"edition": edition}, 6, SeededChance(b"deal"))
    assert [len(hand) for hand in state.dealt] == [10] * 6
    assert sorted(card for hand in state.dealt for card in hand) == list(WEATHER)
    assert state.tides_left == tuple(sorted([*range(1, 11)] * 2))
    assert state.rounds_per_stage == rounds_per_stage(6) == 10
    assert TURN_THE_TIDE.max_stages(state) == 6


@pytest.mark.parametrize(
    ("edition", "most"), [("amigo", 5), ("gamewright", 5), ("bga", 6), ("bga_modified", 6)]
)
def test_only_the_bga_editions_take_a_sixth_player(edition: str, most: int) -> None:
    assert TURN_THE_TIDE.seats_for({"edition": edition}) == range(3, most + 1)
    for seats in (2, most + 1):
        with pytest.raises(ValueError, match="not played by"):
            TURN_THE_TIDE.initial_state({"edition": edition}, seats, SeededChance(b"deal"))


def test_the_record_holds_the_hands_as_dealt_ascending() -> None:
    state = dealt([[7, 3], [5], [9]])
    assert TURN_THE_TIDE.setup_record(state) == {"hands": [sorted(hand) for hand in state.dealt]}
    assert {3, 7} <= set(TURN_THE_TIDE.setup_record(state)["hands"][0])


def test_a_game_begins_with_its_first_two_tides() -> None:
    chance = SeededChance(b"deal")
    state = TURN_THE_TIDE.initial_state({"edition": "amigo"}, 4, chance)
    step = TURN_THE_TIDE.open_first_turn(state, chance)
    assert [event.type for event in step.events] == ["stage_began", "tides_revealed"]
    assert len(step.state.tides) == 2
    assert sorted(step.state.tides + step.state.tides_left) == list(state.tides_left)
    assert [drawn.purpose for drawn in chance.drawn] == ["deal", "stage 1 round 1 tides"]
