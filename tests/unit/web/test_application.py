"""What becomes of a call between the network and the thread in which it is made."""

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import SystemCheckError

from common.rest.log_lines import PLAIN_ID
from games.feeds.streams.feeds import GameLog
from games.feeds.streams.hub import HUB, STREAM, StreamSubscription
from tests.unit.web.conversation import Client
from tideapi.web import application as web
from tideapi.web import response_sender, sockets, startup
from tideapi.web.application import Application
from tideapi.web.asgi import Message
from tideapi.web.body import MAX_MESSAGES
from tideapi.web.wsgi_call import may_hash

Json = dict[str, Any]
Header = tuple[bytes, bytes]
CHUNKED: Header = (b"transfer-encoding", b"chunked")
SMALLEST_PACKET = 536
"""Bytes of a body that any TCP sends in one packet (RFC 9293, section 3.7.1)."""
STREAM_OF_ANN = StreamSubscription(GameLog("some-game"), 0, "player 1", 1, None)


def length(count: int) -> Header:
    return (b"content-length", b"%d" % count)


class Views:
    """In the place of all views: what they were asked, and one answer."""

    def __init__(self, answer: bytes = b"{}", does: Callable[[Json], None] | None = None) -> None:
        self.asked: list[Json] = []
        self.answer = answer
        self.does = does

    def __call__(self, environ: Json, start: Any) -> list[bytes]:
        self.asked.append(environ)
        if self.does is not None:
            self.does(environ)
        start("200 OK", [("Content-Type", "application/json")])
        return [self.answer]


def starts(application: Application) -> list[Message]:
    """What the application tells a server that starts and stops."""
    told: list[Message] = []
    events: Iterator[Message] = iter([{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}])

    async def receive() -> Message:
        return next(events)

    async def send(message: Message) -> None:
        told.append(message)

    asyncio.run(application({"type": "lifespan"}, receive, send))
    return told


def test_a_server_that_starts_is_prepared_for_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared: list[str] = []
    monkeypatch.setattr(web, "prepare_process", lambda: prepared.append("once"))
    told = [message["type"] for message in starts(Application(Views()))]
    assert told == ["lifespan.startup.complete", "lifespan.shutdown.complete"]
    assert prepared == ["once"]


@pytest.mark.parametrize("error", [SystemCheckError, ImproperlyConfigured, OSError])
def test_whatever_is_wrong_keeps_a_server_from_starting(monkeypatch, error) -> None:
    def finds() -> None:
        raise error("TIDE_LOG_LEVEL cannot be read")

    monkeypatch.setattr(web, "prepare_process", finds)
    (told,) = starts(Application(Views()))
    assert told == {"type": "lifespan.startup.failed", "message": "TIDE_LOG_LEVEL cannot be read"}


def test_a_process_is_checked_and_frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[Any] = []
    monkeypatch.setattr(startup, "call_command", lambda *given, **_: done.append(given))
    monkeypatch.setattr("gc.freeze", lambda: done.append("frozen"))
    startup.prepare_process()
    assert done == [("check",), "frozen"]


# -- bodies


@pytest.mark.parametrize(
    ("said", "sends", "leaves", "status", "code"),
    [
        (length(5), [b"ab"], False, 408, "body_too_slow"),
        *(
            (said, [b"x" * 65_537], False, 413, "body_too_large")
            for said in (length(65_537), CHUNKED)
        ),
        ((b"content-length", b"x"), [b"x" * 65_537], False, 413, "body_too_large"),
        # In very many pieces.
        *((said, [b" "] * 60_000, False, 400, "bad_request") for said in (length(60_000), CHUNKED)),
        # It breaks off.
        (CHUNKED, [b"ab"], True, 400, "bad_request"),
    ],
)
def test_a_body_that_cannot_be_taken_is_refused_early_and_takes_no_thread(
    settings: Any,
    caplog: pytest.LogCaptureFixture,
    said: Header,
    sends: list[bytes],
    leaves: bool,
    status: int,
    code: str,
) -> None:
    caplog.set_level("INFO")
    settings.TIDE_BODY_TIMEOUT_SECONDS = 0.05
    views, client = Views(), Client(said, sends=sends, leaves=leaves)
    client.calls(Application(views))
    assert (client.status, client.problem["code"]) == (status, code)
    assert client.headers[b"connection"] == b"close"
    assert client.headers[b"access-control-allow-origin"] == b"*"
    assert client.unsent_parts >= len(sends) - MAX_MESSAGES
    assert views.asked == []
    (line,) = [one.getMessage() for one in caplog.records]
    assert line == f"refused {code}: POST -, game -, player -"


class Complete(Client):
    """A client whose body is whole after its last piece."""

    async def receive(self) -> Message:
        message = await super().receive()
        message["more_body"] = self.unsent_parts > 0
        return message


def test_the_longest_body_may_come_in_the_smallest_packets() -> None:
    views, whole = Views(), b"x" * 65_536
    pieces = [whole[at : at + SMALLEST_PACKET] for at in range(0, len(whole), SMALLEST_PACKET)]
    client = Complete(length(65_536), sends=pieces)
    client.calls(Application(views))
    assert client.status == 200
    assert views.asked[0]["wsgi.input"].read() == whole


# -- the id of a call

ID = b"x-request-id"


@pytest.mark.parametrize(
    ("sent", "kept"),
    [([b"proxy-1"], True), *(([one], False) for one in (b"a\nb", b"\xff", b"x" * 65)), ([], False)],
)
def test_a_call_is_made_with_the_id_under_which_it_came(sent: list[bytes], kept: bool) -> None:
    views = Views()
    Client(*((ID, one) for one in sent), method="GET").calls(Application(views))
    own = views.asked[0]["HTTP_X_REQUEST_ID"]
    assert (own.encode() in sent) == kept
    assert PLAIN_ID.fullmatch(own)


def test_a_call_that_fails_has_one_too() -> None:
    def fails(environ: Json) -> None:
        raise ValueError

    client = Client((ID, b"proxy-2"), method="GET")
    client.calls(Application(Views(does=fails)))
    assert (client.status, client.problem["instance"]) == (500, "proxy-2")
    assert client.headers[ID] == b"proxy-2"


# -- turns


def test_callers_take_turns_to_sign_in_and_wait_without_a_thread(settings: Any) -> None:
    settings.TIDE_THREADS, settings.TIDE_MAX_PASSWORD_HASHES_PER_PROCESS = 4, 1
    order: list[str] = []
    begun, go_on = threading.Event(), threading.Event()

    def view(environ: Json) -> None:
        order.append(f"{environ['REMOTE_ADDR']} {environ['PATH_INFO']}")
        if environ["PATH_INFO"] == "/api/v1/me/tokens":
            begun.set()
            assert go_on.wait(60)

    async def course() -> None:
        application = Application(Views(does=view))

        def comes(address: str, path: str = "/api/v1/me/tokens") -> asyncio.Task[None]:
            return asyncio.create_task(Client(address=address, path=path).asks(application))

        crowd = [comes("192.0.2.1") for _ in range(6)]
        await asyncio.to_thread(begun.wait, 60)
        crowd.append(comes("192.0.2.9"))
        await comes("192.0.2.9", "/api/v1/games")
        go_on.set()
        await asyncio.gather(*crowd)

    asyncio.run(course())
    assert order[:3] == [
        "192.0.2.1 /api/v1/me/tokens",
        "192.0.2.9 /api/v1/games",
        "192.0.2.1 /api/v1/me/tokens",
    ], "the only turn is hers until it ends; another call goes on"
    assert order.index("192.0.2.9 /api/v1/me/tokens") <= 3, "then one of each in turn"
    assert len(order) == 8


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        *((f"POST {path}", True) for path in ("/api/v1/me/tokens", "/api/v1/players")),
        *((f"POST {path}", True) for path in ("/api/v1/me/claim", "/admin/login/")),
        *((f"POST {path}", True) for path in ("/admin/password_change/", "/account/login/")),
        ("POST /account/password/reset/key/1-set-password/", True),
        ("PATCH /api/v1/me", True),
        *((f"POST {path}", False) for path in ("/api/v1/guests", "/api/v1/games")),
        *((f"GET {path}", False) for path in ("/account/login/", "/api/v1/me", "/admin/login/")),
    ],
)
def test_which_calls_take_turns_to_hash(call: str, expected: bool) -> None:
    method, path = call.split()
    assert may_hash({"REQUEST_METHOD": method, "PATH_INFO": path}) is expected


# -- answers


def test_a_client_that_reads_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response_sender, "STALLED", 0.05)
    application = Application(Views(b"x" * 100_000))
    deaf = Client(method="GET", takes=2)
    deaf.calls(application)
    assert deaf.headers[b"content-length"] == b"100000"
    assert len(deaf.body) < 100_000
    patient = Client(method="GET")
    patient.calls(application)
    assert patient.body == b"x" * 100_000


def test_a_client_that_reads_too_slowly_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response_sender, "STALLED", 1.0)
    monkeypatch.setattr(response_sender, "MIN_BYTES_PER_SECOND", 1_000_000)
    slow = Client(method="GET", rests=0.3)
    slow.calls(Application(Views(b"x" * 100_000)))
    assert len(slow.body) < 100_000


def test_a_view_that_raises_tells_nothing(caplog: pytest.LogCaptureFixture) -> None:
    def fails(environ: Json) -> None:
        environ[HUB].streams.take_place(STREAM_OF_ANN.caller)
        environ[STREAM] = STREAM_OF_ANN
        raise ValueError("card 7")

    application, client = Application(Views(does=fails)), Client(method="GET")
    for _ in range(20):  # No place is lost.
        client = Client(method="GET")
        client.calls(application)
        assert (client.status, client.problem["code"]) == (500, "internal_error")
    assert "ValueError" in caplog.text
    assert "card 7" not in caplog.text


def test_a_head_of_a_stream_holds_no_place() -> None:
    def hears(environ: Json) -> None:
        environ[HUB].streams.take_place(STREAM_OF_ANN.caller)
        environ[STREAM] = STREAM_OF_ANN

    application = Application(Views(b"", hears))
    for _ in range(20):
        client = Client(method="HEAD")
        client.calls(application)
        assert (client.status, client.body) == (200, b"")


def test_the_kernel_hangs_up_on_those_who_take_nothing_of_what_a_process_serves() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        assert sockets._limit_sockets() > 0
        with socket.create_connection(listening.getsockname()) as client:
            served, _ = listening.accept()
            with served:
                limit = served.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
                assert limit == sockets.WRITE_TIMEOUT
                own = client.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
                assert own == 0, "what it calls itself stays as it is"
