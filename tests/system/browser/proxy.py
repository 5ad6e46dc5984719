"""A proxy between a browser and the server: it can be cut, and can serve a next version of the page."""

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
NEXT_FOLDER = "/static/table.ffffffffffff/"
"""What the folder of modules is called in the next version."""
NOT_PASSED_ON = {
    *("accept-encoding", "connection", "transfer-encoding", "content-length"),
    *("if-none-match", "if-modified-since"),
}
"""The server knows nothing of the next version: it would call a page unchanged that is another here."""


class Proxy(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128
    """A service worker asks for all files at once; what finds no room tries again a second later."""

    def __init__(self, upstream: str) -> None:
        super().__init__((HOST, 0), Handler)
        self.url = f"http://{HOST}:{self.server_port}"
        self.upstream = urlsplit(upstream).netloc
        self.is_cut = False
        self.connections = set[socket.socket]()
        self.folder = NEXT_FOLDER
        self.changes: Mapping[str, tuple[str, str]] | None = None

    def cut(self) -> None:
        """Let nothing through any longer, and end what is under way."""
        self.is_cut = True
        for connection in list(self.connections):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        self.is_cut = False

    def deploy(self, changes: Mapping[str, tuple[str, str]]) -> None:
        """Serve a next version: in these files the one text is the other, and the folder has another name."""
        self.changes = changes

    def upstream_path(self, path: str) -> str | None:
        """What to ask the server for; None for what is gone with the next version."""
        found = FOLDER.match(path)
        if found is None:
            return path
        if self.changes is None:
            self.folder = found[0]
            return path
        return path.replace(NEXT_FOLDER, self.folder) if found[0] == NEXT_FOLDER else None

    def change_body(self, path: str, kind: str, body: bytes) -> bytes:
        """The body as this version has it."""
        if self.changes is None or not kind.startswith(("text/html", "text/javascript")):
            return body
        text = body.decode()
        for name, (before, after) in self.changes.items():
            if path.endswith(name):
                assert before in text, name
                text = text.replace(before, after)
        return FOLDER.sub(NEXT_FOLDER, text).encode()


class Handler(BaseHTTPRequestHandler):
    server: Proxy

    def setup(self) -> None:
        super().setup()
        self.server.connections.add(self.connection)

    def finish(self) -> None:
        self.server.connections.discard(self.connection)
        with suppress(OSError):
            super().finish()

    def do_GET(self) -> None:
        if self.server.is_cut:
            return
        if (path := self.server.upstream_path(self.path)) is None:
            self.send_error(404)
            return
        with suppress(OSError, HTTPException):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = {k: v for k, v in self.headers.items() if k.lower() not in NOT_PASSED_ON}
            with closing(HTTPConnection(self.server.upstream, timeout=600)) as upstream:
                upstream.request(self.command, path, body, headers)
                with upstream.getresponse() as said:
                    self.pass_answer_on(said)

    do_POST = do_PUT = do_DELETE = do_GET  # noqa: N815

    def pass_answer_on(self, said: HTTPResponse) -> None:
        self.send_response(said.status)
        for name, value in said.getheaders():
            if name.lower() not in NOT_PASSED_ON:
                self.send_header(name, value)
        self.send_header("Connection", "close")
        kind = said.getheader("Content-Type", "")
        if kind != "text/event-stream":
            body = self.server.change_body(self.path, kind, said.read())
            # By its length a browser notices what was cut off.
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            return
        self.end_headers()
        while piece := said.read1(65_536):
            self.wfile.write(piece)
            self.wfile.flush()

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def running_proxy(upstream: str) -> Iterator[Proxy]:
    proxy = Proxy(upstream)
    thread = Thread(target=proxy.serve_forever)
    thread.start()
    try:
        yield proxy
    finally:
        proxy.cut()
        proxy.shutdown()
        thread.join()
        proxy.server_close()
