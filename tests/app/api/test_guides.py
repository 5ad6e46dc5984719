"""The guides and the pages about codes that the server serves: complete, offline, and readable on a phone."""

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client

from common.rest.error_codes import CODES, register_codes
from packages.verify import build
from tests import document
from tests.unit.docs.pages import Page
from tideapi import packages
from tideapi.guides import views
from tideapi.guides.markdown import render_page
from tideapi.guides.pages import FOLDER, GUIDES, LISTS
from tideapi.reference import views as reference
from tideapi.version import VERSION

READERS = ["/api/docs/", "/api/docs/turns", "/api/docs/events", "/api/docs/schemas/Game"]
PAGES = [
    *("/docs/", "/docs/problems/", "/docs/problems/throttled"),
    *[guide.address for guide in GUIDES],
]
every_page = pytest.mark.parametrize("address", [*PAGES, *READERS])
OF_OTHERS = (
    *("https://anymail.dev/", "https://github.com/caronc/apprise", "https://keepachangelog.com/"),
    *("https://jetmore.org/john/code/swaks/", "https://www.standardwebhooks.com/"),
    *("https://www.rfc-editor.org/", "https://semver.org", "https://unifiedpush.org/"),
    "https://www.python-httpx.org/",
)
LINK = re.compile(r'(?:href|src)="([^"]*)"')
CODE = "https://code.example/tideapi"


def read_page(client: Client, address: str) -> str:
    said = client.get(address)
    assert said.status_code == 200, address
    assert said.headers["Content-Type"] == "text/html; charset=utf-8"
    return said.content.decode()


@every_page
def test_a_page_fits_a_phone_and_asks_no_other_server(client: Client, address: str) -> None:
    said = client.get(address)
    shown = said.content.decode()
    assert '<meta name="viewport" content="width=device-width, initial-scale=1">' in shown
    assert "<title>" in shown
    for script in re.findall(r"<script.*?</script>", shown):
        assert re.fullmatch(r'<script(?: type="module")? src="/static/[\w./]+"></script>', script)
    policy = said.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")
    assert "require-trusted-types-for 'script'; trusted-types 'none'" in policy
    again = client.get(address, headers={"If-None-Match": said.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@every_page
def test_every_link_leads_to_something_on_this_server(client: Client, address: str) -> None:
    links = set(LINK.findall(read_page(client, address)))
    assert {"/docs/", "/docs/problems/", "/api/docs/", "/api/docs/events", "/api/schema/"} <= links
    for link in links:
        if link.startswith(OF_OTHERS):
            continue  # For people: nothing is fetched from it.
        parts = urlsplit(urljoin(address, unescape(link)))
        assert not parts.netloc, link
        target = client.get(parts.path)
        assert target.status_code == 200, link
        if parts.fragment and parts.path.startswith(("/docs/", "/api/docs/")):
            assert f'id="{parts.fragment}"' in target.content.decode(), link
        target.close()


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_a_guide_has_all_of_its_page(client: Client, guide: Any) -> None:
    shown = read_page(client, guide.address)
    page = Page(guide.file)
    assert set(re.findall(r'<h\d id="([^"]+)"', shown)) == page.anchors()
    assert shown.count("<table ") == len(list(page.tables()))
    assert shown.count("<pre ") >= len(list(page.blocks()))
    for one in re.findall("<(?:pre|table)[^>]*>", shown):
        assert 'tabindex="0"' in one
        assert "aria-label" in one or one.startswith("<table")


@pytest.mark.parametrize("guides", LISTS.values(), ids=[*LISTS])
def test_a_guide_leads_on_to_the_next_and_back(client, guides: Any) -> None:
    addresses = [None, *(one.address for one in guides), None]
    assert {*addresses} - {None} <= {*LINK.findall(read_page(client, "/docs/"))}
    for before, here, after in zip(addresses, addresses[1:], addresses[2:], strict=False):
        page = read_page(client, here)
        for rel, there in (("prev", before), ("next", after)):
            assert re.findall(rf'rel="{rel}" href="([^"]+)"', page) == ([there] if there else [])


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("# Sea\n\n## Fish\n\n## Fish", 'id="sea" id="fish" id="fish-1"'),
        # A link to what is not served stays as words.
        ("[why](decisions/drf.md#more), [this](../README.md)", ""),
        ("[rules](rules/high-tide.md#coins)", 'href="/docs/rules/high-tide#coins"'),
        ("<script>alert(1)</script> `<b>`", ""),
    ],
)
def test_headings_have_anchors_and_links_lead_to_guides(text: str, shown: str) -> None:
    page = render_page(text, FOLDER / "clients.md")
    assert " ".join(re.findall(r'(?:id|href)="[^"]+"', page)) == shown
    assert "<script" not in page


def test_the_changelog_names_the_version_that_answers(client: Client) -> None:
    shown = read_page(client, "/docs/changelog")
    assert f"This server has version {VERSION}." in shown
    assert client.get("/api/v1").json()["changelog"] == "http://testserver/docs/changelog"
    rows = client.get("/api/docs/search.json").json()["rows"]
    titles = {name for _, name, _, address, *_ in rows if "/docs/changelog" in address}
    assert [one for one in titles if one.startswith(VERSION)]
    assert "Added" not in titles


# -- pages about codes


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_a_page(client: Client, code: str) -> None:
    known = CODES[code]
    shown = unescape(read_page(client, f"/docs/problems/{code}"))
    for part in (known.title, f"<code>{code}</code>", str(known.status)):
        assert part in shown
    assert f'href="/docs/problems/{code}"' in read_page(client, "/docs/problems/")
    # The addresses of guides lie beside those of codes.
    assert code not in {guide.name for guide in GUIDES}
    with pytest.raises(ValueError, match="declared already"):
        register_codes({code: known})


def test_the_type_of_a_problem_is_the_address_of_its_page(client: Client) -> None:
    said = client.get("/api/v1/games/nowhere").json()
    assert said["code"] == "game_not_found"
    shown = unescape(read_page(client, said["type"]))
    assert said["title"] in shown
    assert "private one" in shown
    # What rules do not allow names the games.
    not_allowed = read_page(client, "/docs/problems/not_on_offer")
    assert "The rules of High Tide do not allow it" in not_allowed
    shown = unescape(read_page(client, "/docs/problems/unknown_field"))
    example = re.split("<pre[^>]*><code>", shown)[1].partition("</code>")[0]
    document.fits({"$ref": "#/components/schemas/Problem"}, json.loads(example), shown)


def test_the_page_names_the_calls_that_give_it(client: Client) -> None:
    shown = read_page(client, "/docs/problems/turn_closed")
    assert "PUT /api/v1/games/{game}/turns/{turn}/submission" in shown
    assert "/api/docs/turns#submit_answer" in shown
    anywhere = {"bad_request", "method_not_allowed", "permission_denied", "internal_error"}
    unstated = {code for code in CODES if not views.code_page(code)["calls"]}
    assert unstated == {*anywhere, "precondition_failed", "already_decided"}
    for code in anywhere:
        shown = read_page(client, f"/docs/problems/{code}")
        assert "the server answers so to any request" in shown
    shown = read_page(client, "/docs/problems/precondition_failed")
    assert "Each call that only reads, for a request with <code>If-Match</code>." in shown


@pytest.fixture
def fresh_pages() -> Iterator[None]:
    kept = (views._render_guides, views._render_guide, reference._render_overview)
    for one in kept:
        one.cache_clear()
    yield
    for one in kept:
        one.cache_clear()


def test_the_index_leads_to_code_and_packages(fresh_pages, client, settings, tmp_path) -> None:
    def lead_to_code() -> set[bool]:
        pages = (client.get("/docs/").content, reference._render_overview().body)
        return {f'href="{CODE}"'.encode() in page for page in pages}

    settings.TIDE_PACKAGES, settings.TIDE_SOURCE_URL = tmp_path, ""
    known = {"python": packages.WHEEL, "typescript": packages.TARBALL}
    index = client.get("/api/v1").json()
    assert {index["source"], *(index[f"{one}_client"] for one in known)} == {None}
    assert lead_to_code() == {False}
    views._render_guides.cache_clear()
    reference._render_overview.cache_clear()
    settings.TIDE_SOURCE_URL, settings.TIDE_URL = CODE, "https://games.example"
    assert lead_to_code() == {True}
    for language, package in known.items():
        (tmp_path / package).write_bytes(b"PK")
        index = client.get("/api/v1").json()
        assert index["source"] == CODE
        path = f"/static/packages/{package}"
        assert index[f"{language}_client"] == f"http://testserver{path}"
        page = read_page(client, f"/docs/client-libraries/{language}")
        assert f"install https://games.example{path}" in page


def test_the_verifiers_are_handed_out_as_they_are(client: Client) -> None:
    begin = urlsplit(client.get("/api/v1").json()["verifier"]).path
    for name in ("verify.py", "verify.mjs", "vectors.json"):
        address = urljoin(begin, name)
        assert f'href="{address}"' in read_page(client, "/docs/fairness")
        answer = client.get(address)
        assert b"".join(answer) == (build.FOLDER / name).read_bytes()
        answer.close()
