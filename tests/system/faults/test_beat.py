"""Beat is killed."""

from collections.abc import Callable

import redis

from tests import rows
from tests.retrying_person import RetryingPerson
from tests.running import MortalServer
from tests.system.faults.table import SOON, a_game, is_closed_soon
from tests.system.local.project import eventually


def test_without_beat_games_can_be_played_and_deadlines_wait_for_it(
    mortal: MortalServer, newcomers: Callable[[int], list[RetryingPerson]]
) -> None:
    people = newcomers(3)
    played, waiting = a_game(people, "PT1H"), a_game(people, "PT1H")
    mortal.kill("beat")
    with redis.Redis.from_url(mortal.valkey.url) as broker:
        broker.flushall()  # Nothing is left that it has rung for.
    eventually(lambda: rows.seconds_since_a_sweep(mortal) > 2, "there are no more sweeps", SOON)
    for person in people:
        person.seals_first(played)
    assert rows.open_turn(mortal, played) == 2
    sealed = people[1].seals_first(waiting)["action"]
    for game in (played, waiting):
        rows.pass_deadline(mortal, game)
    assert rows.open_turn(mortal, waiting) == 1

    mortal.restart("beat")
    is_closed_soon(mortal, played, 2)
    is_closed_soon(mortal, waiting, 1)
    actions = people[0].get(f"/games/{waiting}/turns/1")["actions"]
    assert [one["by"] for one in actions] == ["clock", "player", "clock"]
    assert actions[1]["action"] == sealed
