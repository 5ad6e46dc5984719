"""What the operator calls this place, and where it is said."""

import json
import re
from collections.abc import Iterator

import pytest
from django.test import Client

from players.mail import letters
from players.models import Letter, Player
from tideapi import web_page

pytestmark = pytest.mark.django_db
LINKS = {"contact": "mailto:ann@tide.example", "terms": "https://tide.example/terms?a=1&b=<2>"}


@pytest.fixture(autouse=True)
def _named(settings) -> Iterator[None]:
    settings.TIDE_SITE_NAME = "Ann's <Pier>"
    settings.TIDE_SITE_SENTENCE = "We play on Sundays."
    settings.TIDE_CONTACT, settings.TIDE_TERMS_URL = LINKS.values()
    settings.LANGUAGE_CODE = "de"
    made = (web_page._build_page, web_page._manifest, web_page._service_worker)
    for one in made:
        one.cache_clear()
    yield
    for one in made:
        one.cache_clear()


def test_the_table_and_the_pages_say_it(client: Client) -> None:
    page = client.get("/").content.decode()
    assert "<title>Ann&#x27;s &lt;Pier&gt;</title>" in page
    assert 'lang="de"' in page
    assert 'content="We play on Sundays."' in page
    parts = re.search(r'<script id="parts" type="application/json">(.*?)</script>', page)
    assert parts
    told = {"name": "Ann's <Pier>", "sentence": "We play on Sundays.", "links": LINKS}
    assert json.loads(parts[1])["site"] == told | {"sign_up": "open", "chat": "open"}
    page = client.get("/account/login/").content.decode()
    assert "Ann&#x27;s &lt;Pier&gt;</title>" in page
    assert '<a href="mailto:ann@tide.example">Kontakt</a>' in page
    assert "Impressum" not in page
    # Guides and the admin stay in English.
    assert "Log in" in client.get("/admin/login/").content.decode()


def test_a_home_screen_and_a_notice_without_a_title_say_it(client: Client) -> None:
    assert client.get("/manifest.webmanifest").json()["name"] == "Ann's <Pier>"
    assert '"site": "Ann\'s <Pier>"' in client.get("/service-worker.js").content.decode()


def test_the_index_says_it(client: Client) -> None:
    index = client.get("/api/v1").json()
    assert index["name"] == "Ann's <Pier>"
    assert {name: index[name] for name in ("contact", "terms")} == LINKS
    assert index["imprint"] is None
    assert client.get("/api/v1/me").headers["Content-Language"] == "de"


def test_letters_say_it(settings) -> None:
    settings.TIDE_MAIL_ENABLED = True
    letters.write(
        Player.objects.create(username="ann"),
        "ann@tide.example",
        "account/email/password_changed",
        {},
    )
    text = Letter.objects.get().content["text"]
    assert text.endswith(
        "Ann's <Pier>\nKontakt: ann@tide.example\n"
        "Nutzungsbedingungen: https://tide.example/terms?a=1&b=<2>\n"
    )
