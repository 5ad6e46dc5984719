"""A process that neither goes on nor dies, as on a machine that is being moved or has no net."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from tests import rows
from tests.retrying_person import RetryingPerson
from tests.running import MortalServer
from tests.system.faults.locks import held
from tests.system.faults.table import a_game, await_closing
from tests.waiting import eventually


@contextmanager
def frozen(server: MortalServer, name: str) -> Iterator[None]:
    """Nothing of a process or its children moves meanwhile."""
    group = server.processes[name].pid
    assert group is not None
    os.killpg(group, signal.SIGSTOP)
    try:
        yield
    finally:
        os.killpg(group, signal.SIGCONT)


def test_a_worker_that_is_frozen_with_a_game_in_its_hands_loses_it_to_another(
    mortal: MortalServer, newcomers: Callable[[int], list[RetryingPerson]]
) -> None:
    # Three seconds and not the sixty that every process has.
    brief = {"PGOPTIONS": "-c idle_in_transaction_session_timeout=3s"}
    # Not started yet: `restart` does that.
    mortal.add("frozen", "worker", "--hostname", "frozen@%h", environment=brief)
    game = a_game(newcomers(3), per_turn="PT1H")
    mortal.kill("worker")
    mortal.restart("frozen")
    with ExitStack() as still:
        # The game's only worker waits for the locks of its seats, and is frozen before it gets them. Then it
        # holds them and does nothing, until PostgreSQL ends its session after the three seconds.
        with held(mortal, game):
            rows.pass_deadline(mortal, game)
            eventually(lambda: rows.somebody_waits_for_a_lock(mortal), "a turn half closed")
            still.enter_context(frozen(mortal, "frozen"))
        mortal.restart("worker")
        await_closing(mortal, game, turn=1)
    mortal.kill("worker")
    rows.pass_deadline(mortal, game)
    await_closing(mortal, game, turn=2)  # By the one that was frozen.
    mortal.processes.pop("frozen").stop()
