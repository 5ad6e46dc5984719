"""By which address a caller is known, and what cannot be passed off as one."""

import asyncio
from typing import Any

import pytest
from django.test import RequestFactory
from django.utils.module_loading import import_string

from common.rest.client import client_address, normalize_address
from tests.people import Person


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("192.0.2.7", "192.0.2.7"),
        (" 192.0.2.7 ", "192.0.2.7"),
        ("192.0.2.7:5678", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::ffff", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("[2001:db8:1:2::1]", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::1]:80", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("[::ffff:192.0.2.7]:80", "192.0.2.7"),
        ("::1", "::/64"),
    ],
)
def test_one_caller_has_one_address(text: str, told: str) -> None:
    assert normalize_address(text) == told


@pytest.mark.parametrize(
    "text",
    [
        "",
        "unknown",
        "_hidden",
        "192.0.2.256",
        "192.0.2.7:",
        "192.0.2.7:x",
        "192.0.2.7 192.0.2.8",
        "[192.0.2.7",
        "[]:80",
        "2001:db8::1:2:3:4:5:6:7",
        "1",
        "0x7f.1",
        "\u0661.0.2.7",
        "a" * 9000,
    ],
)
def test_what_is_no_address_is_none(text: str) -> None:
    assert normalize_address(text) is None


@pytest.mark.parametrize(
    ("proxies", "seen", "told"),
    [
        (0, "192.0.2.7", "198.51.100.1"),
        (1, "192.0.2.7:5678", "192.0.2.7"),
        (1, "192.0.2.6, 2001:db8::5", "2001:db8::/64"),
        (1, "192.0.2.6, nonsense", "198.51.100.1"),
        (2, "192.0.2.6", "198.51.100.1"),
        (1, "", "198.51.100.1"),
    ],
)
def test_it_is_what_our_own_proxies_saw_or_the_peer(
    settings: Any, proxies: int, seen: str, told: str
) -> None:
    settings.TIDE_PROXY_COUNT = proxies
    headers = {"X-Forwarded-For": seen}
    request = RequestFactory().get("/", headers=headers, REMOTE_ADDR="198.51.100.1")
    assert client_address(request) == told


@pytest.mark.django_db
def test_a_call_is_counted_by_that_address(
    settings: Any, stranger: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.TIDE_PROXY_COUNT = 1
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "address": (1000, 86400 * 3650)}
    left = []
    for seen in ("2001:db8:77:1::1", "2001:db8:77:1::2", "[2001:db8:77:1::3]:4711"):
        said = stranger.get("/games", headers={"X-Forwarded-For": seen})
        left.append(int(said.headers["RateLimit"].split(";r=")[1].split(";")[0]))
    assert left == [left[0], left[0] - 1, left[0] - 2]


async def left_of_the_quota(headers: list[tuple[bytes, bytes]]) -> int:
    """What is left after a call of the server as it is run, from one peer, with these headers."""
    application = import_string("tideapi.asgi.application")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": "/api/v1/nowhere",
        "raw_path": b"/api/v1/nowhere",
        "query_string": b"",
        "root_path": "",
        "headers": [(b"host", b"testserver"), *headers],
        "client": ("198.51.100.77", 40000),
        "server": ("testserver", 80),
    }
    said: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        said.append(message)

    await application(scope, receive, send)
    names = {name.lower(): value.decode() for name, value in said[0]["headers"]}
    return int(names[b"ratelimit"].split(";r=")[1].split(";")[0])


@pytest.mark.parametrize("lie", [b"x_forwarded_for", b"X_Forwarded-For", b"x-forwarded_for"])
def test_nobody_is_another_caller_by_a_header_with_underscores(settings: Any, lie: bytes) -> None:
    settings.TIDE_PROXY_COUNT = 1
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "address": (1000, 86400 * 3650)}
    seen = (b"x-forwarded-for", b"192.0.2.55")

    async def calls() -> list[int]:
        return [
            await left_of_the_quota([seen]),
            await left_of_the_quota([seen, (lie, b"192.0.2.60")]),
            await left_of_the_quota([(lie, b"192.0.2.61"), seen]),
        ]

    left = asyncio.run(calls())
    assert left == [left[0], left[0] - 1, left[0] - 2]
