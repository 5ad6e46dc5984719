"""Games that everybody has walked away from: worker and beat bring them to their end."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.system.flows.client import Person
from tests.system.flows.table import high_tide, seated, turn_the_tide
from tests.thorough.verify.verifiers import disagreements

EDITIONS = ("amigo", "gamewright", "bga", "bga_modified")
AT_MOST = 150.0
"""Seconds for 36 turns of one second each, on a machine that has other things to do."""
Json = dict[str, Any]


def walked_away_from(people: list[Person], **absence: Any) -> list[Json]:
    """The records of a game of each edition in which nobody has answered anything."""
    wish = {"clock": {"per_turn": "PT1S"}, "absence": absence}
    games = [seated(people, turn_the_tide(edition), [], **wish)["id"] for edition in EDITIONS]
    for game in games:
        people[0].waits_for(game, lambda seen: bool(seen["status"] == "finished"), AT_MOST)
    return [people[0].get(f"/games/{game}/record") for game in games]


def test_games_in_which_nobody_ever_answers_end_by_the_clock_alone(
    newcomers: Callable[[int], list[Person]],
) -> None:
    for record in walked_away_from(newcomers(3), bot_after=100):
        assert disagreements(record) == []
        assert record["bots"] == [None] * 3
        by = [action["by"] for turn in record["turns"] for action in turn["actions"]]
        assert set(by) == {"clock"}


def test_a_game_of_high_tide_in_which_nobody_ever_answers_ends_by_the_clock_alone(
    newcomers: Callable[[int], list[Person]],
) -> None:
    people = newcomers(3)
    wanted = high_tide("coins", "shark_alert", "surfer", "baywatch")
    wish = {"clock": {"per_turn": "PT1S"}, "absence": {"bot_after": 100}}
    game = seated(people, wanted, [], **wish)["id"]
    people[0].waits_for(game, lambda seen: bool(seen["status"] == "finished"), AT_MOST)
    record = people[0].get(f"/games/{game}/record")
    assert disagreements(record) == []
    by = {action["by"] for turn in record["turns"] for action in turn["actions"]}
    assert by == {"clock"}


@pytest.mark.parametrize("bot_after", [1, 3])
def test_games_from_which_everybody_has_gone_are_finished_by_bots(
    newcomers: Callable[[int], list[Person]], bot_after: int
) -> None:
    for record in walked_away_from(newcomers(3), bot_after=bot_after):
        assert disagreements(record) == []
        assert all(record["seats"]), "the seats are still theirs"
        assert all(record["bots"])
        by = [{action["by"] for action in turn["actions"]} for turn in record["turns"]]
        assert by[:bot_after] == [{"clock"}] * bot_after
        # A deadline of one second may pass before a bot has come to it.
        assert {who for some in by[bot_after:] for who in some} <= {"bot", "clock"}
        assert {"bot"} in by[bot_after:]
