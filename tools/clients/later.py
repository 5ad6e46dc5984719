"""A later version of the server: a proxy that adds to every answer what version 1 may still get.

- Every object has a member more. It is taken out again of what is sent to the server.
- What was sealed comes as an event of a type that nobody knows, with data of its own.
- Where the document leaves values open, they are new ones.
- The first sealing with each token is refused, with a code that nobody knows.
"""

import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

MEMBER = "of_a_later_version"
VALUE = "unheard_of"
OPEN = {"away", "by", "fallback_by", "kind", "start", "status"}
"""Members whose values the document leaves open."""
MAPS = {"players"}
"""Objects whose members are no members of ours but keys."""
BECOMES_UNKNOWN = "sealed"
"""The type of event that nobody knows any more."""
HOP = {"connection", "transfer-encoding", "content-length", "etag"}
"""Headers of an answer that are not those of the changed one."""
OURS = {"accept-encoding", "connection", "content-length", "transfer-encoding"}
"""Headers of a call that are not passed on."""


class Later(ThreadingHTTPServer):
    """The proxy; `refused` are the callers who have been refused once."""

    daemon_threads = True

    def __init__(self, upstream: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.upstream = urlsplit(upstream).netloc
        self.refused = set[str]()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Later

    def _pass_on(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        token = self.headers.get("Authorization", "")
        if self.command == "PUT" and token not in self.server.refused:
            self.server.refused.add(token)
            return self._answer(409, [], PROBLEM)
        connection = http.client.HTTPConnection(self.server.upstream, timeout=60)
        try:
            headers = {k: v for k, v in self.headers.items() if k.lower() not in OURS}
            sent = json.dumps(without(json.loads(body))) if body else None
            connection.request(self.command, self.path, sent, headers)
            said = connection.getresponse()
            kept = [(k, v) for k, v in said.getheaders() if k.lower() not in HOP]
            if said.getheader("Content-Type", "").startswith("text/event-stream"):
                return self._pass_stream(kept, said)
            raw = said.read()
        finally:
            connection.close()
        return self._answer(said.status, kept, changed(json.loads(raw)) if raw else None)

    def _pass_stream(self, headers: list[tuple[str, str]], said: http.client.HTTPResponse) -> None:
        """Pass on each line as it comes, until one side goes away."""
        self.close_connection = True
        self.send_response_only(said.status)
        for name, value in [*headers, ("Connection", "close")]:
            self.send_header(name, value)
        self.end_headers()
        with suppress(ConnectionError):
            for line in said:
                field, _, data = line.partition(b": ")
                if field == b"data":
                    data = json.dumps(changed(json.loads(data))).encode() + b"\n"
                    self.wfile.write(b"data: " + data)
                else:
                    self.wfile.write(line)

    def _answer(self, status: int, headers: list[tuple[str, str]], body: Any) -> None:
        raw = b"" if body is None else json.dumps(body).encode()
        self.send_response_only(status)
        if body is PROBLEM:
            headers = [("Content-Type", "application/problem+json")]
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    do_GET = do_POST = do_PUT = _pass_on  # noqa: N815 (so they are looked up)

    def log_message(self, *args: object) -> None:
        """Nothing: the server has a log."""


PROBLEM = {
    "type": "urn:tideapi:problem:not_thought_of_yet",
    "title": "Something that version 1 will refuse one day.",
    "status": 409,
    "code": "not_thought_of_yet",
    "detail": "Try it again.",
    "instance": "a-later-version",
    MEMBER: True,
}


def changed(body: Any) -> Any:
    """The answer as a later version would give it."""
    match body:
        case {"type": str(kind), "data": dict(), "number": int()} if kind == BECOMES_UNKNOWN:
            return changed(body | {"type": VALUE, "data": {"depth": {"fathoms": [5.5, None]}}})
        case dict():
            return {name: _member(name, value) for name, value in body.items()} | {MEMBER: [{}]}
        case list():
            return [changed(one) for one in body]
    return body


def _member(name: str, value: Any) -> Any:
    if name in MAPS:
        return value
    return VALUE if name in OPEN and isinstance(value, str) else changed(value)


def without(body: Any) -> Any:
    """What was sent, without the member that was added."""
    match body:
        case dict():
            return {name: without(value) for name, value in body.items() if name != MEMBER}
        case list():
            return [without(one) for one in body]
    return body


@contextmanager
def later_version(upstream: str) -> Iterator[str]:
    """The address of the proxy, which runs until the end of the block."""
    proxy = Later(upstream)
    Thread(target=proxy.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{proxy.server_port}"
    finally:
        proxy.shutdown()
        proxy.server_close()
