"""PostgreSQL is killed and started again on what it has written."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Event

from tests import rows
from tests.retrying_person import Ledger, RetryingPerson
from tests.running import MortalServer
from tests.system.faults.locks import held
from tests.system.faults.table import SOON, a_game, is_closed_soon
from tests.system.flows.client import Person
from tests.system.local.project import eventually


def plays(person: RetryingPerson, games: list[str], until: Event) -> None:
    """Answer and replace answers as fast as may be."""
    chance = Random(person.name)
    while not until.is_set():
        for question in person.get("/me/turns")["results"]:
            if question["game"] in games:
                action = chance.choice(question["legal_actions"])
                person.seals_in_time(question["game"], question["turn"], action)


def test_what_was_acknowledged_is_there_after_a_kill_in_the_midst_of_play(
    mortal: MortalServer, newcomers: Callable[[int], list[RetryingPerson]], ledger: Ledger
) -> None:
    people = newcomers(4)
    games = [a_game(people[shift:] + people[:shift], "PT1H") for shift in range(4)]
    before, until = mortal.pids(), Event()
    with ThreadPoolExecutor(len(people)) as threads:
        playing = [threads.submit(plays, person, games, until) for person in people]
        try:
            for _ in range(2):
                more_is_acknowledged(ledger)
                mortal.kill("postgres")
                mortal.restart("postgres")
            more_is_acknowledged(ledger)
        finally:
            until.set()
        for one in playing:
            one.result()
    assert rows.lost(mortal, ledger) == []
    assert mortal.pids() == before, "nothing else had to be restarted"


def test_while_it_is_away_calls_are_told_to_come_again_and_no_error_is_written(
    mortal: MortalServer, newcomers: Callable[[int], list[RetryingPerson]]
) -> None:
    (ann,) = newcomers(1)
    game = a_game([ann], "PT1H", bots=("careful", "random"))
    turn = ann.sees(game)["turn"]["number"]
    action = {"action": ann.sees(game)["mine"]["legal_actions"][0]}
    stranger = Person(ann.url)
    workers = [mortal.processes[name].log for name in ("worker", "hooks")]
    before = [len(log.read_text()) for log in workers]
    mortal.kill("postgres")
    try:
        said = [
            ann.tries("GET", "/me/turns"),
            ann.tries("PUT", f"/games/{game}/turns/{turn}/submission", action),
            ann.tries("GET", f"/games/{game}/events?after=1000&wait=5"),
            ann.tries("GET", f"/games/{game}/stream"),
            stranger.call("GET", "/games"),
            stranger.call("POST", "/me/tokens", {"username": ann.name, "password": "x"}),
        ]
        for log in workers:
            # Once a minute: it may have been written when an earlier test killed the database.
            eventually(lambda log=log: "is away" in log.read_text(), log, SOON)  # type: ignore[misc]
    finally:
        mortal.restart("postgres")
    assert [(one.status, one.json["code"]) for one in said if one] == [(503, "unavailable")] * 6
    assert {one.headers["retry-after"] for one in said if one} == {"5"}
    web = mortal.processes["web"].log.read_text()
    assert "Traceback" not in web
    assert " ERROR tideapi" not in web
    for log, read in zip(workers, before, strict=True):
        assert "Traceback" not in log.read_text()[read:]


def more_is_acknowledged(ledger: Ledger) -> None:
    before = ledger.written
    eventually(lambda: ledger.written > before + 20, "moves are acknowledged", SOON)


def test_a_turn_that_was_being_closed_is_closed_once_after_the_restart(
    mortal: MortalServer, newcomers: Callable[[int], list[RetryingPerson]]
) -> None:
    people = newcomers(3)
    game = a_game(people, "PT1H")
    sealed = [person.seals_first(game)["action"] for person in people[1:]]
    before = mortal.pids()
    with held(mortal, game):
        rows.pass_deadline(mortal, game)
        eventually(lambda: rows.somebody_waits_for_a_lock(mortal), "the worker in mid-resolution")
        mortal.kill("postgres")
    mortal.restart("postgres")
    is_closed_soon(mortal, game, 1)
    assert mortal.pids() == before, "nothing else had to be restarted"
    actions = people[0].get(f"/games/{game}/turns/1")["actions"]
    assert [one["by"] for one in actions] == ["clock", "player", "player"]
    assert [one["action"] for one in actions[1:]] == sealed


def test_who_waits_for_news_is_listening_again_after_the_restart(
    mortal: MortalServer, newcomers: Callable[[int], list[RetryingPerson]]
) -> None:
    ann, bob, cat = newcomers(3)
    game = a_game([ann, bob, cat], "PT1H")
    with ThreadPoolExecutor(1) as thread:
        newest = ann.get(f"/games/{game}/events")["results"][-1]["number"]
        waiting = thread.submit(bob.get, f"/games/{game}/events", after=newest, wait=25)
        eventually(lambda: listens(mortal), "somebody listens", SOON)
        mortal.kill("postgres")
        assert not waiting.done()
        mortal.restart("postgres")
        eventually(lambda: listens(mortal), "somebody listens again", SOON)
        ann.seals_first(game)
        assert waiting.result()["results"][0]["type"] == "sealed"


def listens(server: MortalServer) -> bool:
    return server.asks("SELECT 1 FROM pg_stat_activity WHERE query = 'LISTEN tide'") != []


def test_a_sign_up_under_a_taken_name_leaves_nobodys_address_in_its_log(
    mortal: MortalServer,
) -> None:
    stranger = Person(mortal.url)
    wish = {"username": "twice", "password": "rock-pool-and-anemone", "email": "twice@tide.example"}
    said = [stranger.call("POST", "/players", wish).status for _ in range(2)]
    assert said == [201, 409]
    log = mortal.postgres.log.read_text(errors="replace")
    assert "twice" not in log
    assert "argon2" not in log
