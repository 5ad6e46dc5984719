"""The dearest requests without a token, measured at a running server.

CPU is counted and not time, and the least of several attempts holds, so a busy machine fails nothing.
Requests that have a password hashed are not among them: a hash costs 40 ms on purpose, 30 an hour each.
`--log-cli-level=INFO` shows the table.
"""

import json
import logging
import re
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import chain, count, product
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest

from common.rest.paging import MAX_PAGE_SIZE
from tests import document, machine
from tests.running import Server
from tests.system.flows.client import Person

log = logging.getLogger(__name__)

MAX_MS = 50.0
"""Milliseconds of CPU that any of them may cost the web processes."""
ATTEMPTS = 8
LOUD = 15.0
"""Milliseconds from which on one attempt is not believed."""
HEAD_ROOM, BODY_ROOM = 28_000, 64_000
"""Bytes: a little less than the web server takes of a head, and the application of a body."""
CSRF = "a" * 64
JSON_BODY = "Content-Type: application/json"
FORM = "Content-Type: application/x-www-form-urlencoded"
PARTS = "Content-Type: multipart/form-data; boundary=X"
COOKIE = f"Cookie: csrftoken={CSRF}"
RULESETS: list[tuple[str, dict[str, Any]]] = [
    ("turn_the_tide", {}),
    ("high_tide", {"expansions": ["coins", "shark_alert", "surfer", "baywatch"]}),
]


def split_words(text: str) -> list[str]:
    return text.split()


PAGES = split_words("""
    / /home /docs/ /docs/clients /docs/problems/ /docs/problems/not_found /api/schema/ /api/docs/
    /api/docs/turns /healthz /readyz /metrics /admin/login/ /account/ /account/login/ /account/signup/
    /account/password/reset/ /account/recover/ /oauth/authorize /oauth/device
    /.well-known/oauth-authorization-server /atom/games.xml /service-worker.js /play/abc /play/seat/abc
    /account/notices/stop/abc /api/v1/games /api/v1/rulesets /api/v1/players/ann /api/v1/me
    /static/table/main.js /nothing
""")
BELOW = split_words("""
    / /play/ /docs/ /docs/problems/ /static/ /static/table. /game/ /api/v1/games/ /oauth/ /oauth/device/
    /account/ /account/confirm-email/ /account/password/reset/key/1- /play/seat/ /account/notices/stop/
    /admin/
""")
ASKED = split_words("""
    / /docs/ /api/schema/ /api/v1/games /account/login/ /oauth/authorize /play/abc /static/table/main.js
    /nothing
""")
TAKE_JSON = split_words("""
    /api/v1/guests /api/v1/me/claim /api/v1/games /oauth/register /oauth/token /nothing
""")
TAKE_FORMS = split_words("""
    /account/signup/ /account/password/reset/ /account/recover/ /account/2fa/webauthn/login/ /admin/login/
    /oauth/token /oauth/authorize /oauth/revoke /oauth/register /oauth/device-authorization /oauth/device
    /play/abc /account/notices/stop/abc /api/v1/me/tokens
""")
PATHS = ("a", "/a", "%F0%9F%8F%84")
HEADERS = (
    "Accept: " + ",".join(["*/*;q=1"] * 3500),
    "Accept: " + ",".join(f"a/b{at};q=0.{at % 9}" for at in range(1900)),
    "Accept-Language: " + ",".join(f"ab-c{at};q=0.{at % 9}" for at in range(2000)),
    "Accept-Encoding: " + ",".join(f"x{at}" for at in range(4000)),
    "Cookie: " + "; ".join(f"a{at}=1" for at in range(3000)),
    'Cookie: sessionid="' + '\\"' * 14_000,
    'Cookie: sessionid="' + "\\101" * 7_000 + '"',
    "If-None-Match: " + ",".join(f'"x{at}"' for at in range(3500)),
    "If-None-Match: " + '"' * HEAD_ROOM,
    "If-Modified-Since: " + "1" * HEAD_ROOM,
    "Range: bytes=" + ",".join(f"{at}-" for at in range(4000)),
    "Authorization: Bearer " + "a" * HEAD_ROOM,
    "Authorization: Basic " + "QUFB" * 7_000,
    "X-Forwarded-For: " + ",".join(["1.2.3.4"] * 3_400),
    "Content-Type: a/b;" + ";".join(f"a{at}=1" for at in range(3_300)),
    "Origin: http://" + "a" * HEAD_ROOM,
)
QUERIES = (
    "&".join(f"a{at}=1" for at in range(4_000)),
    "next=" + "/" * HEAD_ROOM,
    "&" * HEAD_ROOM,
    "next=" + "%C3%A4" * (HEAD_ROOM // 6),
    "cursor=" + "A" * 8_000,
    "page_size=" + "9" * 8_000,
)
JSON_BODIES = (
    b"[" * BODY_ROOM,
    b'{"a":' * (BODY_ROOM // 5),
    b'{"a":' * 800 + b"1" + b"}" * 800,  # as deep as is read
    b'{"username":' + b"9" * BODY_ROOM + b"}",
    b'{"username":1e' + b"9" * BODY_ROOM + b"}",
    json.dumps({f"a{at}": 1 for at in range(5_500)}).encode(),
    b"{" + b'"username":1,' * 4_800 + b'"username":1}',
    json.dumps({"seats": [{}] * 15_000}).encode(),
    b'{"username":"' + b"\\u00e4" * 10_000 + b'"}',
    b'{"username":"' + b"\xff" * BODY_ROOM + b'"}',
    b" " * BODY_ROOM,
)
FORM_BODIES = (
    b"&" * BODY_ROOM,
    b"=" * BODY_ROOM,
    b"&".join(b"a%d=1" % at for at in range(9_000)),
    b"&".join(b"a%d=%s" % (at, b"x" * 100) for at in range(190)),  # as many fields as may be
    b"client_id=" + b"%C3%A4" * 5_000,
    b"grant_type=authorization_code&code=" + b"a" * 32_000,
    b"client_id=abc&scope=" + b"+".join(b"a%d" % at for at in range(5_000)),
)
NAMED = b'--X\r\nContent-Disposition: form-data; name="a%d"'
PART_BODIES = (
    b"".join(NAMED % at + b"\r\n\r\n1\r\n" for at in range(1_000)) + b"--X--\r\n",
    b"".join(NAMED % at + b"\r\n\r\n1\r\n" for at in range(190)) + b"--X--\r\n",
    b"".join(NAMED % at + b'; filename="b"\r\n\r\n1\r\n' for at in range(99)) + b"--X--",
    b"--X\r\n" * 6_500,
    NAMED % 1 + b"\r\n\r\n" + b"\r\n--" * 8_000,
    b"--X\r\n" + b"A: b\r\n" * 5_000 + b"\r\n1\r\n--X--",
)


def make_request(
    method: str, target: str, *headers: str, body: bytes = b"", host: str = "localhost"
) -> bytes:
    lines = [f"{method} {target} HTTP/1.1", f"Host: {host}", "Connection: close", *headers]
    if body:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


def plain_requests() -> Iterator[bytes]:
    for page in PAGES:
        yield make_request("GET", page)
        yield make_request("GET", page, "Accept-Encoding: br")
        yield make_request("OPTIONS", page)


def long_heads() -> Iterator[bytes]:
    for root, part, room in product(BELOW, PATHS, (8_000, HEAD_ROOM)):
        yield make_request("GET", root + part * (room // len(part)), "Accept: text/html")
    for page, header, room in product(ASKED, HEADERS, (8_000, HEAD_ROOM)):
        yield make_request("GET", page, header[:room])
    for page, query, room in product(ASKED, QUERIES, (8_000, HEAD_ROOM)):
        yield make_request("GET", f"{page}?{query[:room]}")
    for page, host in product(ASKED, ("a.b", "a." * (HEAD_ROOM // 2))):
        yield make_request("GET", page, host=host)


def requests_with_bodies() -> Iterator[bytes]:
    for call, body in product(TAKE_JSON, JSON_BODIES):
        yield make_request("POST", call, JSON_BODY, body=body)
    token = f"csrfmiddlewaretoken={CSRF}&".encode()
    for page in TAKE_FORMS:
        for body in FORM_BODIES:
            yield make_request("POST", page, FORM, COOKIE, body=token + body)
        for body in PART_BODIES:
            yield make_request("POST", page, PARTS, COOKIE, body=body)
        utf_16 = f"{FORM}; charset=utf-16"
        yield make_request("POST", page, utf_16, COOKIE, body=b"a=1&" * 8_000)
        basic = f"Authorization: Basic {'QUFB' * 2_000}"
        yield make_request("POST", page, FORM, basic, body=b"a=1")
    for call in ("/api/v1/me/tokens", "/account/login/", "/nothing"):
        head = make_request("POST", call, JSON_BODY, "Transfer-Encoding: chunked")
        yield head + b"1\r\n \r\n" * 60_000 + b"0\r\n\r\n"


def whole_pages(game: str, username: str) -> Iterator[bytes]:
    """Yield each GET of the document, with as many entries and parts as it can have."""
    values = {"game": game, "username": username, "ruleset": "high_tide"}
    for path, calls in document.document()["paths"].items():
        if "get" not in calls or "text/event-stream" in str(calls["get"]["responses"]["200"]):
            continue
        target = re.sub(r"\{(\w+)\}", lambda one: values.get(one[1], "1"), path)
        query = {}
        for named in calls["get"].get("parameters", ()):
            parameter = document.found(document.document(), named)
            if parameter["name"] == "page_size":
                query["page_size"] = str(MAX_PAGE_SIZE)
            elif parameter["name"] == "include":
                items = document.found(document.document(), parameter["schema"]["items"])
                query["include"] = ",".join(items["enum"])
        yield make_request("GET", f"{target}?{urlencode(query)}", "Accept-Encoding: br")


@pytest.fixture
def full_lists(newcomers: Callable[[int], list[Person]]) -> str:
    """As many public games as a page has, all with five seats; the username of a host."""
    hosts = newcomers(2)
    for number, host in product(range(MAX_PAGE_SIZE // 2), hosts):
        ruleset, options = RULESETS[number % len(RULESETS)]
        wish = {"ruleset": ruleset, "options": options, "seat_count": 5, "bots": ["random"] * 4}
        host.call("POST", "/games", wish).ok()
    return str(hosts[0].name)


def test_a_request_without_a_token_costs_little(server: Server) -> None:
    costs = measure(server, chain(plain_requests(), long_heads(), requests_with_bodies()))
    assert len(costs) > 800


def test_a_whole_page_without_a_token_costs_little(
    server: Server, full_lists: str, record: dict[str, Any]
) -> None:
    costs = measure(server, whole_pages(record["game"], full_lists))
    assert len(costs) > 40


def measure(server: Server, requests: Iterable[bytes]) -> list[tuple[float, bytes]]:
    """Return the milliseconds of each request, the dearest first, none of which may cost too many."""
    meter = Meter(server)
    costs = sorted(((meter.least_cost(raw), raw[:200]) for raw in requests), reverse=True)
    table = "\n".join(f"{ms:6.1f} ms  {raw!r}" for ms, raw in costs[:100])
    log.info("The dearest hundred of %d:\n%s", len(costs), table)
    assert costs[0][0] < MAX_MS, table
    return costs


class Meter:
    """Counts the CPU of a server's web processes, to the nanosecond."""

    def __init__(self, server: Server) -> None:
        address = urlsplit(server.url)
        self._address = (address.hostname, address.port)
        pid = server.processes["web"].pid
        assert pid is not None
        self._pids = machine.family(pid)
        self._callers = count(1)

    def least_cost(self, request: bytes) -> float:
        """Return the milliseconds that a request costs, the least of several attempts."""
        found = float("inf")
        for _ in range(ATTEMPTS):
            before = self._used()
            self._send(request)
            found = min(found, self._used() - before)
            if found < LOUD:
                break
        return found

    def _used(self) -> float:
        # The kernel's number for the CPU clock of another process (clock_getcpuclockid(3)).
        return 1e3 * sum(time.clock_gettime(~pid << 3 | 2) for pid in self._pids)

    def _send(self, raw: bytes) -> None:
        """Send it from an address of its own, and take the whole answer."""
        number = next(self._callers)
        with socket.socket() as one:
            one.settimeout(60)
            one.bind((f"127.1.{number // 250}.{number % 250 + 1}", 0))
            one.connect(self._address)
            # It may be refused before it was sent to its end.
            with suppress(BrokenPipeError, ConnectionResetError):
                one.sendall(raw)
                while one.recv(1 << 20):
                    pass
