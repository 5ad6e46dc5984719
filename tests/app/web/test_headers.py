"""Every answer has the same security headers; no page has an inline script, and no policy allows one."""

import re
from collections.abc import Iterator
from itertools import islice, product
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver, resolve
from django.urls.resolvers import RoutePattern

from common.rest import log_lines
from games.feeds.streams.hub import HUB, Hub
from players.models import Player
from tests.app.pages.test_language import signed_in, signed_out
from tests.app.pages.visitor import Visitor
from tests.app.web.security import check_headers, is_html, look_at
from tests.people import Person
from tests.sampling import stride
from tests.thorough.games.test_admin_walk import addresses as admin_addresses
from tests.unit.web.conversation import Client as Caller
from tideapi import web_page
from tideapi.web.application import Application
from tideapi.web.fair_queue import FairQueue
from tideapi.wsgi import application as wsgi

pytestmark = pytest.mark.django_db
OPENED = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
SENT: tuple[dict[str, str], ...] = ({}, OPENED, {"Origin": "https://elsewhere.example"})
SAMPLES = {
    "secret": "x" * 43,
    "place": "1",
    "count": "1",
    "number": "1",
    "int": "1",
    "guide": "players",
    "problem": "throttled",
    "tag": "turns",
    "schema": "Game",
}
"""What stands for each part of an address; an `x` for all others."""
OIDC = "account/oidc/club/login"
STATIC = ("tideapi/pages.css", "tideapi/icon.svg", "table/main.js", "verify/verify.mjs")


def route_addresses(found: Any = None, before: str = "") -> Iterator[str]:
    """Every address that the server has a view for, with something in each of its parts."""
    for one in found or get_resolver().url_patterns:
        if isinstance(one, URLResolver):
            yield from route_addresses(one.url_patterns, before + str(one.pattern))
        elif isinstance(one.pattern, RoutePattern):
            route = before + str(one.pattern)
            yield "/" + re.sub(r"<(?:(\w+):)?\w+>", lambda part: SAMPLES.get(part[1], "x"), route)


ADDRESSES = [
    *(f"/{one}" for one in ("", "home", "rules/x", f"{OIDC}/", f"{OIDC}/callback/")),
    *(f"/static/{one}" for one in STATIC),
    *("/nothing", "/static/none.js", "/api/v1/nothing", "/play/nothing", "/admin/nothing/x"),
    *("/docs/nothing", "/account/nothing", "/oauth/nothing", "/docs/decisions"),
]


def test_the_walk_reaches_the_views() -> None:
    walked = list(route_addresses())
    reached = {resolve(one).route for one in walked}
    assert len(walked) > 200
    # Words of the rules and secrets of mails do not match an x; the errors there are looked at too.
    assert len(reached) > 0.9 * len(set(walked))


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "POST"])
def test_every_address_answers_with_the_same_headers(method: str) -> None:
    client = Client(raise_request_exception=False, enforce_csrf_checks=True)
    asked = product([*route_addresses(), *ADDRESSES], SENT)
    # Each address is asked with one of them or two by day, with all three in the thorough tier.
    for address, headers in islice(asked, None, None, stride(2)):
        answer = client.generic(method, address, headers=headers)
        said = f"{method} {address} {headers}: {answer.status_code}"
        look_at(answer, said, shared=address.startswith("/pictures/"))
        answer.close()


def test_pages_of_an_account_and_of_the_admin_have_no_inline_script() -> None:
    name, visitor = "coral", Visitor()
    for address in signed_out():
        look_at(visitor.client.get(address), address)
    visitor.signs_up(name)
    Player.objects.filter(username=name).update(is_staff=True, is_superuser=True)
    pages = 0
    # All of the admin's are looked at in tests/thorough/games/test_admin_walk.py.
    places = reversed([*admin_addresses()])
    admin = {resolve(urlsplit(one).path).route: one for one in places}
    others = ("/", "/docs/", "/api/docs/", "/api/docs/turns")
    for address in [*signed_in(), *admin.values(), *others]:
        answer = visitor.client.get(address)
        look_at(answer, address)
        pages += is_html(answer) and answer.status_code == 200
    assert pages > 40


def raise_error(*_: Any, **__: Any) -> Any:
    raise ValueError


NO_ASCII, CHUNKED = {"QUERY_STRING": "\xe9"}, {"HTTP_TRANSFER_ENCODING": "chunked"}
EVIL = {"HTTP_HOST": "evil.example"}
ERRORS: dict[str, tuple[int, str, str, dict[str, Any]]] = {
    "a host that is not the server's": (400, "GET", "/", EVIL),
    "the same below /play/": (400, "GET", "/play/x", EVIL),
    "a query that is not ASCII": (400, "GET", "/api/v1/rulesets", NO_ASCII),
    "the same on a page": (400, "GET", "/account/login/", NO_ASCII),
    "no token": (401, "GET", "/api/v1/me", {}),
    "a form from elsewhere": (403, "POST", "/account/login/", {}),
    "the same in the admin": (403, "POST", "/admin/login/", {}),
    "nothing there": (404, "GET", "/static/none.js", {}),
    "a wrong link of a mail": (404, "GET", "/play/" + "x" * 30, {"HTTP_ACCEPT": "text/html"}),
    "a wrong method": (405, "POST", "/docs/", {}),
    "a body without a length": (411, "POST", "/api/v1/guests", CHUNKED),
    "OAuth's own error": (400, "POST", "/oauth/token", {}),
    "a redirect": (302, "GET", "/docs", {}),
    "a redirect to sign in": (302, "GET", "/account/", {}),
    "a part of a file": (206, "GET", "/static/tideapi/pages.css", {"HTTP_RANGE": "bytes=0-9"}),
}


@pytest.mark.parametrize("kind", ERRORS)
def test_an_error_of_each_kind_has_them(kind: str) -> None:
    status, method, address, sent = ERRORS[kind]
    client = Client(raise_request_exception=False, enforce_csrf_checks=True)
    answer = client.generic(method, address, **sent)
    assert answer.status_code == status
    look_at(answer, kind)


@pytest.mark.parametrize("address", ["/", "/account/login/", "/play/x", "/api/v1/rulesets"])
def test_so_has_an_error_of_the_server(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client(raise_request_exception=False)
    with monkeypatch.context() as patch:
        patch.setattr(web_page, "_table_response", raise_error)
        answer = client.get("/")
    assert answer.json()["code"] == "internal_error"
    look_at(answer, "/")
    monkeypatch.setattr(log_lines, "log_about", raise_error)
    answer = client.get(address)
    assert (answer.status_code, answer.headers["Content-Type"][:9]) == (500, "text/html")
    look_at(answer, address)


@pytest.mark.parametrize("address", ["/", "/docs/", "/static/tideapi/pages.css", "/api/docs/"])
def test_what_was_kept_stays_under_its_own_policy(client: Client, address: str) -> None:
    first = client.get(address)
    again = client.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    look_at(again, address)


@pytest.mark.parametrize(
    ("status", "sent"),
    [
        (413, {"headers": [(b"content-length", b"65537")]}),
        (408, {"headers": [(b"content-length", b"5")], "sends": [b"ab"]}),
        (500, {"path": "/account/login/", "method": "GET"}),
    ],
)
def test_what_the_front_refuses_has_them(status: int, sent: dict[str, Any], settings: Any) -> None:
    settings.TIDE_BODY_TIMEOUT_SECONDS = 0.05
    caller = Caller(*sent.pop("headers", ()), **sent)
    caller.calls(Application(raise_error))
    assert caller.status == status
    check_headers(
        {name.decode().title(): value.decode() for name, value in caller.headers.items()}, "front"
    )


def test_a_stream_has_them(ann: Person) -> None:
    hub = Hub(FairQueue(1, 1, waiting=1, waiting_each=1))
    sent: dict[str, Any] = {"HTTP_AUTHORIZATION": f"Bearer {ann.token}", HUB: hub}
    answer = Client().get("/api/v1/me/stream", **sent)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/event-stream")
    check_headers(answer.headers, "stream")


def test_the_address_of_a_secret_is_told_to_no_other_page(client: Client) -> None:
    for address in ("/play/x", "/play/seat/x", f"/calendar/{'x' * 43}.ics", "/atom/mine/x.xml"):
        assert client.get(address).headers["Referrer-Policy"] == "no-referrer", address
    assert "no-store" in client.get("/play/x").headers["Cache-Control"]
    assert client.get("/game/x").headers["Referrer-Policy"] == "same-origin"


def test_browsers_are_told_to_use_tls(client: Client, settings: Any) -> None:
    header, year = "Strict-Transport-Security", "max-age=31536000"
    settings.TIDE_URL = "https://tide.example"
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    secure = {"X-Forwarded-Proto": "https"}
    for address in ("/", "/api/v1/nothing", "/play/x", "/static/tideapi/pages.css"):
        assert client.get(address, headers=secure).headers[header] == year
        assert header not in client.get(address).headers
    # So are they by what the front refuses.
    caller = Caller((b"content-length", b"65537"), (b"x-forwarded-proto", b"https"))
    caller.calls(Application(wsgi))
    assert caller.headers[header.lower().encode()] == year.encode()
    settings.TIDE_URL = "http://localhost:8000"
    assert header not in client.get("/", headers=secure).headers
