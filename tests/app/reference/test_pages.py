"""The API reference: all calls, schemas and events on pages whose parts can be linked."""

import re
from collections import Counter
from html import unescape
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client

from games.event_types.catalogue import event_types
from tideapi.openapi import SHARED_CODES
from tideapi.reference.document import operations_by_name, schemas_by_name, tag_descriptions
from tideapi.reference.events import anchor_of

pytestmark = pytest.mark.django_db

ID = re.compile(r'\bid="([^"]+)"')
LINK = re.compile(r'\bhref="([^"]+)"')
PAGES = ["/api/docs/", "/api/docs/events", *(f"/api/docs/{tag}" for tag in tag_descriptions())]


def shown(client: Client, address: str) -> str:
    said = client.get(address)
    assert said.status_code == 200, address
    return unescape(said.content.decode()).replace("<wbr>", "")


def part(page: str, name: str) -> str:
    return page.partition(f'<article id="{name}">')[2].partition("</article>")[0]


@pytest.mark.parametrize("address", PAGES)
def test_all_parts_of_a_page_have_anchors_of_their_own(client: Client, address: str) -> None:
    page = shown(client, address)
    often = Counter(ID.findall(page))
    assert [name for name, count in often.items() if count > 1] == []
    here = {link[1:] for link in LINK.findall(page) if link.startswith("#")}
    assert here - {*often} == set()


@pytest.mark.parametrize("address", PAGES)
def test_all_links_lead_to_a_part_of_a_page(client: Client, address: str) -> None:
    for link in set(LINK.findall(shown(client, address))):
        parts = urlsplit(urljoin(address, link))
        if parts.netloc or parts.path.startswith("/static/"):
            continue
        target = client.get(parts.path).content.decode()
        assert not parts.fragment or f'id="{parts.fragment}"' in target, link


def test_every_call_of_the_document_is_shown_with_its_parts(client: Client) -> None:
    for call in operations_by_name().values():
        found = part(shown(client, f"/api/docs/{call.tag}"), call.name)
        assert call.summary in found, call.name
        if call.path:
            assert f"{call.method} {call.path}" in found, call.name
        assert found.count('class="sample"') == (3 if call.codes else 0), call.name
        for one in call.parameters_in("path", "query"):
            assert f'id="{call.name}.{one["name"]}"' in found, call.name
        own = {code for code in call.codes if code not in SHARED_CODES}
        assert set(re.findall(r'href="/docs/problems/(\w+)"', found)) == own, call.name


def test_every_code_of_the_document_is_shown_once_for_all_or_with_its_calls(client: Client) -> None:
    stated = {code for call in operations_by_name().values() for code in call.codes}
    overview = set(re.findall(r'href="/docs/problems/(\w+)"', shown(client, "/api/docs/")))
    assert overview == SHARED_CODES
    assert stated >= SHARED_CODES


def test_every_schema_has_a_page_with_all_its_fields(client: Client) -> None:
    for name, schema in schemas_by_name().items():
        page = shown(client, f"/api/docs/schemas/{name}")
        fields = {f"{name}.{field}" for field in schema.get("properties", {})}
        assert fields <= set(ID.findall(page)), name
    found = part(shown(client, "/api/docs/games"), "create_game")
    assert 'id="create_game.body.clock.hours.zone"' in found, "of what a body holds too"


def test_the_overview_begins_with_five_calls_to_press(client: Client) -> None:
    page = shown(client, "/api/docs/")
    steps = re.findall(r'<section class="step" id="(\w+)"', page)
    assert steps == ["create_player", "create_game", "list_my_turns", "submit_answer", "get_record"]
    assert page.index('class="step"') < page.index('id="calls"') < page.index('id="about"')


def test_no_tag_is_called_as_another_page() -> None:
    assert not {*tag_descriptions()} & {"events", "schemas", "search.json"}


@pytest.mark.parametrize(
    ("address", "here"),
    [("/api/docs/", "Quickstart"), ("/api/docs/events", "Events"), ("/api/docs/turns", "turns")],
)
def test_every_group_is_reached_from_every_page(client: Client, address: str, here: str) -> None:
    contents = re.findall(r'<nav class="contents".*?</nav>', shown(client, address), re.DOTALL)
    assert len(contents) == 2
    for one in contents:
        assert {"/api/docs/", *PAGES, "/api/docs/schemas/"} - {*LINK.findall(one)} == set()
        assert re.findall(r'aria-current="page">([^<]+)', one) == [here]


def test_the_page_of_events_begins_with_its_contents(client: Client) -> None:
    page = shown(client, "/api/docs/events")
    contents = page.partition('<nav aria-labelledby="contents">')[2].partition("</nav>")[0]
    listed = [link[1:] for link in LINK.findall(contents)]
    assert {anchor_of(event) for event in event_types()} - {*listed} == set()
    assert page.index('id="contents"') < page.index('id="turn_opened"')


@pytest.mark.parametrize(
    "address", [*PAGES, "/api/docs/schemas/Action", "/docs/problems/throttled"]
)
def test_every_block_of_code_is_reached_by_keys(client: Client, address: str) -> None:
    blocks = re.findall(r"<pre[^>]*>", shown(client, address))
    assert blocks
    for one in blocks:
        assert re.search(r'tabindex="0" role="group" aria-label="[^"]+"', one), one
