"""Whoever sends slowly, takes nothing or holds many connections keeps nobody else from playing."""

import json
import select
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest

from tests.running import SETTINGS, Server
from tests.system.flows.client import Person
from tests.system.flows.table import seated, turn_the_tide
from tests.thorough.flows.crowding import PATIENCE, answer, connect, crowd, request

LARGEST = "/static/admin/js/vendor/jquery/jquery.js"
UNSENT = request(
    "/api/v1/players", "Content-Type: application/json", "Content-Length: 100", method="POST"
)


@pytest.fixture
def ann(newcomers: Callable[[int], list[Person]]) -> Iterator[Person]:
    """Somebody who plays, and whose calls are answered while all this goes on."""
    people = newcomers(3)
    game = str(seated(people, turn_the_tide("amigo"), [])["id"])
    yield people[0]
    assert people[0].sees(game)["status"] == "running"


def play(ann: Person) -> None:
    """Her next card is sealed, and she sees that it is."""
    for _ in range(4):  # The web server gives each connection to one of two processes.
        question = ann.get("/me/turns")["results"][0]
        ann.seals(question["game"], question["turn"], question["legal_actions"][0])
        assert ann.get("/me/turns")["results"][0]["submission"] is not None


def test_bodies_that_do_not_come_hold_no_call_up_and_are_waited_for_in_vain_for_a_while_only(
    server: Server, ann: Person
) -> None:
    with crowd(server.url, 40, UNSENT) as slow:
        play(ann)
        said = answer(slow[-1])
    assert said.startswith(b"HTTP/1.1 408 ")
    problem = json.loads(said.partition(b"\r\n\r\n")[2])
    assert problem["code"] == "body_too_slow"
    assert f"{float(SETTINGS['TIDE_BODY_TIMEOUT_SECONDS']):g} seconds" in problem["detail"]


def test_a_body_that_is_longer_than_any_may_be_is_refused_before_it_is_there(
    server: Server, ann: Person
) -> None:
    said_long = request("/api/v1/games", "Content-Length: 65537", method="POST")
    endless = request("/api/v1/games", "Transfer-Encoding: chunked", method="POST")
    for beginning in (said_long, endless + b"10001\r\n" + b"x" * 65537 + b"\r\n"):
        with connect(server.url) as one:
            one.sendall(beginning)
            said = answer(one)
        assert said.startswith(b"HTTP/1.1 413 ")
        assert b"body_too_large" in said


def test_a_body_in_chunks_is_read_like_any_other(server: Server, ann: Person) -> None:
    body = json.dumps({"about": "in chunks"}).encode()
    token = f"Authorization: Bearer {ann.token}"
    kind = "Content-Type: application/json"
    head = request("/api/v1/me", token, kind, "Transfer-Encoding: chunked", method="PATCH")
    with connect(server.url) as one:
        one.sendall(head)
        for part in (body[:5], body[5:]):
            one.sendall(b"%x\r\n%b\r\n" % (len(part), part))
        one.sendall(b"0\r\n\r\n")
        assert answer(one).startswith(b"HTTP/1.1 200 ")
    assert ann.get(f"/players/{ann.name}")["about"] == "in chunks"


def test_answers_that_nobody_reads_hold_no_call_up_and_are_hardly_spoken_of(
    server: Server, ann: Person
) -> None:
    log = server.processes["web"].log
    with crowd(server.url, 48, request(LARGEST) * 20, taking=4096):
        play(ann)
        before = len(log.read_text().splitlines())
    play(ann)
    assert len(log.read_text().splitlines()) <= before + 48


def test_idle_connections_shut_nobody_out_and_are_closed_after_a_while(
    server: Server, ann: Person
) -> None:
    """They say nothing, half a word, or are kept alive."""
    with crowd(server.url, 600), crowd(server.url, 600, b"GET /healthz HTTP/1.1\r\nHost: lo"):
        play(ann)
    with crowd(server.url, 1200, request("/healthz")) as kept:
        play(ann)
        assert answer(kept[0]).startswith(b"HTTP/1.1 200 ")
        assert kept[0].recv(1) == b"", "closed"


def test_a_thousand_streams_shut_nobody_out(server: Server, ann: Person) -> None:
    game = ann.get("/me/turns")["results"][0]["game"]
    head = request(f"/api/v1/games/{game}/stream")
    with ExitStack() as stack:
        hearers = []
        for number in range(1100):
            source = f"127.0.2.{1 + number // 10}"
            one = stack.enter_context(connect(server.url, source))
            one.sendall(head)
            hearers.append(one)
        play(ann)
        assert {one.recv(12) for one in hearers} == {b"HTTP/1.1 200"}


def test_long_polls_of_a_stranger_take_no_players_place(server: Server, ann: Person) -> None:
    mine = ann.get("/me/turns")["results"][0]
    heard = _newest(ann)
    path = f"/api/v1/games/{mine['game']}/events?after=1000&wait=30"
    with crowd(server.url, 60, request(path)) as polls, ThreadPoolExecutor(1) as thread:
        # The stranger has as many as one caller may have when some are answered at once.
        assert select.select(polls, [], [], PATIENCE)[0]
        waits = thread.submit(ann.get, "/me/events", after=heard, wait=25)
        seals_later = Person(ann.url, ann.token)
        assert _still(waits)
        seals_later.seals(mine["game"], mine["turn"], mine["legal_actions"][0])
        assert [one["type"] for one in waits.result()["results"]] == ["sealed"]


def test_a_long_poll_ends_with_the_token_that_asked(server: Server, ann: Person) -> None:
    words = {"username": ann.name, "password": "rock-pool-and-anemone"}
    other = ann.call("POST", "/me/tokens", words).ok()
    heard = _newest(ann)
    with ThreadPoolExecutor(1) as thread:
        asks = Person(ann.url, other["token"])
        waits = thread.submit(asks.call, "GET", f"/me/events?after={heard}&wait=30")
        assert _still(waits)
        ann.call("DELETE", f"/me/tokens/{other['id']}").ok()
        said = waits.result()
    assert (said.status, said.json["code"]) == (401, "token_invalid")


@pytest.mark.parametrize("path", ["/api/v1/games?status=é", "/api/v1/games/é", "/é?é=é"])
def test_raw_utf_8_in_an_address_is_a_problem_and_no_error(server: Server, path: str) -> None:
    with connect(server.url) as one:
        one.sendall(request(path, "Connection: close"))
        said = answer(one)
    assert said.split(b" ", 2)[1] in {b"400", b"404"}, said
    if "?" in path:
        assert said.startswith(b"HTTP/1.1 400 ")
    assert server.tracebacks() == []


def _newest(person: Person) -> int:
    heard = 0
    while found := person.get("/me/events", after=heard, page_size=100)["results"]:
        heard = found[-1]["number"]
    return heard


def _still(waits: "Future[Any]") -> bool:
    """Whether an answer that nothing has held back would be there by now, and is not."""
    time.sleep(0.5)
    return not waits.done()
