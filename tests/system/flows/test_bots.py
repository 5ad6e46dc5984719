"""Bots move by themselves: from a message to the worker, or from the sweep when that one is lost."""

from collections.abc import Callable
from random import Random

import redis

from tests.running import Server
from tests.system.flows.client import Json, Person
from tests.system.flows.table import play, seated, turn_the_tide
from tests.thorough.verify.verifiers import disagreements

BOTS = ["careful", "random", "careful"]


def waits_for_me_alone(seen: Json) -> bool:
    asked = {one["seat"]: one["answered"] for one in seen["turn"]["asked"]}
    return not asked.pop(0) and all(asked.values())


def test_a_game_of_one_person_and_bots_goes_on_to_its_end(
    newcomers: Callable[[int], list[Person]],
) -> None:
    (ann,) = newcomers(1)
    record = play([ann], turn_the_tide("bga_modified"), BOTS, seed=1).record
    assert record["seats"] == [*record["players"], None, None, None]
    assert [*record["players"].values()] == [ann.name]
    assert record["bots"] == [None, *BOTS]
    assert disagreements(record) == []


def test_bots_answer_without_being_waited_for(newcomers: Callable[[int], list[Person]]) -> None:
    (ann,) = newcomers(1)
    game = seated([ann], turn_the_tide("amigo"), BOTS)["id"]
    seen = ann.waits_for(game, waits_for_me_alone, 120)
    assert seen["turn"]["number"] == 1


def test_a_lost_message_is_made_up_for_by_the_sweep(
    server: Server, newcomers: Callable[[int], list[Person]]
) -> None:
    (ann,) = newcomers(1)
    game = seated([ann], turn_the_tide("amigo"), BOTS)["id"]
    seen = ann.waits_for(game, waits_for_me_alone, 120)
    worker = server.processes["worker"]
    worker.stop()
    try:
        ann.seals(game, 1, Random(1).choice(seen["mine"]["legal_actions"]))
        with redis.Redis.from_url(server.broker) as broker:
            messages = broker.lrange("celery", 0, -1)
            assert any(b"move_bots" in message for message in messages)
            broker.delete("celery")
        asked = ann.sees(game)["turn"]["asked"]
        assert not any(one["answered"] for one in asked)
    finally:
        worker.start()
    seen = ann.waits_for(game, waits_for_me_alone, 120)
    assert seen["turn"]["number"] == 2
