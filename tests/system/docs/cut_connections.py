"""A way to a server on which a third of the connections are cut."""

import itertools
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Thread
from urllib.parse import urlsplit

HEAD_END = b"\r\n\r\n"
BYTES = 65_536
Cut = Callable[[bytes], int]
"""How many bytes of the first part of an answer come through."""

CUTS: tuple[Cut, ...] = (
    lambda said: 0,
    lambda said: len(b"HTTP/1.1 2"),
    lambda said: said.index(b"\r\n") + 2,
    lambda said: said.index(HEAD_END) // 2,
    lambda said: said.index(HEAD_END) + len(HEAD_END),
    lambda said: (said.index(HEAD_END) + len(said)) // 2 + 2,
    lambda said: len(said) - 1,
)
"""Before the answer, in its status, in its head, and in its body. The call has arrived each time."""


class CuttingProxy:
    """A proxy that cuts every third connection, the first one too, each time at another point.

    A connection is for one call, so that a client which keeps connections has many, too.
    """

    def __init__(self, upstream: str) -> None:
        self.address = urlsplit(upstream).hostname, urlsplit(upstream).port
        self.cut = 0
        """Connections that were cut while an answer came."""
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._cuts = itertools.chain.from_iterable(
            (None, None, one) for one in itertools.cycle(CUTS)
        )
        self._lock = Lock()
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def close(self) -> None:
        """Take no more connections."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def serve(self) -> None:
        """Take connections until the proxy is closed."""
        while True:
            try:
                caller, _ = self._listener.accept()
            except OSError:
                return
            Thread(target=self._pass_on, args=(caller, next(self._cuts)), daemon=True).start()

    def _pass_on(self, caller: socket.socket, cut: Cut | None) -> None:
        with caller, socket.create_connection(self.address) as server:
            asking = Thread(target=_copy, args=(caller, server), daemon=True)
            asking.start()
            with suppress(OSError):
                if cut is None:
                    _copy(server, caller)
                elif said := _read_first_part(server):
                    with self._lock:
                        self.cut += 1
                    caller.sendall(said[: cut(said)])
            for one in (caller, server):
                with suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)
            asking.join()


def _read_first_part(server: socket.socket) -> bytes:
    """Return the head of an answer, and what has come of its body with it or next."""
    said = b""
    while HEAD_END not in said or said.endswith(HEAD_END):
        part = server.recv(BYTES)
        if not part:
            break
        said += part
    return said


def _copy(source: socket.socket, target: socket.socket) -> None:
    """Hand bytes on until one side ends; a caller asks for the end of the connection with its call."""
    with suppress(OSError):
        while part := source.recv(BYTES):
            target.sendall(part.replace(b"keep-alive", b"close"))


@contextmanager
def cut_connections(upstream: str) -> Iterator[CuttingProxy]:
    """A proxy to this server, for as long as it is needed."""
    proxy = CuttingProxy(upstream)
    taking = Thread(target=proxy.serve, daemon=True)
    taking.start()
    try:
        yield proxy
    finally:
        proxy.close()
        taking.join()
