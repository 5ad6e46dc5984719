"""High Tide over HTTP, by a client that only picks among the legal actions."""

from collections.abc import Callable
from itertools import chain, combinations

import pytest

from tests.sampling import stride
from tests.system.flows.client import Person
from tests.system.flows.table import high_tide, play
from tests.thorough.verify.verifiers import disagreements

EXPANSIONS = ("coins", "shark_alert", "surfer", "baywatch")
COMBINATIONS = list(
    chain.from_iterable(combinations(EXPANSIONS, many) for many in range(len(EXPANSIONS) + 1))
)
EVERYTHING = [(seats, chosen) for chosen in COMBINATIONS for seats in range(3, 7)]
TABLES = EVERYTHING[:: stride(13)]
"""By day each expansion and each number of players, but not all of their pairs."""


@pytest.mark.parametrize(("seats", "expansions"), TABLES)
def test_a_game_is_played_to_its_end_and_scored_right(
    newcomers: Callable[[int], list[Person]], seats: int, expansions: tuple[str, ...]
) -> None:
    bots = ["careful", "random", "random"][: seats - 2]
    played = play(newcomers(2), high_tide(*expansions), bots, seed=seats)
    record = played.record
    assert disagreements(record) == []
    assert record["options"]["expansions"] == list(expansions)
    by = {action["by"] for turn in record["turns"] for action in turn["actions"]}
    assert by == {"player", "bot"}, "the clock had no part in it"


def test_a_game_with_hidden_surfers_is_played_to_its_end_and_scored_right(
    newcomers: Callable[[int], list[Person]],
) -> None:
    wanted = high_tide(*EXPANSIONS)
    hidden = {**wanted, "options": {**wanted["options"], "surfers": "hidden"}}
    played = play(newcomers(2), hidden, ["careful", "random"], seed=4)
    assert disagreements(played.record) == []
    assert played.record["options"]["surfers"] == "hidden"
    assert played.opened["table"] is None
    told = [event["type"] for event in played.record["log"]["events"]]
    assert told.count("surfers_revealed") == 1
