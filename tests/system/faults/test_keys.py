"""The web process is killed while it has a call with an idempotency key in hand."""

import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from tests import rows
from tests.retrying_person import RetryingPerson
from tests.running import MortalServer
from tests.system.faults.locks import shut
from tests.system.faults.table import SOON
from tests.system.local.project import eventually

_GAMES = """
SELECT count(*) FROM games_game game JOIN players_player host ON host.id = game.host_id
WHERE host.username = %s
"""


def games_of(server: MortalServer, person: RetryingPerson) -> int:
    ((number,),) = server.asks(_GAMES, [person.name])
    return int(number)


def test_a_game_that_was_opened_and_not_answered_is_answered_when_it_is_sent_again(
    mortal: MortalServer, newcomers: Callable[[int], list[RetryingPerson]]
) -> None:
    (ann,) = newcomers(1)
    wish = {"ruleset": "turn_the_tide", "seat_count": 3, "bots": ["careful", "random"]}
    broker = mortal.valkey.process
    with ThreadPoolExecutor(1) as thread:
        # After the commit the bots are rung for: with a broker that does not move the answer has to wait.
        broker.signal(signal.SIGSTOP)
        try:
            sending = thread.submit(ann.call, "POST", "/games", wish)
            eventually(lambda: games_of(mortal, ann) == 1, "the game is written", SOON)
            mortal.kill("web")
            assert not sending.done(), "the game was answered"
        finally:
            broker.signal(signal.SIGCONT)
        mortal.restart("web")
        said = sending.result()
    assert said.status == 201
    assert said.headers["idempotency-replayed"] == "true"
    assert ann.sees(said.json["id"])["host"] == ann.name
    assert games_of(mortal, ann) == 1


def test_a_seat_that_was_not_yet_taken_is_taken_when_it_is_asked_for_again(
    mortal: MortalServer, newcomers: Callable[[int], list[RetryingPerson]]
) -> None:
    ann, bob = newcomers(2)
    game = ann.opens("turn_the_tide", {}, 3)["id"]
    with ThreadPoolExecutor(1) as thread:
        with shut(mortal, game):
            sending = thread.submit(bob.call, "POST", f"/games/{game}/join")
            eventually(lambda: rows.somebody_waits_for_a_lock(mortal), "bob waits for his seat")
            mortal.kill("web")
        mortal.restart("web")
        said = sending.result()
    assert said.status == 200
    assert "idempotency-replayed" not in said.headers
    seats = ann.sees(game)["seats"]
    assert [one["player"] for one in seats].count(bob.name) == 1
