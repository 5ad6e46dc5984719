"""The index of the search: it has everything, and each row leads to it."""

from collections import Counter

import pytest
from django.test import Client

from tideapi.reference.document import operations_by_name
from tideapi.rest.error_codes import CODES

pytestmark = pytest.mark.django_db


def index(client: Client) -> list[list[str]]:
    said = client.get("/api/docs/search.json")
    assert (said.status_code, said.headers["Content-Type"]) == (200, "application/json")
    found: list[list[str]] = said.json()
    return found


def test_it_has_calls_fields_events_codes_and_guides(client: Client) -> None:
    rows = index(client)
    often = Counter(kind for kind, *_ in rows)
    assert often["call"] == len(operations_by_name())
    assert often["code"] == len(CODES)
    assert {*often} == {"call", "parameter", "event", "code", "guide", "schema", "field"}
    names = {(kind, name) for kind, name, *_ in rows}
    for one in [
        ("call", "submit_answer"),
        ("field", "legal_actions"),
        ("event", "turn_opened"),
        ("code", "turn_closed"),
        ("guide", "Playing by mail"),
        ("parameter", "wait"),
    ]:
        assert one in names


def test_each_row_leads_to_a_part_of_a_page(client: Client) -> None:
    pages = dict[str, str]()
    for kind, name, _, address in index(client):
        path, _, anchor = address.partition("#")
        if path not in pages:
            said = client.get(path)
            assert said.status_code == 200, address
            pages[path] = said.content.decode()
        assert not anchor or f'id="{anchor}"' in pages[path], (kind, name, address)


def test_who_has_it_is_not_sent_it_again(client: Client) -> None:
    first = client.get("/api/docs/search.json")
    again = client.get("/api/docs/search.json", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_every_page_with_guides_or_calls_has_the_search(client: Client) -> None:
    for address in (
        "/docs/",
        "/docs/clients",
        "/docs/problems/throttled",
        "/api/docs/",
        "/api/docs/turns",
    ):
        assert 'data-index="/api/docs/search.json"' in client.get(address).content.decode()
