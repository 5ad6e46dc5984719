"""Bodies that cannot be read, sent to a running server byte by byte."""

import json
import socket
from contextlib import suppress
from urllib.parse import urlsplit

import pytest

from tests.running import Server

HEAD = b"POST /api/v1/me/tokens HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
IN_CHUNKS = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
BROKEN = {
    "no size": IN_CHUNKS + b"zz\r\nhello\r\n0\r\n\r\n",
    "no end of line": IN_CHUNKS + b"5\r\nhelloXX0\r\n\r\n",
    "a size beyond all numbers": IN_CHUNKS + b"f" * 20 + b"\r\nhello\r\n0\r\n\r\n",
    "an extension without end": IN_CHUNKS + b"5;" + b"a" * 20_000 + b"\r\nhello\r\n0\r\n\r\n",
    "trailers without end": IN_CHUNKS + b"5\r\nhello\r\n0\r\n" + b"a: b\r\n" * 1000 + b"\r\n",
    "sixty thousand chunks": IN_CHUNKS + b"1\r\n \r\n" * 60_000 + b"0\r\n\r\n",
    "an early end": HEAD + b"Content-Length: 50\r\n\r\n{}",
}


@pytest.mark.parametrize("sent", BROKEN.values(), ids=BROKEN.keys())
def test_a_body_that_cannot_be_read_is_a_problem_and_the_last_of_its_connection(
    server: Server, sent: bytes
) -> None:
    address, received = urlsplit(server.url), bytearray()
    with socket.create_connection((address.hostname, address.port), timeout=30) as connection:
        # The server may hang up before all was sent, which is what is wanted.
        with suppress(BrokenPipeError, ConnectionResetError):
            connection.sendall(sent)
            if sent is BROKEN["an early end"]:
                connection.shutdown(socket.SHUT_WR)
        # With bytes of ours unread, a reset is how the kernel hangs up.
        with suppress(ConnectionResetError):
            while part := connection.recv(65_536):
                received += part
    head, _, body = bytes(received).partition(b"\r\n\r\n")
    problem = json.loads(body)
    assert (head.split()[1], problem["code"]) == (b"400", "bad_request")
    lines = head.lower().split(b"\r\n")
    assert {b"content-type: application/problem+json", b"connection: close"} <= {*lines}
    assert problem["instance"] in server.processes["web"].log.read_text()
