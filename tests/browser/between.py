"""What stands between a browser and the server: a connection that can be cut, and a next version of the table."""

import re
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import urlsplit

from tideapi.local.up import HOST

FOLDER = re.compile(rb"/static/table\.[0-9a-f]{12}/")
NEXT = b"/static/table.ffffffffffff/"
"""What the folder of modules is called in the next version."""
NOT_PASSED_ON = {"accept-encoding", "connection", "transfer-encoding", "content-length"}
PIECE = 65536


class Between:
    """Passes calls on to the server at `upstream`, as one that is at `url`."""

    def __init__(self, upstream: str) -> None:
        self.upstream = urlsplit(upstream).netloc
        self.is_cut = False
        self.changed: Mapping[str, tuple[str, str]] | None = None
        self.open = set[socket.socket]()
        self.site = ThreadingHTTPServer((HOST, 0), _handler(self))
        self.site.daemon_threads = True
        self.url = f"http://{HOST}:{self.site.server_port}"

    def cuts(self) -> None:
        """From now on nothing comes through, and what was under way has ended."""
        self.is_cut = True
        for connection in list(self.open):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def mends(self) -> None:
        self.is_cut = False

    def deploys(self, changed: Mapping[str, tuple[str, str]]) -> None:
        """Serve a next version: in these files the one text is the other, and the folder has another name."""
        self.changed = changed


@contextmanager
def between(upstream: str) -> Iterator[Between]:
    made = Between(upstream)
    thread = Thread(target=made.site.serve_forever)
    thread.start()
    try:
        yield made
    finally:
        made.cuts()
        made.site.shutdown()
        thread.join()
        made.site.server_close()


def _handler(between: Between) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def setup(self) -> None:
            super().setup()
            between.open.add(self.connection)

        def finish(self) -> None:
            between.open.discard(self.connection)
            with suppress(OSError):
                super().finish()

        def _pass_on(self) -> None:
            if between.is_cut:
                return
            path = _asked(between, self.path)
            if path is None:
                self.send_error(404)
                return
            with suppress(OSError, HTTPException):
                self._answer(path)

        do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = do_PATCH = _pass_on  # noqa: N815

        def _answer(self, path: str) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = {k: v for k, v in self.headers.items() if k.lower() not in NOT_PASSED_ON}
            upstream = HTTPConnection(between.upstream, timeout=600)
            upstream.request(self.command, path, body, headers)
            said = upstream.getresponse()
            self.send_response(said.status)
            for name, value in said.getheaders():
                if name.lower() not in NOT_PASSED_ON:
                    self.send_header(name, value)
            self.send_header("Connection", "close")
            self.end_headers()
            if said.getheader("Content-Type", "").startswith(("text/html", "text/javascript")):
                self.wfile.write(_as_deployed(between, self.path, said.read()))
            else:
                while piece := said.read1(PIECE):
                    self.wfile.write(piece)
                    self.wfile.flush()
            upstream.close()

        def log_message(self, *_: object) -> None:
            pass

    return Handler


_NAMES: dict[str, str] = {}
"""By what name each server calls its folder of modules."""


def _asked(between: Between, path: str) -> str | None:
    """What to ask the server for; None for what is gone with the next version."""
    found = FOLDER.match(path.encode())
    if found is None:
        return path
    if between.changed is None:
        _NAMES[between.upstream] = found[0].decode()
        return path
    if found[0] != NEXT:
        return None
    return path.replace(NEXT.decode(), _NAMES[between.upstream])


def _as_deployed(between: Between, path: str, body: bytes) -> bytes:
    if between.changed is None:
        return body
    for name, (before, after) in between.changed.items():
        if path.endswith(name):
            assert before.encode() in body, name
            body = body.replace(before.encode(), after.encode())
    return FOLDER.sub(NEXT, body)
