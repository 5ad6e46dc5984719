"""Between a browser and the server: a connection that can be cut, and a next version of the table."""

import re
import socket
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import urlsplit

from tideapi.local.up import HOST

FOLDER = re.compile(r"/static/table\.[0-9a-f]{12}/")
NEXT = "/static/table.ffffffffffff/"
"""What the folder of modules is called in the next version."""
NOT_PASSED_ON = {
    *("accept-encoding", "connection", "transfer-encoding", "content-length"),
    *("if-none-match", "if-modified-since"),
}
"""The server knows nothing of the next version: it would call a page unchanged that is another here."""
PIECE = 65536


class Between(ThreadingHTTPServer):
    """Passes calls on to the server at `upstream`, as one that is at `url`."""

    daemon_threads = True
    request_queue_size = 128
    """A service worker asks for all files at once; what finds no room tries again a second later."""

    def __init__(self, upstream: str) -> None:
        super().__init__((HOST, 0), Handler)
        self.url = f"http://{HOST}:{self.server_port}"
        self.upstream = urlsplit(upstream).netloc
        self.is_cut = False
        self.connections = set[socket.socket]()
        self.folder = NEXT
        self.changed: Mapping[str, tuple[str, str]] | None = None

    def cuts(self) -> None:
        """From now on nothing comes through, and what was under way has ended."""
        self.is_cut = True
        for connection in list(self.connections):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def mends(self) -> None:
        self.is_cut = False

    def deploys(self, changed: Mapping[str, tuple[str, str]]) -> None:
        """Serve a next version: in these files the one text is the other, and the folder has another name."""
        self.changed = changed

    def wanted(self, path: str) -> str | None:
        """What to ask the server for; None for what is gone with the next version."""
        found = FOLDER.match(path)
        if found is None:
            return path
        if self.changed is None:
            self.folder = found[0]
            return path
        return path.replace(NEXT, self.folder) if found[0] == NEXT else None

    def as_deployed(self, path: str, kind: str, body: bytes) -> bytes:
        """The body as this version has it."""
        if self.changed is None or not kind.startswith(("text/html", "text/javascript")):
            return body
        text = body.decode()
        for name, (before, after) in self.changed.items():
            if path.endswith(name):
                assert before in text, name
                text = text.replace(before, after)
        return FOLDER.sub(NEXT, text).encode()


class Handler(BaseHTTPRequestHandler):
    server: Between

    def setup(self) -> None:
        super().setup()
        self.server.connections.add(self.connection)

    def finish(self) -> None:
        self.server.connections.discard(self.connection)
        with suppress(OSError):
            super().finish()

    def passes_on(self) -> None:
        if self.server.is_cut:
            return
        if (path := self.server.wanted(self.path)) is None:
            self.send_error(404)
            return
        with suppress(OSError, HTTPException):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = {k: v for k, v in self.headers.items() if k.lower() not in NOT_PASSED_ON}
            with closing(HTTPConnection(self.server.upstream, timeout=600)) as upstream:
                upstream.request(self.command, path, body, headers)
                with upstream.getresponse() as said:
                    self.answers(said)

    do_GET = do_POST = do_PUT = do_DELETE = passes_on  # noqa: N815

    def answers(self, said: HTTPResponse) -> None:
        self.send_response(said.status)
        for name, value in said.getheaders():
            if name.lower() not in NOT_PASSED_ON:
                self.send_header(name, value)
        self.send_header("Connection", "close")
        kind = said.getheader("Content-Type", "")
        if kind != "text/event-stream":
            body = self.server.as_deployed(self.path, kind, said.read())
            # By its length a browser notices what was cut off.
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            return
        self.end_headers()
        while piece := said.read1(PIECE):
            self.wfile.write(piece)
            self.wfile.flush()

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def between(upstream: str) -> Iterator[Between]:
    made = Between(upstream)
    thread = Thread(target=made.serve_forever)
    thread.start()
    try:
        yield made
    finally:
        made.cuts()
        made.shutdown()
        thread.join()
        made.server_close()
