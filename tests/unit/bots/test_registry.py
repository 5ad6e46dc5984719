"""Which bots there are."""

import pytest

from games.bots import registry
from games.bots.bot import play_aimlessly
from games.bots.high_tide.careful import play_carefully
from games.bots.turn_the_tide.careful import careful
from games.bots.turn_the_tide.strong import strong
from games.rules.refusal import Unreadable


@pytest.fixture(autouse=True)
def with_all_they_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "UNAVAILABLE", {})


def test_the_random_bot_plays_any_game() -> None:
    assert registry.find_bot("any game at all", "random") is play_aimlessly
    assert registry.bot_names("any game at all") == ("random",)


def test_turn_the_tide_has_bots_from_the_weakest_to_the_best() -> None:
    assert registry.bot_names("turn_the_tide") == ("random", "careful", "strong", "expert")
    assert registry.find_bot("turn_the_tide", "careful") is careful
    assert registry.find_bot("turn_the_tide", "strong") is strong


def test_a_retired_bot_is_not_offered_and_another_plays_for_it() -> None:
    assert registry.bot_names("high_tide") == ("random", "careful")
    assert registry.stand_in("high_tide") == "careful"
    assert registry.find_bot("high_tide", "strong") is play_carefully


def test_each_bot_has_a_word_for_people_and_a_game_may_lack_levels() -> None:
    words = {"random": "beginner", "careful": "casual", "strong": "strong", "expert": "expert"}
    assert registry.bot_levels("turn_the_tide") == words
    assert registry.bot_levels("any game at all") == {"random": "beginner"}
    assert registry.bot_levels("goofspiel") == {"random": "beginner", "even": "even"}


@pytest.mark.parametrize(
    ("bots", "stands_in"),
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
    bots: list[str], stands_in: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry.FOR_ONE, "a_game", dict.fromkeys(bots, play_aimlessly))
    assert registry.stand_in("a_game") == stands_in


def test_a_bot_that_does_not_exist_is_refused_by_naming_those_that_do() -> None:
    with pytest.raises(Unreadable, match="random, careful, strong, expert") as refusal:
        registry.find_bot("turn_the_tide", "surprise")
    assert refusal.value.code == "unknown_bot"
