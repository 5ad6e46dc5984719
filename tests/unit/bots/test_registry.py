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


def test_the_random_bot_plays_any_game() -> None:
    assert bots.find_bot("any game at all", "random") is play_aimlessly
    assert bots.bot_names("any game at all") == ("random",)


def test_turn_the_tide_has_bots_from_the_weakest_to_the_best() -> None:
    assert bots.bot_names("turn_the_tide") == ("random", "careful", "strong", "expert")
    assert bots.find_bot("turn_the_tide", "careful") is careful
    assert bots.find_bot("turn_the_tide", "strong") is strong


def test_a_retired_bot_is_not_offered_and_another_plays_for_it() -> None:
    assert bots.bot_names("high_tide") == ("random", "careful")
    assert bots.stand_in("high_tide") == "careful"
    assert bots.find_bot("high_tide", "strong") is play_carefully


def test_each_bot_has_a_word_for_people_and_a_game_may_lack_levels() -> None:
    words = {"random": "beginner", "careful": "casual", "strong": "strong", "expert": "expert"}
    assert bots.bot_levels("turn_the_tide") == words
    assert bots.bot_levels("any game at all") == {"random": "beginner"}
    assert bots.bot_levels("goofspiel") == {"random": "beginner", "even": "even"}


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


def test_a_bot_that_does_not_exist_is_refused_by_naming_those_that_do() -> None:
    with pytest.raises(Unreadable, match="random, careful, strong, expert") as refusal:
        bots.find_bot("turn_the_tide", "surprise")
    assert refusal.value.code == "unknown_bot"
