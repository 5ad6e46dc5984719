"""A part of the server is killed: beat, the broker, the web process, PostgreSQL, a worker."""

import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from random import Random
from threading import Event

import pytest
import redis

from tests import rows
from tests.retrying_person import Ledger, RetryingPerson
from tests.running import MortalServer
from tests.system.faults.locks import held
from tests.system.faults.table import SOON, a_game, await_closing, goes_on
from tests.system.flows.client import Json, Person
from tests.waiting import eventually

Newcomers = Callable[[int], list[RetryingPerson]]
GAMES_OF = """
SELECT count(*) FROM games_game game JOIN players_player host ON host.id = game.host_id
WHERE host.username = %s
"""


def await_lock(server: MortalServer) -> None:
    """Wait until a process is in the midst of closing a turn that is held."""
    eventually(lambda: rows.somebody_waits_for_a_lock(server), "a turn half closed")


def bots_have_answered(seen: Json) -> bool:
    return all(one["answered"] for one in seen["turn"]["asked"] if one["seat"] != 0)


# -- beat and workers


@pytest.mark.parametrize("part", ["beat", "worker"])
def test_without_it_games_can_be_played_and_deadlines_wait_for_it(
    mortal: MortalServer, newcomers: Newcomers, part: str
) -> None:
    people = newcomers(3)
    mortal.kill(part)
    if part == "beat":
        with redis.Redis.from_url(mortal.valkey.url) as broker:
            broker.flushall()  # Nothing is left that it has rung for.
    eventually(lambda: rows.seconds_since_a_sweep(mortal) > 2, "there are no more sweeps", SOON)
    played, *waiting = games = [a_game(people, "PT1H") for _ in range(4)]
    # A turn that all have answered needs neither.
    for person in people:
        person.seals_first(played)
    people[1].seals_first(waiting[0])
    open_turns = {played: 2, **dict.fromkeys(waiting, 1)}
    for game in games:
        rows.pass_deadline(mortal, game)
    assert {game: rows.open_turn(mortal, game) for game in games} == open_turns
    mortal.restart(part)
    for game, turn in open_turns.items():
        await_closing(mortal, game, turn)
        # Players who were kept waiting have the whole time of the next turn all the same.
        opened, due, _ = rows.times(mortal, game, turn + 1)
        assert due - opened == timedelta(hours=1)
    actions = people[0].get(f"/games/{waiting[0]}/turns/1")["actions"]
    assert [one["by"] for one in actions] == ["clock", "player", "clock"]


@pytest.mark.parametrize("part", ["worker", "broker", "postgres"])
def test_a_turn_that_was_being_closed_when_a_part_died_is_closed_once(
    mortal: MortalServer, newcomers: Newcomers, part: str
) -> None:
    people = newcomers(3)
    game, before = a_game(people, "PT1H"), mortal.pids()
    sealed = people[1].seals_first(game)["action"]
    with held(mortal, game):
        rows.pass_deadline(mortal, game)
        await_lock(mortal)
        mortal.kill(part)
    if part == "broker":
        await_closing(mortal, game, turn=1)  # By the worker that had it in hand.
    mortal.restart(part)
    await_closing(mortal, game, turn=1)
    played = people[0].get(f"/games/{game}/turns/1")["actions"]
    assert [one["by"] for one in played] == ["clock", "player", "clock"]
    assert played[1]["action"] == sealed
    goes_on(mortal, a_game(people, "PT1S"))
    after = mortal.pids()
    assert {name for name in after if after[name] != before[name]} == {part} & {"worker"}


# -- the broker, with all that it held


def test_moves_are_taken_without_a_broker_and_the_clock_goes_on_with_a_new_one(
    mortal: MortalServer, newcomers: Newcomers
) -> None:
    ann, *people = newcomers(4)
    by_clock, by_people = a_game(people, "PT1S"), a_game(people, "PT1H")
    with_bots = a_game([ann], "PT1H", bots=("careful", "random"))
    ann.waits_for(with_bots, bots_have_answered, SOON)
    before = mortal.pids()
    mortal.kill("broker")
    for person in people:
        person.seals_first(by_people)
    # What should have made the bots move in the second turn is told to nobody.
    ann.seals_first(with_bots)
    assert [rows.open_turn(mortal, one) for one in (by_people, with_bots)] == [2, 2]
    mortal.restart("broker")
    goes_on(mortal, by_clock)
    ann.waits_for(with_bots, bots_have_answered, SOON)
    assert mortal.pids() == before, "nothing else had to be restarted"


# -- the web process, with a call in hand


def test_a_game_that_was_opened_and_not_answered_is_answered_when_it_is_sent_again(
    mortal: MortalServer, newcomers: Newcomers
) -> None:
    (ann,), broker = newcomers(1), mortal.valkey.process
    wish = {"ruleset": "turn_the_tide", "seat_count": 3, "bots": ["careful", "random"]}
    # A web process that has just missed the broker would let it alone for a while, and answer at once.
    mortal.kill("web")
    mortal.restart("web")
    mortal.is_ready()

    def games() -> int:
        ((number,),) = mortal.asks(GAMES_OF, [ann.name])
        return int(number)

    with ThreadPoolExecutor(1) as thread:
        # After the commit the bots are rung for: with a broker that does not move the answer has to wait.
        broker.signal(signal.SIGSTOP)
        try:
            sending = thread.submit(ann.call, "POST", "/games", wish)
            eventually(lambda: games() == 1, "the game is written", SOON)
            mortal.kill("web")
            assert not sending.done(), "the game was answered"
        finally:
            broker.signal(signal.SIGCONT)
        mortal.restart("web")
        said = sending.result()
    assert (said.status, said.headers["idempotency-replayed"], games()) == (201, "true", 1)
    assert ann.sees(said.json["id"])["host"] == ann.name


def test_a_move_that_was_not_yet_written_is_taken_when_it_is_sent_again(
    mortal: MortalServer, newcomers: Newcomers
) -> None:
    ann, bob, cat = newcomers(3)
    game, other = a_game([ann, bob, cat], "PT1H"), a_game([ann, bob, cat], "PT1S")
    for person in (ann, bob):
        person.seals_first(game)
    with ThreadPoolExecutor(1) as thread:
        with held(mortal, game):
            sending = thread.submit(cat.seals_first, game)
            await_lock(mortal)
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
    mortal: MortalServer, newcomers: Newcomers
) -> None:
    (ann,), web = newcomers(1), mortal.processes["web"]
    supervisor = web.pid

    def children() -> set[int]:
        pids = Path(f"/proc/{supervisor}/task/{supervisor}/children").read_text()
        return {int(pid) for pid in pids.split()}

    first, other = children()
    os.kill(first, signal.SIGKILL)
    for _ in range(20):
        ann.get("/me")
    eventually(lambda: len(children() - {first}) == 2, "another in its place", SOON)
    assert other in children()
    assert (web.pid, web.alive) == (supervisor, True)
    mortal.is_ready()


# -- PostgreSQL, started again on what it has written


def play(person: RetryingPerson, games: list[str], until: Event) -> None:
    """Answer and replace answers as fast as may be."""
    chance = Random(person.name)
    while not until.is_set():
        for question in person.get("/me/turns")["results"]:
            if question["game"] in games:
                action = chance.choice(question["legal_actions"])
                person.seals_in_time(question["game"], question["turn"], action)


def test_what_was_acknowledged_is_there_after_a_kill_in_the_midst_of_play(
    mortal: MortalServer, newcomers: Newcomers, ledger: Ledger
) -> None:
    people = newcomers(4)
    games = [a_game(people[shift:] + people[:shift], "PT1H") for shift in range(4)]
    before, until = mortal.pids(), Event()

    def await_moves() -> None:
        wanted = ledger.written + 20
        eventually(lambda: ledger.written > wanted, "moves are acknowledged", SOON)

    with ThreadPoolExecutor(len(people)) as threads:
        playing = [threads.submit(play, person, games, until) for person in people]
        try:
            for _ in range(2):
                await_moves()
                mortal.kill("postgres")
                mortal.restart("postgres")
            await_moves()
        finally:
            until.set()
        for one in playing:
            one.result()
    assert mortal.pids() == before, "nothing else had to be restarted"


def test_while_it_is_away_calls_are_told_to_come_again_and_no_error_is_written(
    mortal: MortalServer, newcomers: Newcomers
) -> None:
    (ann,) = newcomers(1)
    stranger, game = Person(ann.url), a_game([ann], "PT1H", bots=("careful", "random"))
    seen = ann.sees(game)
    move = f"/games/{game}/turns/{seen['turn']['number']}/submission"
    logs = [mortal.processes[name].log for name in ("web", "worker", "hooks")]
    before = [len(log.read_text()) for log in logs]
    mortal.kill("postgres")
    try:
        said = [
            ann.tries("GET", "/me/turns"),
            ann.tries("PUT", move, {"action": seen["mine"]["legal_actions"][0]}),
            ann.tries("GET", f"/games/{game}/events?after=1000&wait=5"),
            ann.tries("GET", f"/games/{game}/stream"),
            stranger.call("POST", "/me/tokens", {"username": ann.name, "password": "x"}),
        ]
        for log in logs[1:]:
            # Once a minute: it may have been written when an earlier test killed the database.
            eventually(lambda log=log: "is away" in log.read_text(), log, SOON)  # type: ignore[misc]
    finally:
        mortal.restart("postgres")
    told = [one and (one.status, one.json["code"], one.headers["retry-after"]) for one in said]
    assert told == [(503, "unavailable", "5")] * 5
    for log, read in zip(logs, before, strict=True):
        assert "Traceback" not in log.read_text()[read:]
    assert " ERROR tideapi" not in logs[0].read_text()[before[0] :]


def test_a_call_that_waits_for_news_is_listening_again_after_the_restart(
    mortal: MortalServer, newcomers: Newcomers
) -> None:
    ann, bob, cat = newcomers(3)
    game = a_game([ann, bob, cat], "PT1H")

    def await_listener() -> None:
        question = "SELECT 1 FROM pg_stat_activity WHERE query = 'LISTEN tide'"
        eventually(lambda: mortal.asks(question) != [], "a process listens", SOON)

    with ThreadPoolExecutor(1) as thread:
        newest = ann.get(f"/games/{game}/events")["results"][-1]["number"]
        waiting = thread.submit(bob.get, f"/games/{game}/events", after=newest, wait=25)
        await_listener()
        mortal.kill("postgres")
        assert not waiting.done()
        mortal.restart("postgres")
        await_listener()
        ann.seals_first(game)
        assert waiting.result()["results"][0]["type"] == "sealed"
