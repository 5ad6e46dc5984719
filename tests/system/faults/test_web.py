"""The web process is killed while it has a move in hand."""

import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests import rows
from tests.retrying_person import RetryingPerson
from tests.running import MortalServer
from tests.system.faults.locks import held
from tests.system.faults.table import SOON, a_game, goes_on
from tests.system.local.project import eventually
from tideapi.local.processes import Process


def test_a_move_that_was_written_and_not_answered_has_its_receipt_when_it_is_sent_again(
    mortal: MortalServer, newcomers: Callable[[int], list[RetryingPerson]]
) -> None:
    (ann,) = newcomers(1)
    game = a_game([ann], "PT1H", bots=("careful", "random"))
    ann.waits_for(
        game, lambda seen: sum(one["answered"] for one in seen["turn"]["asked"]) == 2, SOON
    )
    broker = mortal.valkey.process
    with ThreadPoolExecutor(1) as thread:
        # After the commit the bots are rung for: with a broker that does not move the answer has to wait.
        broker.signal(signal.SIGSTOP)
        try:
            sending = thread.submit(ann.seals_first, game)
            eventually(lambda: rows.open_turn(mortal, game) == 2, "the move is written", SOON)
            mortal.kill("web")
            assert not sending.done(), "the move was answered"
        finally:
            broker.signal(signal.SIGCONT)
        mortal.restart("web")
        receipt = sending.result()
    assert receipt["turn"] == 1
    assert (
        receipt
        == ann.seals(game, 1, receipt["action"])
        == ann.get(f"/games/{game}/turns/1/submission")
    )
    log = ann.get(f"/games/{game}/events")["results"]
    assert [
        one["data"]["seat"] for one in log if one["type"] == "sealed" and one["data"]["turn"] == 1
    ].count(0) == 1


def test_a_move_that_was_not_yet_written_is_taken_when_it_is_sent_again(
    mortal: MortalServer, newcomers: Callable[[int], list[RetryingPerson]]
) -> None:
    ann, bob, cat = newcomers(3)
    game, other = a_game([ann, bob, cat], "PT1H"), a_game([ann, bob, cat], "PT1S")
    for person in (ann, bob):
        person.seals_first(game)
    with ThreadPoolExecutor(1) as thread:
        with held(mortal, game):
            sending = thread.submit(cat.seals_first, game)
            eventually(lambda: rows.somebody_waits_for_a_lock(mortal), "the turn is being closed")
            mortal.kill("web")
            goes_on(mortal, other)
            assert rows.open_turn(mortal, game) == 1
        mortal.restart("web")
        receipt = sending.result()
    assert (receipt["turn"], rows.open_turn(mortal, game)) == (1, 2)
    played = ann.get(f"/games/{game}/turns/1")["actions"]
    sealed = {"action": receipt["action"], "nonce": receipt["nonce"]}
    assert played[2] == {"seat": 2, "by": "player", **sealed}


def test_a_web_process_that_is_killed_takes_no_other_along_and_is_replaced(
    mortal: MortalServer, newcomers: Callable[[int], list[RetryingPerson]]
) -> None:
    (ann,) = newcomers(1)
    web = mortal.processes["web"]
    supervisor = web.pid
    first, other = serving(web)
    os.kill(first, signal.SIGKILL)
    for _ in range(20):
        ann.get("/me")
    eventually(lambda: len(serving(web) - {first}) == 2, "another in its place", SOON)
    assert other in serving(web)
    assert (web.pid, web.alive) == (supervisor, True)
    mortal.is_ready()


def serving(web: Process) -> set[int]:
    """The processes that answer calls."""
    children = Path(f"/proc/{web.pid}/task/{web.pid}/children")
    return {int(pid) for pid in children.read_text().split()}
