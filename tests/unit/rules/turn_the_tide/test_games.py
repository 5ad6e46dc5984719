"""A whole game: the deal, hands that go round, and what holds whatever is played."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rulesets.chance import SeededChance
from games.rulesets.ruleset import StageEnd
from games.rulesets.testing.whole_games import Played, Variant, random_game
from games.rulesets.turn_the_tide.rules.cards import (
    HALVES,
    WEATHER,
    hand_preservers,
    rounds_per_stage,
    tide_cards,
)
from games.rulesets.turn_the_tide.rules.editions import EDITIONS
from games.rulesets.turn_the_tide.rules.ruleset import TURN_THE_TIDE
from tests.sampling import sample_count
from tests.unit.rules.contract import played
from tests.unit.rules.turn_the_tide.table import close_round, deal, find_event


def test_the_weather_cards_carry_24_life_preservers_and_a_hand_is_rounded_down() -> None:
    assert hand_preservers(WEATHER) == 24
    for first, halves in ((1, 0), (13, 1), (25, 2), (37, 1), (49, 0)):
        assert {HALVES[card] for card in range(first, first + 12)} == {halves}
    # The published examples: 5 are 5, 3 1/2 are 3.
    assert hand_preservers([25, 26, 27, 28, 13, 37]) == 5
    assert hand_preservers([25, 26, 27, 13]) == 3
    assert deal([range(1, 13), range(25, 37), []]).preservers[:2] == (0, 12)


@pytest.mark.parametrize(
    ("edition", "seats", "cards"),
    [
        ("amigo", 3, 12),
        ("amigo", 4, 12),
        ("amigo", 5, 12),
        ("bga", 6, 10),
        ("bga_modified", 6, 10),
    ],
)
def test_each_player_holds_so_many_cards_and_the_rest_stays_out(
    edition: str, seats: int, cards: int
) -> None:
    state = TURN_THE_TIDE.initial_state({"edition": edition}, seats, SeededChance(b"deal"))
    assert [len(hand) for hand in state.dealt] == [cards] * seats
    assert len({card for hand in state.dealt for card in hand}) == cards * seats
    assert state.tides_left == tide_cards(seats) == tuple(sorted([*range(1, cards + 1)] * 2))
    assert state.rounds_per_stage == rounds_per_stage(seats) == cards
    assert TURN_THE_TIDE.max_stages(state) == seats


@pytest.mark.parametrize(
    ("edition", "most"), [("amigo", 5), ("gamewright", 5), ("bga", 6), ("bga_modified", 6)]
)
def test_only_the_bga_editions_take_a_sixth_player(edition: str, most: int) -> None:
    assert TURN_THE_TIDE.seats_for({"edition": edition}) == range(3, most + 1)
    for seats in (2, most + 1):
        with pytest.raises(ValueError, match="not played by"):
            TURN_THE_TIDE.initial_state({"edition": edition}, seats, SeededChance(b"deal"))


def test_a_game_begins_with_its_first_two_tides_and_its_record_holds_the_hands() -> None:
    chance = SeededChance(b"deal")
    state = TURN_THE_TIDE.initial_state({"edition": "amigo"}, 4, chance)
    assert TURN_THE_TIDE.setup_record(state) == {"hands": [sorted(hand) for hand in state.dealt]}
    step = TURN_THE_TIDE.open_first_turn(state, chance)
    assert [event.type for event in step.events] == ["stage_began", "tides_revealed"]
    assert len(step.state.tides) == 2
    assert sorted(step.state.tides + step.state.tides_left) == list(state.tides_left)
    assert [drawn.purpose for drawn in chance.drawn] == ["deal", "stage 1 round 1 tides"]


def test_the_original_hand_goes_to_the_left_neighbour_and_all_else_begins_again() -> None:
    step = close_round([44, 27, 16], tides=(4, 7), preservers=[1, 0, 1], levels=[9, 0, 0])
    state = step.state
    assert (state.stage, state.round) == (2, 1)
    hands = [state.hand_of(seat) for seat in range(3)]
    assert hands == [state.dealt[2], state.dealt[0], state.dealt[1]]
    assert state.preservers == tuple(map(hand_preservers, hands))
    assert (state.levels, state.eliminated) == ((0, 0, 0), (False, False, False))
    assert state.played == ((), (), ())
    assert sorted(state.tides + state.tides_left) == sorted([*range(1, 13)] * 2)
    assert [event.type for event in step.events] == [
        *("cards_revealed", "tides_taken", "eliminated"),
        *("stage_ended", "stage_began", "tides_revealed"),
    ]
    assert find_event(step, "stage_ended")["scores"] == [*step.stages[0].scores]
    assert find_event(step, "stage_began")["stage"] == 2
    assert TURN_THE_TIDE.table_view(state)["last_round"] == {
        "stage": 1,
        "round": 2,
        "tides": [4, 7],
        "cards": [{"seat": 0, "card": 44}, {"seat": 1, "card": 27}, {"seat": 2, "card": 16}],
        "losses": [{"seat": 1, "kind": "eliminated"}],
    }


@pytest.mark.parametrize(("edition", "seats"), [("gamewright", 4), ("bga", 6)])
def test_everyone_plays_every_hand_once(edition: str, seats: int) -> None:
    game = random_game(Variant(TURN_THE_TIDE, {"edition": edition}, seats))
    hands = TURN_THE_TIDE.setup_record(game.steps[-1].state)["hands"]
    held = [end.sealed["hands"] for end in list_stages(game)]
    for seat in range(seats):
        in_turn = [hands[(seat - before) % seats] for before in range(seats)]
        assert [stage[seat] for stage in held] == in_turn
        assert sorted(in_turn) == sorted(hands)


def list_stages(game: Played) -> list[StageEnd]:
    return [end for step in game.steps for end in step.stages]


@st.composite
def games(draw: st.DrawFn) -> Played:
    edition = draw(st.sampled_from(list(EDITIONS.values())))
    seats = draw(st.sampled_from(edition.seats))
    variant = Variant(TURN_THE_TIDE, {"edition": edition.name}, seats)
    return random_game.__wrapped__(variant, draw(st.integers(0, 2**32)))


@settings(max_examples=sample_count(60))
@given(games())
def test_stages_are_full_or_cut_short_and_their_points_add_up(game: Played) -> None:
    """In a full stage the tide deck is used up exactly."""
    full = game.steps[0].state.rounds_per_stage
    events = [event for step in game.steps for event in step.events]
    for end in list_stages(game):
        here = [event for event in events if event.data.get("stage") == end.number]
        losses = sum(event.type in ("preserver_lost", "eliminated") for event in here)
        started, bonus = sum(end.shown["preservers_at_start"]), sum(end.shown["bonus"])
        assert sum(end.scores) == started - losses + bonus
        left, rounds = end.shown["eliminated"].count(False), end.shown["rounds"]
        assert left >= 1
        assert rounds == full or left <= 2
        tides = [tide for e in here if e.type == "tides_revealed" for tide in e.data["tides"]]
        assert len(tides) == 2 * rounds
        assert rounds < full or sorted(tides) == sorted([*range(1, full + 1)] * 2)


@settings(max_examples=sample_count(60))
@given(games())
def test_in_every_round_both_tides_are_taken_somebody_pays_and_no_card_is_lost(
    game: Played,
) -> None:
    assert min(map(len, game.actions)) >= 3
    for step in game.steps:
        for event in step.events:
            if event.type == "tides_taken":
                assert len({taken["seat"] for taken in event.data["taken"]}) == 2
        state = step.state
        assert all(state.levels.count(level) <= 2 for level in set(state.levels) - {0})
        assert step is game.steps[0] or (state.last_round and state.last_round.losses)
        for seat in range(state.seat_count):
            assert sorted(state.hand_of(seat) + state.played[seat]) == list(state.stage_hand(seat))
        cards = {card for hand in state.dealt for card in hand}
        assert len(cards) == state.seat_count * state.rounds_per_stage


VARIANTS = [variant for variant in played() if variant.ruleset is TURN_THE_TIDE]


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_seat_remembers_the_stages_before_and_which_tides_are_gone(variant: Variant) -> None:
    ends: list[StageEnd] = []
    for step in random_game(variant).steps[:-1]:
        ends += step.stages
        for seat in range(variant.seats):
            assert TURN_THE_TIDE.memory_view(step.state, seat) == {
                "edition": variant.options["edition"],
                "held": [end.sealed["hands"][seat] for end in ends],
                "played": [end.shown["played"] for end in ends],
                "tides_left": [*step.state.tides_left],
            }
