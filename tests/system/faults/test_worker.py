"""The worker is killed."""

from collections.abc import Callable
from datetime import timedelta

from tests import rows
from tests.retrying_person import RetryingPerson
from tests.running import MortalServer
from tests.system.faults.locks import held
from tests.system.faults.table import a_game, goes_on, is_closed_soon
from tests.system.local.project import eventually


def test_a_turn_that_a_killed_worker_was_closing_is_closed_once_by_the_next_one(
    mortal: MortalServer, newcomers: Callable[[int], list[RetryingPerson]]
) -> None:
    people = newcomers(3)
    game = a_game(people, "PT1H")
    sealed = [person.seals_first(game)["action"] for person in people[:2]]

    with held(mortal, game):
        rows.pass_deadline(mortal, game)
        eventually(lambda: rows.somebody_waits_for_a_lock(mortal), "the worker in mid-resolution")
        # Opened only now: games whose time has come together are closed together, and wait for each other.
        other = a_game(people, "PT1S")
        goes_on(mortal, other)
        mortal.kill("worker")
        assert rows.open_turn(mortal, game) == 1
    mortal.restart("worker")

    is_closed_soon(mortal, game, 1)
    goes_on(mortal, other)
    played = people[0].get(f"/games/{game}/turns/1")["actions"]
    assert [one["action"] for one in played[:2]] == sealed
    assert [one["by"] for one in played] == ["player", "player", "clock"]


def test_deadlines_that_pass_while_no_worker_is_there_are_kept_when_one_is(
    mortal: MortalServer, newcomers: Callable[[int], list[RetryingPerson]]
) -> None:
    people = newcomers(3)
    mortal.kill("worker")
    played, *waiting = games = [a_game(people, "PT1H") for _ in range(5)]
    # A turn that all have answered needs no worker.
    for person in people:
        person.seals_first(played)
    open_turns = {played: 2, **dict.fromkeys(waiting, 1)}
    for game in games:
        rows.pass_deadline(mortal, game)
    assert {game: rows.open_turn(mortal, game) for game in games} == open_turns

    mortal.restart("worker")
    for game, turn in open_turns.items():
        is_closed_soon(mortal, game, turn)
        # Who was kept waiting has the whole time of the next turn all the same.
        opened, due, _ = rows.times(mortal, game, turn + 1)
        assert due - opened == timedelta(hours=1)
