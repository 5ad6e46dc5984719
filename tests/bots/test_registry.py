"""Which bots there are."""

import pytest

from games.bots import registry
from games.bots.aimless import aimless
from games.bots.turn_the_tide import careful
from games.rules.refusal import Unreadable


def test_the_random_bot_plays_any_game() -> None:
    assert registry.find("any game at all", "random") is aimless
    assert registry.names("any game at all") == ("random",)


def test_the_careful_bot_plays_turn_the_tide() -> None:
    assert registry.find("turn_the_tide", "careful") is careful
    assert registry.names("turn_the_tide") == ("random", "careful")


def test_a_bot_that_does_not_exist_is_refused_by_naming_those_that_do() -> None:
    with pytest.raises(Unreadable, match="random, careful") as refusal:
        registry.find("turn_the_tide", "surprise")
    assert refusal.value.code == "unknown_bot"
