"""What holds in every stage of every game, whatever is played."""

from math import sqrt

from hypothesis import given, settings
from hypothesis import strategies as st

from games.rulesets.ruleset import StageEnd
from games.rulesets.testing.whole_games import Played, Variant, random_game
from games.rulesets.turn_the_tide.rules.editions import EDITIONS
from games.rulesets.turn_the_tide.rules.ruleset import TURN_THE_TIDE
from tests.sampling import sample_count, share


@st.composite
def games(draw: st.DrawFn) -> Played:
    edition = draw(st.sampled_from(list(EDITIONS.values())))
    seats = draw(st.sampled_from(edition.seats))
    variant = Variant(TURN_THE_TIDE, {"edition": edition.name}, seats)
    return random_game.__wrapped__(variant, draw(st.integers(0, 2**32)))


def stages(game: Played) -> list[StageEnd]:
    return [end for step in game.steps for end in step.stages]


def losses(game: Played, stage: int) -> int:
    return sum(
        event.type in ("preserver_lost", "eliminated") and event.data["stage"] == stage
        for step in game.steps
        for event in step.events
    )


few = settings(max_examples=sample_count(30))


@few
@given(games())
def test_points_are_preservers_less_losses_and_the_bonus(game: Played) -> None:
    for end in stages(game):
        started, bonus = sum(end.shown["preservers_at_start"]), sum(end.shown["bonus"])
        assert sum(end.scores) == started - losses(game, end.number) + bonus


@few
@given(games())
def test_a_stage_is_full_or_has_at_most_two_players_left(game: Played) -> None:
    for end in stages(game):
        left = end.shown["eliminated"].count(False)
        assert left >= 1
        assert end.shown["rounds"] == game.steps[0].state.rounds_per_stage or left <= 2


@few
@given(games())
def test_at_least_three_play_in_every_round_and_so_both_tides_are_taken(game: Played) -> None:
    for actions in game.actions:
        assert len(actions) >= 3
    for step in game.steps:
        for event in step.events:
            if event.type == "tides_taken":
                assert len({taken["seat"] for taken in event.data["taken"]}) == 2


@few
@given(games())
def test_no_tide_level_is_shown_more_than_twice_and_somebody_pays_every_round(game: Played) -> None:
    for step in game.steps[1:]:
        for level in set(step.state.levels) - {0}:
            assert step.state.levels.count(level) <= 2
        last = step.state.last_round
        assert last is not None
        assert last.losses


@few
@given(games())
def test_cards_tides_and_hands_are_neither_lost_nor_doubled(game: Played) -> None:
    for step in game.steps:
        state = step.state
        for seat in range(state.seat_count):
            assert sorted(state.hand_of(seat) + state.played[seat]) == list(state.stage_hand(seat))
        assert (
            len({card for hand in state.dealt for card in hand})
            == state.seat_count * state.rounds_per_stage
        )


def test_random_play_averages_what_others_have_measured() -> None:
    # Points per player and stage, from independent simulations: about 0.05 to either side with all games.
    margin = 0.1 / sqrt(share())
    for edition, seats, low, high in (
        ("amigo", 3, 1.63, 1.66),
        ("gamewright", 4, 1.61, 1.63),
        ("amigo", 4, 1.45, 1.49),
        ("bga", 6, 1.91, 1.91),
        ("bga_modified", 6, 2.07, 2.07),
    ):
        variant = Variant(TURN_THE_TIDE, {"edition": edition}, seats)
        # As many points of players and stages with every number of seats: each game has seats * seats.
        games = sample_count(1080) // (seats * seats)
        played = [random_game.__wrapped__(variant, seed) for seed in range(games)]
        average = sum(sum(game.result.scores) for game in played) / len(played) / seats / seats
        assert low - margin < average < high + margin
