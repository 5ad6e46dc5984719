"""Games that everybody has walked away from: worker and beat bring them to their end."""

from collections.abc import Callable

import pytest

from tests.system.flows.client import Person
from tests.system.flows.table import high_tide, seated, turn_the_tide
from tests.thorough.verify.verifiers import disagreements

GAMES = [
    *(turn_the_tide(edition) for edition in ("amigo", "gamewright", "bga", "bga_modified")),
    high_tide("coins", "shark_alert", "surfer", "baywatch"),
]
TIMEOUT = 150.0
"""Seconds for 36 turns of one second each, on a machine that has other things to do."""


@pytest.mark.parametrize(("bot_after", "ends"), [(100, {"clock"}), (3, {"clock", "bot"})])
def test_games_in_which_nobody_ever_answers_end_by_the_clock_or_by_bots(
    newcomers: Callable[[int], list[Person]], bot_after: int, ends: set[str]
) -> None:
    people = newcomers(3)
    wish = {"clock": {"per_turn": "PT1S"}, "absence": {"bot_after": bot_after}}
    games = [seated(people, settings, [], **wish)["id"] for settings in GAMES]
    for game in games:
        people[0].waits_for(game, lambda seen: bool(seen["status"] == "finished"), TIMEOUT)
    for game in games:
        record = people[0].get(f"/games/{game}/record")
        assert disagreements(record) == []
        assert all(record["seats"]), "the seats are still theirs"
        by = [{action["by"] for action in turn["actions"]} for turn in record["turns"]]
        assert by[:bot_after] == [{"clock"}] * len(by[:bot_after])
        # A deadline of one second may pass before a bot has come to it.
        assert set().union(*by) == ends
        assert all((bot is not None) == ("bot" in ends) for bot in record["bots"])
