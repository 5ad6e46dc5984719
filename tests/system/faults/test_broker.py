"""The broker is killed, and all that it held is lost."""

from collections.abc import Callable

import redis

from tests import rows
from tests.retrying_person import RetryingPerson
from tests.running import MortalServer
from tests.system.faults.locks import held
from tests.system.faults.table import SOON, a_game, goes_on, is_closed_soon
from tests.system.flows.client import Json
from tests.system.local.project import eventually


def bots_have_answered(seen: Json) -> bool:
    return all(one["answered"] for one in seen["turn"]["asked"] if one["seat"] != 0)


def test_moves_are_taken_without_a_broker_and_the_clock_goes_on_with_a_new_one(
    mortal: MortalServer, newcomers: Callable[[int], list[RetryingPerson]]
) -> None:
    people = newcomers(3)
    (ann,) = newcomers(1)
    by_clock, by_people = a_game(people, "PT1S"), a_game(people, "PT1H")
    with_bots = a_game([ann], "PT1H", bots=("careful", "random"))
    ann.waits_for(with_bots, bots_have_answered, SOON)
    before = mortal.pids()

    mortal.kill("broker")
    for person in people:
        person.seals_first(by_people)
    assert rows.open_turn(mortal, by_people) == 2
    # What should have made the bots move in the second turn is told to nobody.
    ann.seals_first(with_bots)
    assert rows.open_turn(mortal, with_bots) == 2

    mortal.restart("broker")
    goes_on(mortal, by_clock)
    ann.waits_for(with_bots, bots_have_answered, SOON)
    assert mortal.pids() == before, "nothing else had to be restarted"


def test_a_worker_that_has_a_task_in_hand_outlives_the_broker(
    mortal: MortalServer, newcomers: Callable[[int], list[RetryingPerson]]
) -> None:
    people = newcomers(3)
    game, other = a_game(people, "PT1H"), a_game(people, "PT1S")
    before = mortal.pids()

    with held(mortal, game):
        rows.pass_deadline(mortal, game)
        eventually(lambda: rows.somebody_waits_for_a_lock(mortal), "the worker in mid-resolution")
        mortal.kill("broker")
    is_closed_soon(mortal, game, 1)

    mortal.restart("broker")
    goes_on(mortal, other)
    assert mortal.pids() == before, "the worker is the one that it was"


def test_a_broker_that_forgets_everything_while_it_runs_holds_nothing_up(
    mortal: MortalServer, newcomers: Callable[[int], list[RetryingPerson]]
) -> None:
    people = newcomers(3)
    (ann,) = newcomers(1)
    by_clock = a_game(people, "PT1S")
    with_bots = a_game([ann], "PT1H", bots=("careful", "random"))
    ann.waits_for(with_bots, bots_have_answered, SOON)
    with redis.Redis.from_url(mortal.valkey.url) as broker:
        broker.flushall()
    goes_on(mortal, by_clock, turns=2)
    ann.seals_first(with_bots)
    ann.waits_for(with_bots, bots_have_answered, SOON)
