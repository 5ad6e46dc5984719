"""Addresses of the guides and the reference: with and without a slash, and pages for errors in a browser."""

import pytest
from django.test import Client

from tests import document
from tests.app.web.security import look_at

pytestmark = pytest.mark.django_db

OPENED = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
PAGES = [
    *("/docs/", "/docs/operators/install", "/docs/problems/", "/docs/problems/throttled"),
    *("/api/docs/", "/api/docs/games", "/api/docs/schemas/", "/api/docs/schemas/Game"),
    *("/api/docs/search.json", "/api/schema/"),
]
NOWHERE = [
    *("/docs/nothing", "/docs/nothing/", "/docs/decisions", "/docs/problems/nothing"),
    *("/api/docs/nothing", "/api/docs/schemas/Nothing", "/api/docs/games/nothing"),
]


@pytest.mark.parametrize("address", PAGES)
def test_a_page_is_there_with_and_without_a_slash(client: Client, address: str) -> None:
    other = address[:-1] if address.endswith("/") else f"{address}/"
    for method in (client.get, client.head):
        for headers in ({}, OPENED):
            said = method(f"{other}?a=b", headers=headers)
            assert (said.status_code, said.headers["Location"]) == (302, f"{address}?a=b")
    assert client.get(address).status_code == 200
    refused = client.post(other)
    assert (refused.status_code, "It is there with" in refused.json()["detail"]) == (404, True)


def test_no_redirect_leads_to_another_server(client: Client) -> None:
    assert client.get("/", PATH_INFO="//evil.example/docs").status_code == 404


@pytest.mark.parametrize("address", NOWHERE)
def test_nothing_there_is_a_page_or_a_problem(client: Client, address: str) -> None:
    said = client.get(address)
    assert (said.status_code, said.json()["code"]) == (404, "not_found")
    document.fits({"$ref": "#/components/schemas/Problem"}, said.json(), address)
    page = client.get(address, headers=OPENED)
    assert (page.status_code, page.headers["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert (page.headers["Cache-Control"], "Accept" in page.headers["Vary"]) == ("no-store", True)
    shown = page.content.decode()
    assert "Nothing is at this address." in shown
    assert 'data-index="/api/docs/search.json"' in shown
    look_at(page, address)


@pytest.mark.parametrize(
    ("method", "address", "status"),
    [
        ("POST", "/docs/players", 405),
        ("POST", "/api/docs/games", 405),
        ("GET", "/api/schema/?format=xml", 400),
    ],
)
def test_so_are_other_errors(client: Client, method: str, address: str, status: int) -> None:
    program = client.generic(method, address)
    assert (program.status_code, program.headers["Content-Type"]) == (
        status,
        "application/problem+json",
    )
    page = client.generic(method, address, headers=OPENED)
    assert (page.status_code, page.headers["Content-Type"]) == (status, "text/html; charset=utf-8")
    assert page.headers.get("Allow") == program.headers.get("Allow")
