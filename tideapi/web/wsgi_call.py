"""A call made by WSGI (PEP 3333), with its whole body at hand and its answer collected whole.

So its thread waits for no client.

Why so: docs/decisions/streams.md.
"""

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from tideapi.web.asgi import Message
from tideapi.web.static import Shared

Environ = dict[str, Any]
Wsgi = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]
OWN_NAMES = {"content-length": "CONTENT_LENGTH", "content-type": "CONTENT_TYPE"}
LEFT_OUT = {"content-length", "transfer-encoding"}
"""Headers about how the body was sent; it is complete here, and its length is known."""
HASHING = {
    ("POST", "/api/v1/players"),
    ("POST", "/api/v1/me/tokens"),
    ("POST", "/api/v1/me/claim"),
    ("PATCH", "/api/v1/me"),
}
"""Calls that may hash a password."""
HASHING_PAGES = ("/admin/", "/account/")
"""Pages below which any form may have a password."""


@dataclass(frozen=True, slots=True)
class WsgiAnswer:
    """The answer of a call. Names of headers are in small letters."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


def build_environ(scope: Message, body: bytes) -> Environ:
    """Return a request as WSGI's environment."""
    host, port = scope.get("server") or ("localhost", 80)
    client, client_port = scope.get("client") or ("", 0)
    made: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "REMOTE_ADDR": client,
        "REMOTE_PORT": str(client_port),
        "CONTENT_LENGTH": str(len(body)) if body else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.file_wrapper": Shared,
    }
    for raw_name, raw in scope["headers"]:
        name, value = raw_name.decode("latin-1"), raw.decode("latin-1")
        if "_" in name or name in LEFT_OUT:
            continue
        variable = OWN_NAMES.get(name) or f"HTTP_{name.upper().replace('-', '_')}"
        between = "; " if name == "cookie" else ","
        made[variable] = f"{made[variable]}{between}{value}" if variable in made else value
    return made


def may_hash(environ: Environ) -> bool:
    """Return whether the call may hash a password. Such calls wait for one another in the event loop."""
    method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
    return (method, path) in HASHING or (method == "POST" and path.startswith(HASHING_PAGES))


def call_wsgi(wsgi: Wsgi, environ: Environ) -> WsgiAnswer:
    """Make the call in this thread; return its answer."""
    began: list[tuple[str, list[tuple[str, str]]]] = []

    def start(status: str, headers: list[tuple[str, str]], error: Any = None) -> None:
        began.append((status, headers))

    parts = wsgi(environ, start)
    try:
        body = parts.body if isinstance(parts, Shared) else b"".join(parts)
    finally:
        close = getattr(parts, "close", None)
        if close is not None:
            close()
    status, headers = began[-1]
    return WsgiAnswer(
        int(status.split(" ", 1)[0]),
        [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers],
        b"" if environ["REQUEST_METHOD"] == "HEAD" else body,
    )
