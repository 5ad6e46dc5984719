"""Which bots there are."""

import pytest

from games.rulesets import bots
from games.rulesets.bots import play_aimlessly
from games.rulesets.high_tide.bots.careful import play_carefully
from games.rulesets.refusal import Unreadable
from games.rulesets.turn_the_tide.bots.careful import careful
from games.rulesets.turn_the_tide.bots.strong import strong


@pytest.fixture(autouse=True)
def with_all_they_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "UNAVAILABLE", {})


def test_a_game_has_bots_from_the_weakest_to_the_best_and_any_game_the_random_one() -> None:
    assert bots.find_bot("any game at all", "random") is play_aimlessly
    assert bots.bot_levels("any game at all") == {"random": "beginner"}
    assert bots.bot_levels("goofspiel") == {"random": "beginner", "even": "even"}
    assert bots.bot_names("turn_the_tide") == ("random", "careful", "strong", "expert")
    words = {"random": "beginner", "careful": "casual", "strong": "strong", "expert": "expert"}
    assert bots.bot_levels("turn_the_tide") == words
    assert bots.find_bot("turn_the_tide", "careful") is careful
    assert bots.find_bot("turn_the_tide", "strong") is strong
    with pytest.raises(Unreadable, match="random, careful, strong, expert") as refusal:
        bots.find_bot("turn_the_tide", "surprise")
    assert refusal.value.code == "unknown_bot"


def test_a_retired_bot_is_not_offered_and_another_plays_for_it() -> None:
    assert bots.bot_names("high_tide") == ("random", "careful")
    assert bots.stand_in("high_tide") == "careful"
    assert bots.find_bot("high_tide", "strong") is play_carefully


@pytest.mark.parametrize(
    ("names", "stands_in"),
    [
        ([], "random"),
        (["even"], "even"),
        (["careful"], "careful"),
        (["careful", "strong"], "strong"),
        (["careful", "strong", "expert"], "strong"),
        (["careful", "expert"], "careful"),
    ],
)
def test_who_is_away_is_stood_in_for_by_the_best_bot_but_no_expert(
    names: list[str], stands_in: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(bots.FOR_ONE, "a_game", dict.fromkeys(names, play_aimlessly))
    assert bots.stand_in("a_game") == stands_in
