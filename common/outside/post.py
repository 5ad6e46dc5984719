"""One message over HTTP, to exactly the address that was checked.

The socket is connected to that address before HTTP begins. The name is used for TLS and the header
`Host` alone, so it is not resolved a second time, with another result. Nothing here follows redirects,
reads proxies from the environment, or unpacks an answer. An answer counts from its whole head: informational
ones (1xx) come before it, and a head that breaks off or is no HTTP is none.
"""

import math
import re
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from http import HTTPStatus
from ipaddress import ip_address

import h11

from common.outside import addresses
from common.outside.addresses import BadAddress, Target

SECONDS = 10.0
"""Seconds for everything, from looking the host up until the status has come."""
MAX_WAIT = 24 * 60 * 60
"""Seconds: a longer `Retry-After` of a receiver counts as this."""
UNAVAILABLE_STATUSES = {
    HTTPStatus.TOO_MANY_REQUESTS,
    HTTPStatus.BAD_GATEWAY,
    HTTPStatus.SERVICE_UNAVAILABLE,
    HTTPStatus.GATEWAY_TIMEOUT,
}
"""Statuses of a server that is away or busy, for any message."""
CHUNK_SIZE = 4096
"""Bytes that are read at a time."""
MAX_HEAD_SIZE = 64 * 1024
"""Bytes of a response before its body, informational responses included."""


class Error(StrEnum):
    """Reasons why a message was not delivered."""

    ADDRESS = "bad_address"
    """The address is not allowed, or no longer, or its host has no public address."""
    CONNECTION = "no_connection"
    TLS = "tls_failed"
    TIME = "timed_out"
    ANSWER = "broken_answer"
    REDIRECT = "redirected"
    REFUSED = "refused"
    """The status was none of 200 to 299."""
    SERVER = "server_fault"
    """The server cannot read the message or its secret. Nothing was sent."""


@dataclass(frozen=True, slots=True)
class PostOutcome:
    """The outcome of one attempt; it succeeded if there is no error.

    `wait` is how many seconds the receiver asks to wait (`Retry-After`), a day at most; None if it does not.
    """

    status: int | None
    error: Error | None
    milliseconds: int
    wait: int | None = None

    @property
    def refused(self) -> bool:
        """Return whether the receiver refused this message, and may accept another."""
        return self.error == Error.SERVER or (
            self.error is not None
            and self.status is not None
            and self.status not in UNAVAILABLE_STATUSES
        )


def post(
    url: str,
    headers: dict[str, str],
    body: bytes,
    seconds: float = SECONDS,
    method: str = "POST",
) -> PostOutcome:
    """Send one message and return the outcome; nothing that the receiver does raises."""
    began = time.monotonic()
    status, error, wait = None, None, None
    try:
        target = addresses.read(url)
        status, wait = _exchange(target, Request(method, headers, body), began + seconds)
        error = _judge_status(status)
    except BadAddress:
        error = Error.ADDRESS
    except TimeoutError:
        error = Error.TIME
    except _NoConnection:
        error = Error.CONNECTION
    except _NoTls:
        error = Error.TLS
    except (OSError, h11.ProtocolError, ValueError):
        error = Error.ANSWER
    return PostOutcome(status, error, round((time.monotonic() - began) * 1000), wait)


@dataclass(frozen=True, slots=True)
class Request:
    """A request to send once the connection is there."""

    method: str
    headers: dict[str, str]
    body: bytes | None = None


@dataclass(frozen=True, slots=True)
class Response:
    """A response. `kind` is the type of its content, without parameters."""

    status: int
    kind: str
    body: bytes


def get(url: str, headers: dict[str, str], most: int, seconds: float) -> Response:
    """Return what is at an address, at most so many bytes. Raises `BadAddress`, or one of `GET_ERRORS`."""
    target = addresses.read(url)
    until = time.monotonic() + seconds
    sock = _connect_socket(target, until)
    with sock, _cut_off(sock, until) as cut:
        connection = _send_request(
            target, sock, Request("GET", {"User-Agent": "tideapi/1", **headers})
        )
        answer = _read_head(connection, sock)
        body = _read_body(connection, sock, most)
        if cut.is_set():
            raise TimeoutError
    kind = _header(answer, b"content-type").partition(";")[0].strip().lower()
    return Response(answer.status_code, kind, body)


class _NoConnection(Exception):
    pass


class _NoTls(Exception):
    pass


GET_ERRORS = (OSError, h11.ProtocolError, ValueError, _NoConnection, _NoTls)
"""Errors of `get` if nothing was found."""


def _judge_status(status: int) -> Error | None:
    if HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        return None
    elsewhere = HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST
    return Error.REDIRECT if elsewhere else Error.REFUSED


def _exchange(target: Target, request: Request, until: float) -> tuple[int, int | None]:
    """Send a request; return the status, and how many seconds the receiver asks to wait."""
    sock = _connect_socket(target, until)
    with sock, _cut_off(sock, until) as cut:
        try:
            connection = _send_request(target, sock, request)
            answer = _read_head(connection, sock)
        except (OSError, h11.ProtocolError, _NoTls):
            if cut.is_set():
                raise TimeoutError from None
            raise
        # The status has come. A part of the body is read only so that the receiver sees it arrive.
        with suppress(OSError, h11.ProtocolError):
            sock.settimeout(1.0)
            if connection.next_event() is h11.NEED_DATA:
                sock.recv(CHUNK_SIZE)
        return answer.status_code, _read_retry_after(_header(answer, b"retry-after"))


def _read_retry_after(header: str) -> int | None:
    """Return `Retry-After` in whole seconds; None for a date, which few servers send."""
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", header):
        return None
    return min(math.ceil(float(header)), MAX_WAIT)


def _connect_socket(target: Target, until: float) -> socket.socket:
    """Return a connection to the first of the host's addresses that accepts one, before TLS."""
    for address in addresses.resolve_host(target, _time_left(until)):
        family = socket.AF_INET6 if ip_address(address).version == 6 else socket.AF_INET  # noqa: PLR2004
        sock = socket.socket(family, socket.SOCK_STREAM)
        try:
            sock.settimeout(_time_left(until))
            sock.connect((address, target.port))
            sock.settimeout(None)  # From here on the connection is cut off when the time is up.
            if not target.secure:
                return sock
            return _tls_context().wrap_socket(
                sock, server_hostname=target.host, do_handshake_on_connect=False
            )
        except TimeoutError:
            sock.close()
            raise
        except OSError:
            sock.close()
    raise _NoConnection


@contextmanager
def _cut_off(sock: socket.socket, until: float) -> Iterator[threading.Event]:
    """Cut the connection when the time is up, even if the other side still sends bytes."""
    cut = threading.Event()

    def stop() -> None:
        cut.set()
        with suppress(OSError):
            socket.socket.shutdown(sock, socket.SHUT_RDWR)  # The socket's own, not that of TLS.

    watch = threading.Timer(_time_left(until), stop)
    watch.daemon = True
    watch.start()
    try:
        yield cut
    finally:
        watch.cancel()


def _send_request(target: Target, sock: socket.socket, request: Request) -> h11.Connection:
    """Send a request; return the state of its connection."""
    if isinstance(sock, ssl.SSLSocket):
        try:
            sock.do_handshake()
        except OSError as error:
            raise _NoTls from error
    body = request.body
    of_body = {"Content-Type": "application/json", "Content-Length": str(len(body or b""))}
    headers = {
        "Host": target.authority,
        "User-Agent": "tideapi-webhooks/1",
        "Accept-Encoding": "identity",
        **({} if body is None else of_body),
        "Connection": "close",
        **request.headers,
    }
    connection = h11.Connection(h11.CLIENT, max_incomplete_event_size=MAX_HEAD_SIZE)
    head = h11.Request(method=request.method, target=target.path, headers=[*headers.items()])
    events = (head, h11.Data(data=body or b""), h11.EndOfMessage())
    sock.sendall(b"".join(connection.send(event) or b"" for event in events))
    return connection


def _read_head(connection: h11.Connection, sock: socket.socket) -> h11.Response:
    """Return the first response that is no informational one (RFC 9110, section 15.2)."""
    left = MAX_HEAD_SIZE
    while not isinstance(event := connection.next_event(), h11.Response):
        if event is h11.NEED_DATA and left > 0:
            received = sock.recv(CHUNK_SIZE)
            left -= len(received)
            connection.receive_data(received)
        elif not isinstance(event, h11.InformationalResponse):
            raise ValueError("This is no response, or its head is too long.")
    return event


def _read_body(connection: h11.Connection, sock: socket.socket, most: int) -> bytes:
    """Return the whole body. Raises `ValueError` for one that is longer."""
    body = b""
    while not isinstance(event := connection.next_event(), h11.EndOfMessage):
        if isinstance(event, h11.Data):
            body += event.data
        else:
            connection.receive_data(sock.recv(CHUNK_SIZE))
        if len(body) > most:
            raise ValueError("It is too long.")
    return body


def _header(answer: h11.Response, name: bytes) -> str:
    return dict(answer.headers).get(name, b"").decode("latin-1")


@lru_cache(maxsize=1)
def _tls_context() -> ssl.SSLContext:
    return ssl.create_default_context()


def _time_left(until: float) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left
