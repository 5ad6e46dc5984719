"""Bodies in many pieces and bodies that cannot be read are refused early, and the connection ends."""

import json
import socket
from urllib.parse import urlsplit

import pytest

from tests.running import Server
from tests.web.conversation import Client
from tests.web.test_application import CHUNKED, Views
from tideapi.web.application import Application
from tideapi.web.asgi import Message
from tideapi.web.body import MAX_MESSAGES

SMALLEST_PACKET = 536
"""Bytes of a body that any TCP sends in one packet (RFC 9293, section 3.7.1)."""
HEAD = b"POST /api/v1/tokens HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
IN_CHUNKS = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"


class Complete(Client):
    """A client whose body is whole after its last piece."""

    async def receive(self) -> Message:
        message = await super().receive()
        message["more_body"] = self.left > 0
        return message


@pytest.mark.parametrize("said", [CHUNKED, (b"content-length", b"60000")])
def test_a_body_in_very_many_pieces_is_refused_before_it_is_read(said: tuple[bytes, bytes]) -> None:
    views, client = Views(), Client(said, sends=[b" "] * 60_000)
    client.calls(Application(views))
    assert (client.status, client.problem["code"]) == (400, "bad_request")
    assert client.headers[b"connection"] == b"close"
    assert client.left == 60_000 - MAX_MESSAGES
    assert views.asked == []


def test_the_longest_body_may_come_in_the_smallest_packets() -> None:
    views, whole = Views(), b"x" * 65_536
    pieces = [whole[at : at + SMALLEST_PACKET] for at in range(0, len(whole), SMALLEST_PACKET)]
    client = Complete((b"content-length", b"65536"), sends=pieces)
    client.calls(Application(views))
    assert client.status == 200
    assert views.asked[0]["wsgi.input"].read() == whole


def test_a_body_that_breaks_off_is_refused_with_a_line_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO")
    views, client = Views(), Client(CHUNKED, sends=[b"ab"], leaves=True)
    client.calls(Application(views))
    assert (client.status, client.problem["code"]) == (400, "bad_request")
    assert client.headers[b"connection"] == b"close"
    assert [one.getMessage() for one in caplog.records] == [
        "refused bad_request: POST -, game -, player -"
    ]
    assert views.asked == []


BROKEN = {
    "no size": b"zz\r\nhello\r\n0\r\n\r\n",
    "no end of line": b"5\r\nhelloXX0\r\n\r\n",
    "a size beyond all numbers": b"f" * 20 + b"\r\nhello\r\n0\r\n\r\n",
    "an extension without end": b"5;" + b"a" * 20_000 + b"\r\nhello\r\n0\r\n\r\n",
    "trailers without end": b"5\r\nhello\r\n0\r\n" + b"a: b\r\n" * 1000 + b"\r\n",
    "sixty thousand chunks": b"1\r\n \r\n" * 60_000 + b"0\r\n\r\n",
}


@pytest.mark.parametrize("body", BROKEN.values(), ids=BROKEN.keys())
def test_a_body_that_cannot_be_read_is_a_problem_and_the_last_of_its_connection(
    server: Server, body: bytes
) -> None:
    status, headers, problem = _answer(server, IN_CHUNKS + body)
    assert (status, problem["code"]) == (400, "bad_request")
    assert headers["content-type"] == "application/problem+json"
    assert headers["connection"] == "close"
    assert problem["instance"] in server.processes["web"].log.read_text()


def test_a_body_that_ends_early_is_a_problem_too(server: Server) -> None:
    status, _, problem = _answer(server, HEAD + b"Content-Length: 50\r\n\r\n{}", ends=True)
    assert (status, problem["code"]) == (400, "bad_request")


def _answer(
    server: Server, sent: bytes, *, ends: bool = False
) -> tuple[int, dict[str, str], dict[str, str]]:
    """Send a request as it stands and return what is answered until the server hangs up."""
    address = urlsplit(server.url)
    with socket.create_connection((address.hostname, address.port), timeout=30) as connection:
        try:
            connection.sendall(sent)
            if ends:
                connection.shutdown(socket.SHUT_WR)
        except (BrokenPipeError, ConnectionResetError):
            pass  # It has hung up before all was sent, which is what is wanted.
        received = bytearray()
        try:
            while part := connection.recv(65_536):
                received += part
        except ConnectionResetError:
            pass  # With bytes of ours unread, that is how the kernel hangs up.
    head, _, body = bytes(received).partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    return int(first.split()[1]), headers, json.loads(body)
