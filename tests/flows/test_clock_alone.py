"""Games that everybody has walked away from: worker and beat bring them to their end."""

from collections.abc import Callable

from tests.flows.client import Person
from tests.flows.scorer import disagreements
from tests.flows.table import seated, turn_the_tide

EDITIONS = ("amigo", "gamewright", "bga", "bga_modified")
AT_MOST = 150.0
"""Seconds for 36 turns of one second each, on a machine that has other things to do."""


def test_games_in_which_nobody_ever_answers_end_by_the_clock_alone(
    newcomers: Callable[[int], list[Person]],
) -> None:
    people = newcomers(3)
    clock = {"per_turn": "PT1S"}
    games = [seated(people, turn_the_tide(edition), [], clock=clock)["id"] for edition in EDITIONS]
    for game in games:
        people[0].waits_for(game, lambda seen: bool(seen["status"] == "finished"), AT_MOST)
        record = people[0].get(f"/games/{game}/record")
        assert disagreements(record) == []
        by = [action["by"] for turn in record["turns"] for action in turn["actions"]]
        assert set(by) <= {"clock", "forced"}
        assert by.count("clock") > len(by) / 2
        # A last card needs no question, so the last round of a full stage waits for nobody.
        for turn in record["turns"]:
            last = turn["round"] == 12
            assert all((one["by"] == "forced") == last for one in turn["actions"])
