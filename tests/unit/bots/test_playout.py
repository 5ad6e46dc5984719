"""Whole games between bots, and what many of them average."""

from random import Random
from typing import Any

import pytest

from games.rulesets.bots import play_aimlessly
from games.rulesets.refusal import Refusal
from games.rulesets.testing.whole_games import Variant
from games.rulesets.turn_the_tide.rules.ruleset import TURN_THE_TIDE
from tests.unit.rules.contract import variants
from tools.bots.playout import play_out
from tools.bots.tables import Estimate

Json = dict[str, Any]
OPTIONS = {"edition": "gamewright"}


@pytest.mark.parametrize("variant", list(variants()), ids=str)
def test_any_variant_of_any_game_is_played_to_the_end(variant: Variant) -> None:
    result = play_out(variant.ruleset, variant.options, [play_aimlessly] * variant.seats, 1)
    assert len(result.scores) == variant.seats


def test_the_same_seed_gives_the_same_game() -> None:
    first, second, other = (
        play_out(TURN_THE_TIDE, OPTIONS, [play_aimlessly] * 4, seed) for seed in (1, 1, 2)
    )
    assert first == second != other


def test_a_bot_is_handed_what_its_seat_sees_and_is_not_asked_when_it_has_no_choice() -> None:
    asked = []

    def watcher(table: Json, mine: Json, random: Random) -> Json:
        asked.append(mine)
        assert table["seats"][mine["seat"]]["cards_left"] == len(mine["hand"])
        return play_aimlessly(table, mine, random)

    play_out(TURN_THE_TIDE, OPTIONS, [watcher, watcher, watcher, watcher], 1)
    assert min(len(mine["legal_actions"]) for mine in asked) == 2


def test_the_random_bot_plays_the_same_whether_or_not_it_is_handed_its_view() -> None:
    def looking(table: Json, mine: Json, random: Random) -> Json:
        return play_aimlessly(table, mine, random)

    direct = play_out(TURN_THE_TIDE, OPTIONS, [play_aimlessly] * 3, 1)
    assert play_out(TURN_THE_TIDE, OPTIONS, [looking] * 3, 1) == direct


def test_a_bot_that_answers_with_no_legal_action_is_refused() -> None:
    def cheat(table: Json, mine: Json, random: Random) -> Json:
        return {"type": "play", "card": next(c for c in range(1, 61) if c not in mine["hand"])}

    with pytest.raises(Refusal):
        play_out(TURN_THE_TIDE, OPTIONS, [cheat, play_aimlessly, play_aimlessly], 1)


def test_an_estimate_is_the_mean_with_its_95_percent_interval() -> None:
    estimate = Estimate.from_samples([1.0, 2.0, 3.0, 4.0])
    assert estimate.mean == 2.5
    assert estimate.margin == pytest.approx(1.96 * 1.2910 / 2, abs=1e-3)
    assert str(Estimate(1.5, 0.25)) == "1.500 ± 0.250"
