"""Connections that want much and give little, against a server of our own on this machine."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from resource import RLIMIT_NOFILE, getrlimit, setrlimit
from urllib.parse import urlsplit

PATIENCE = 60.0
"""Seconds; a busy machine may take its time, but a server that is shut takes longer."""


def connect(url: str, source: str = "", taking: int | None = None) -> socket.socket:
    """One connection, from an address of this machine, to somebody who takes so many bytes at once."""
    parts = urlsplit(url)
    assert parts.hostname is not None
    one = socket.socket()
    one.settimeout(PATIENCE)
    if taking is not None:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, taking)
    if source:
        one.bind((source, 0))
    one.connect((parts.hostname, parts.port))
    return one


@contextmanager
def crowd(
    url: str, many: int, says: bytes = b"", taking: int | None = None
) -> Iterator[list[socket.socket]]:
    """So many connections at once, each of which says this and then nothing more."""
    _, most = getrlimit(RLIMIT_NOFILE)
    setrlimit(RLIMIT_NOFILE, (most, most))
    with ExitStack() as stack:
        made = []
        for _ in range(many):
            one = stack.enter_context(connect(url, taking=taking))
            one.sendall(says)
            made.append(one)
        yield made


def request(path: str, *headers: str, method: str = "GET") -> bytes:
    """The head of a request, whole."""
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", *headers]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def answer(one: socket.socket) -> bytes:
    """All that comes until the other side hangs up, or what a head and a body of its length are."""
    said = b""
    while True:
        head, _, body = said.partition(b"\r\n\r\n")
        wanted = [
            line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length")
        ]
        if body and wanted and len(body) >= int(wanted[0].split(b":")[1]):
            return said
        more = one.recv(65536)
        if not more:
            return said
        said += more
