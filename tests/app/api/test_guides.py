"""The guides that the server serves: complete, offline, and readable on a phone."""

import re
from html import unescape
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client

from common.rest.error_codes import CODES
from packages.verify import build
from tests.unit.docs.pages import Page
from tideapi.guides.markdown import render_page
from tideapi.guides.pages import FOLDER, GUIDES, LISTS
from tideapi.version import VERSION

pytestmark = pytest.mark.django_db

READERS = ["/api/docs/", "/api/docs/turns", "/api/docs/events", "/api/docs/schemas/Game"]
PAGES = [
    "/docs/",
    "/docs/problems/",
    "/docs/problems/throttled",
    *[guide.address for guide in GUIDES],
]
every_page = pytest.mark.parametrize("address", [*PAGES, *READERS])
OF_OTHERS = (
    "https://anymail.dev/",
    "https://github.com/caronc/apprise",
    "https://keepachangelog.com/",
    "https://jetmore.org/john/code/swaks/",
    "https://www.standardwebhooks.com/",
    "https://www.rfc-editor.org/",
    "https://semver.org",
    "https://unifiedpush.org/",
    "https://www.python-httpx.org/",
)
LINK = re.compile(r'(?:href|src)="([^"]*)"')


def fetched(client: Client, address: str) -> str:
    said = client.get(address)
    assert said.status_code == 200, address
    assert said.headers["Content-Type"].startswith("text/html")
    return said.content.decode()


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_a_guide_has_all_of_its_page(client: Client, guide) -> None:
    shown = fetched(client, guide.address)
    page = Page(guide.file)
    assert set(re.findall(r'<h\d id="([^"]+)"', shown)) == page.anchors()
    assert shown.count("<table ") == len(list(page.tables()))
    assert shown.count("<pre ") >= len(list(page.blocks()))
    for one in re.findall("<(?:pre|table)[^>]*>", shown):
        assert 'tabindex="0"' in one
        assert "aria-label" in one or one.startswith("<table")


@every_page
def test_every_link_leads_to_something_on_this_server(client: Client, address: str) -> None:
    links = set(LINK.findall(fetched(client, address)))
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


def test_there_is_a_list_for_each_kind_of_reader(client: Client) -> None:
    page = fetched(client, "/docs/")
    for title, guides in LISTS.items():
        part = page.partition(f">{title}</h2>")[2].partition("<h2")[0]
        assert re.findall(r'<dt><a href="([^"]+)"', part) == [one.address for one in guides]
    assert [*LISTS] == ["For players", "For authors of clients", "For operators"]


@pytest.mark.parametrize("guides", LISTS.values(), ids=[*LISTS])
def test_a_guide_leads_on_to_the_next_and_back_and_to_its_parts(client: Client, guides) -> None:
    addresses = [None, *(one.address for one in guides), None]
    for before, here, after in zip(addresses, addresses[1:], addresses[2:], strict=False):
        page = fetched(client, here)
        for rel, there in (("prev", before), ("next", after)):
            assert re.findall(rf'rel="{rel}" href="([^"]+)"', page) == ([there] if there else [])
        contents = re.findall(r'<nav class="contents".*?</nav>', page, re.DOTALL)
        assert len(contents) == 2
        parts = set(re.findall(r'<h2 id="([^"]+)"', page))
        for one in contents:
            assert parts - set(re.findall(r'href="#([^"]+)"', one)) == set()
            assert set(addresses) - {None} <= set(LINK.findall(one))


def test_the_changelog_names_the_version_that_answers(client: Client) -> None:
    shown = fetched(client, "/docs/changelog")
    assert f"This server has version {VERSION}." in shown
    assert '<h2 id="unreleased">' in shown
    assert client.get("/api/v1").json()["changelog"] == "http://testserver/docs/changelog"
    assert "This server has" not in fetched(client, "/docs/players")
    rows = client.get("/api/docs/search.json").json()["rows"]
    assert any(address == "/docs/changelog" for _, _, _, address, *_ in rows)
    titles = [name for _, name, _, address, *_ in rows if address.startswith("/docs/changelog#")]
    assert [one for one in titles if one.startswith(VERSION)]
    assert "Added" not in titles


def test_headings_with_the_same_title_have_anchors_of_their_own() -> None:
    shown = render_page("# Sea\n\n## Fish\n\n## Fish", FOLDER / "clients.md")
    assert re.findall(r'id="([^"]+)"', shown) == ["sea", "fish", "fish-1"]


@every_page
def test_a_page_fits_a_phone_and_asks_no_other_server(client: Client, address: str) -> None:
    said = client.get(address)
    shown = said.content.decode()
    assert '<meta name="viewport" content="width=device-width, initial-scale=1">' in shown
    assert "<title>" in shown
    policy = said.headers["Content-Security-Policy"]
    assert "http" not in policy
    assert policy.startswith("default-src 'none'")


@every_page
def test_a_page_runs_the_files_of_the_server_alone(client: Client, address: str) -> None:
    said = client.get(address)
    scripts = re.findall(r"<script.*?</script>", said.content.decode())
    for script in scripts:
        assert re.fullmatch(r'<script type="module" src="/static/[\w./]+"></script>', script)
    policy = said.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")
    assert "script-src 'self';" in policy
    assert "require-trusted-types-for 'script'; trusted-types 'none'" in policy
    assert "unsafe" not in policy


@every_page
def test_who_has_a_page_is_not_sent_it_again(client: Client, address: str) -> None:
    first = client.get(address)
    again = client.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_link_to_what_is_not_served_stays_as_words() -> None:
    page = FOLDER / "clients.md"
    text = (
        "See [why](decisions/drf.md#more), [this](../README.md), [rules](rules/high-tide.md#coins)."
    )
    assert render_page(text, page) == (
        '<p>See why, this, <a href="/docs/rules/high-tide#coins">rules</a>.</p>\n'
    )


def test_what_looks_like_html_is_shown_and_not_used() -> None:
    assert "<script" not in render_page("<script>alert(1)</script> `<b>`", FOLDER / "clients.md")


def test_the_introduction_of_the_document_links_guides_that_there_are(client: Client) -> None:
    text = client.get("/api/schema/", headers={"Accept": "application/json"}).json()["info"]
    links = re.findall(r"\]\((/[^)]*)\)", text["description"])
    assert len(links) > 8
    for link in links:
        assert client.get(link).status_code == 200, link
    for word in ("stream", "webhook", "feed", "sandbox", "Errors"):
        assert word in text["description"]


def test_no_guide_is_called_as_a_code_is() -> None:
    """Their addresses lie beside each other."""
    assert not {guide.name for guide in GUIDES} & {"problems", *CODES}


def test_the_verifiers_are_handed_out_as_they_are(client: Client) -> None:
    begin = urlsplit(client.get("/api/v1").json()["verifier"]).path
    for name in ("verify.py", "verify.mjs", "vectors.json"):
        address = urljoin(begin, name)
        assert f'href="{address}"' in fetched(client, "/docs/fairness")
        answer = client.get(address)
        assert b"".join(answer) == (build.FOLDER / name).read_bytes()
        answer.close()
