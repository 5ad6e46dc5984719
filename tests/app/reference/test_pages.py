"""The API reference: all calls, schemas and events on pages whose parts can be linked."""

import re
from collections import Counter
from html import unescape
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client

from common.rest.responses import SHARED_CODES
from tideapi.reference.document import operations_by_name, schemas_by_name, tag_descriptions

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
