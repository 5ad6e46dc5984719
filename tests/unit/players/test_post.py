"""One message over HTTP: to the address that was looked at, within its time, and nowhere else."""

import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any

import pytest

from common.outside import post as posting
from common.outside.post import Error, PostOutcome, post
from tests.receiver import receiving
from tests.unit.players.posting import BODY, HEADERS, HOST

pytestmark = pytest.mark.usefixtures("development")


@contextmanager
def talking(talk: Callable[[socket.socket], None]) -> Iterator[str]:
    """Somebody who takes one connection and does with it what he likes; the address."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            with suppress(OSError):
                connection, _ = server.accept()
                with connection:
                    talk(connection)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/"
    thread.join(10)


# -- what arrives, and what came of it


def test_what_is_sent_arrives_as_it_is() -> None:
    with receiving() as receiver:
        outcome = post(f"{receiver.url}/hook?x=1", HEADERS, BODY)
        (arrived,) = receiver.arrived
    assert (outcome.status, outcome.error) == (204, None)
    assert (arrived.path, arrived.body, arrived.id) == ("/hook?x=1", BODY, "msg_1")
    assert arrived.headers["host"] == f"127.0.0.1:{receiver.port}"
    assert arrived.headers["content-type"] == "application/json"


@pytest.mark.parametrize(
    ("status", "error"),
    [
        *((status, None) for status in (200, 204, 299)),
        *((status, Error.REDIRECT) for status in (300, 304, 399)),
        *((status, Error.REFUSED) for status in (400, 410, 429, 500, 599)),
    ],
)
def test_only_a_status_that_begins_with_2_is_a_success(status: int, error: Error | None) -> None:
    with receiving(lambda _: status) as receiver:
        outcome = post(receiver.url, HEADERS, BODY)
    assert (outcome.status, outcome.error) == (status, error)


def test_a_proxy_in_the_environment_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    with receiving() as proxy, receiving() as receiver:
        for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url)
        assert post(receiver.url, HEADERS, BODY).error is None
        assert (len(proxy.arrived), len(receiver.arrived)) == (0, 1)


def test_nobody_there_is_no_connection() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    assert post(f"http://127.0.0.1:{port}/", HEADERS, BODY).error == Error.CONNECTION


def test_the_next_address_is_tried(monkeypatch: pytest.MonkeyPatch, looked_up: list[str]) -> None:
    def two(host: str, port: int, **_: object) -> list[tuple[Any, ...]]:
        return [(0, 0, 0, "", ("127.0.0.2", port)), (0, 0, 0, "", ("127.0.0.1", port))]

    monkeypatch.setattr(socket, "getaddrinfo", two)
    with receiving() as receiver:
        assert post(f"http://{HOST}:{receiver.port}/", HEADERS, BODY).error is None
        assert len(receiver.arrived) == 1


OK = b"HTTP/1.1 200 OK\r\n"
HINTS = b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n"


def answering(said: bytes) -> AbstractContextManager[str]:
    """A receiver that answers with these bytes and closes the connection; its address."""

    def talk(connection: socket.socket) -> None:
        connection.recv(65536)
        connection.sendall(said)

    return talking(talk)


@pytest.mark.parametrize(
    "said",
    [
        *(b"", b"\r\n\r\n", b"hello\r\n\r\n", b"HTTP/1.1 two\r\n\r\n", b"HTTP/1.1 20\r\n\r\n"),
        *(b"HTTP/1.1 2_0\r\n\r\n", b"HTTP/1.1 +20\r\n\r\n", b"HTTP/2 200\r\n\r\n"),
        *(OK + b"x" * 70_000, OK + (b"a: " + b"b" * 400 + b"\r\n") * 200 + b"\r\n"),
        *(OK[:-2], OK, OK + b"Content-Le", OK + b"Content-Length: 0\r\n"),
        *(OK + b"no colon\r\n\r\n", OK + b"Content-Length: -1\r\n\r\n"),
        *(HINTS, HINTS + OK, HINTS * 2000 + OK + b"\r\n"),
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n" + OK + b"\r\n",
    ],
)
def test_what_is_no_whole_head_is_a_broken_answer(said: bytes) -> None:
    with answering(said) as url:
        outcome = post(url, HEADERS, BODY)
    assert (outcome.status, outcome.error) == (None, Error.ANSWER)


@pytest.mark.parametrize("first", [100, 102, 103, 104, 199])
@pytest.mark.parametrize(
    ("final", "error"), [(200, None), (302, Error.REDIRECT), (503, Error.REFUSED)]
)
def test_informational_answers_are_skipped(first: int, final: int, error: Error | None) -> None:
    before = f"HTTP/1.1 {first} Wait\r\nRetry-After: 99\r\n\r\n" * 3
    last = f"HTTP/1.1 {final} x\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n"
    with answering((before + last).encode()) as url:
        outcome = post(url, HEADERS, BODY)
    assert (outcome.status, outcome.error, outcome.wait) == (final, error, 7)


@pytest.mark.parametrize(
    "rest",
    [
        *(b"\r\n", b"\r\nok", b"Content-Length: 100\r\n\r\nok"),
        *(b"Transfer-Encoding: chunked\r\n\r\n" + rest for rest in (b"zz\r\n", b"5\r\nab")),
        b"Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\nok",
    ],
)
@pytest.mark.parametrize("start", [OK, b"HTTP/1.0 200\r\n", b"HTTP/1.1 204 No Content\r\n"])
def test_the_status_decides_and_no_body(start: bytes, rest: bytes) -> None:
    with answering(start + rest) as url:
        outcome = post(url, HEADERS, BODY)
    assert (outcome.status, outcome.error) == (int(start.split()[1]), None)


@pytest.mark.parametrize("status", [301, 302, 303, 305, 307, 308, 399])
def test_no_redirect_is_followed_wherever_it_leads(status: int) -> None:
    with receiving() as other:
        for location in ("", "/", "//[", "../x", other.url):
            head = f"Location: {location}\r\n" if location else ""
            with answering(f"HTTP/1.1 {status} Elsewhere\r\n{head}\r\n".encode()) as url:
                outcome = post(url, HEADERS, BODY)
            assert (outcome.status, outcome.error) == (status, Error.REDIRECT)
        assert other.arrived == []


# -- what is fetched


@pytest.mark.parametrize(
    "said",
    [
        HINTS + OK + b"Content-Type: Text/JSON; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}",
        OK + b"Content-Type: text/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        b"HTTP/1.0 200 OK\r\nContent-Type: text/json\r\n\r\n{}",
    ],
)
def test_what_is_fetched_is_the_whole_of_the_last_answer(said: bytes) -> None:
    with answering(said) as url:
        assert posting.get(url, {}, 2, 5.0) == posting.Response(200, "text/json", b"{}")


@pytest.mark.parametrize(
    "rest",
    [
        *(b"Content-Length: 9\r\n\r\n{}", b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n"),
        *(b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}", b"\r\n{ }", b"Content-Le"),
        b"Transfer-Encoding: gzip\r\n\r\n{}",
    ],
)
def test_what_breaks_off_or_is_too_long_is_nothing(rest: bytes) -> None:
    with answering(OK + rest) as url, pytest.raises(posting.GET_ERRORS):
        posting.get(url, {}, 2, 5.0)


# -- time


def test_who_never_answers_is_given_up_after_the_time() -> None:
    release = threading.Event()

    def waits(_: object) -> int:
        release.wait(30)
        return 200

    with receiving(waits) as receiver:
        began = time.monotonic()
        outcome = post(receiver.url, HEADERS, BODY, seconds=0.3)
        release.set()
    assert (outcome.status, outcome.error) == (None, Error.TIME)
    assert 0.3 <= time.monotonic() - began < 5
    assert outcome.milliseconds >= 300


@pytest.mark.parametrize(
    "start", [b"", b"HTTP/1.1 200 OK\r\nx: ", b"HTTP/1.1 100 Continue\r\n\r\n"]
)
def test_who_answers_drop_by_drop_is_given_up_too(start: bytes) -> None:
    def drips(connection: socket.socket) -> None:
        connection.recv(65536)
        connection.sendall(start)
        while True:
            connection.sendall(b"x")
            time.sleep(0.02)

    with talking(drips) as url:
        outcome = post(url, HEADERS, BODY, seconds=0.4)
    assert (outcome.status, outcome.error) == (None, Error.TIME)
    assert outcome.milliseconds < 5000


def test_a_handshake_that_never_ends_is_given_up_too(looked_up: list[str]) -> None:
    def silent(connection: socket.socket) -> None:
        while connection.recv(65536):
            pass

    with talking(silent) as url:
        outcome = post(url.replace("http:", "https:"), HEADERS, BODY, seconds=0.3)
    assert outcome.error == Error.TIME


def test_the_connection_is_closed_where_the_time_is_up_as_soon_as_it_stands(
    monkeypatch: pytest.MonkeyPatch, looked_up: list[str]
) -> None:
    """Reading the authorities' certificates may take all of it, on a busy machine."""
    made: list[ssl.SSLSocket] = []

    class Slow(ssl.SSLContext):
        def wrap_socket(self, *args: Any, **more: Any) -> ssl.SSLSocket:
            monkeypatch.setattr(posting, "_time_left", out_of_time)
            made.append(super().wrap_socket(*args, **more))
            return made[0]

    def out_of_time(until: float) -> float:
        raise TimeoutError

    monkeypatch.setattr(posting, "_tls_context", lambda: Slow(ssl.PROTOCOL_TLS_CLIENT))
    with socket.create_server(("127.0.0.1", 0)) as server:
        outcome = post(f"https://{HOST}:{server.getsockname()[1]}/", HEADERS, BODY)
    assert outcome.error == Error.TIME
    assert [one.fileno() for one in made] == [-1]


def test_an_endless_body_is_not_waited_for() -> None:
    def pours(connection: socket.socket) -> None:
        connection.recv(65536)
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            connection.sendall(b"x" * 65536)

    with talking(pours) as url:
        began = time.monotonic()
        outcome = post(url, HEADERS, BODY)
    assert outcome == PostOutcome(200, None, outcome.milliseconds)
    assert time.monotonic() - began < 5
