"""Somebody's own web server, at which messages of a webhook arrive."""

import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from standardwebhooks.webhooks import Webhook as Verifier


@dataclass(frozen=True)
class Arrived:
    """One request as it came in."""

    at: float
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    def verified(self, secret: str) -> Any:
        """The event in it, if it was signed with this secret; otherwise an error."""
        return Verifier(secret).verify(self.body, self.headers)


@dataclass
class Receiver:
    """What has arrived; `answer` says with which status each request is answered, and may wait."""

    answer: Callable[[Arrived], int] = field(default=lambda _: 204)
    arrived: list[Arrived] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    """Sent with every answer."""
    port: int = 0
    secure: bool = False

    @property
    def url(self) -> str:
        return f"{'https' if self.secure else 'http'}://127.0.0.1:{self.port}"

    def ids(self) -> list[str]:
        return [one.id for one in self.arrived]


@contextmanager
def receiving(
    answer: Callable[[Arrived], int] | None = None, tls: ssl.SSLContext | None = None
) -> Iterator[Receiver]:
    """A receiver that listens at an address of its own until the end of the block."""
    receiver = Receiver(secure=tls is not None)
    if answer is not None:
        receiver.answer = answer

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            arrived = Arrived(time.time(), self.path, headers, body)
            receiver.arrived.append(arrived)
            status = receiver.answer(arrived)
            with suppress(OSError):  # Whoever sent it may have lost patience.
                self.send_response(status)
                for name, value in receiver.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", "0")
                self.end_headers()

        do_PUT = do_POST  # noqa: N815  http.server's.

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: object) -> None:
            pass  # A handshake that was broken off is what some tests are about.

    server = Server(("127.0.0.1", 0), Handler)
    if tls is not None:
        server.socket = tls.wrap_socket(
            server.socket, server_side=True, do_handshake_on_connect=False
        )
    receiver.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
