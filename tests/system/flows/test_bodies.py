"""Bodies that cannot be read, sent to a running server byte by byte."""

import json
import socket
from urllib.parse import urlsplit

import pytest

from tests.running import Server

HEAD = b"POST /api/v1/me/tokens HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
IN_CHUNKS = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"

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
