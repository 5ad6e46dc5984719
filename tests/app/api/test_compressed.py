"""What is sent compressed and what is not, and the tags of both."""

import gzip
import itertools
from collections.abc import Callable, Iterator
from typing import Any

import brotli
import pytest
from django.templatetags.static import static
from django.test import Client

from common.rest.describe import Call
from players.models import Player
from tests.people import PASSWORD, Answer, Person
from tests.webhooks import makes
from tideapi import urls
from tideapi.openapi import SCHEMAS
from tideapi.web import compression
from tideapi.web.compression import MIN_LENGTH

METHODS = ("get", "post", "put", "patch", "delete")
PAGES = ["/api/schema/", "/api/docs/", "/api/docs/turns"]
UNPACKED: dict[str, Callable[[bytes], bytes]] = {
    "br": brotli.decompress,
    "gzip": gzip.decompress,
}


@pytest.mark.django_db
@pytest.mark.parametrize("encoding", UNPACKED)
@pytest.mark.parametrize("address", [*PAGES, "/static/admin/css/base.css"])
def test_pages_and_files_are_compressed(client: Client, address: str, encoding: str) -> None:
    plain = client.get(address)
    packed = client.get(address, headers={"Accept-Encoding": encoding})
    assert "Content-Encoding" not in plain.headers
    if len(plain.content) >= MIN_LENGTH:
        assert packed.headers["Content-Encoding"] == encoding
        assert UNPACKED[encoding](packed.content) == plain.content
    assert packed.headers["Content-Length"] == str(len(packed.content))
    for said in (plain, packed):
        assert "Accept-Encoding" in said.headers["Vary"]
        assert said.headers["ETag"] == plain.headers["ETag"]
        assert said.headers["ETag"].startswith('W/"')


@pytest.mark.parametrize("encoding", UNPACKED)
def test_small_files_of_a_page_are_compressed_too(client: Client, encoding: str) -> None:
    small = static("table/pages/index.js")
    assert 250 < len(client.get(small).content) < MIN_LENGTH
    packed = client.get(small, headers={"Accept-Encoding": encoding})
    assert packed.headers["Content-Encoding"] == encoding
    assert UNPACKED[encoding](packed.content) == client.get(small).content


@pytest.mark.django_db
@pytest.mark.parametrize("address", [*PAGES, "/static/admin/css/base.css"])
def test_it_is_compressed_once_however_often_it_is_asked_for(
    client: Client, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    accepts = {"Accept-Encoding": "gzip"}
    first = client.get(address, headers=accepts)
    monkeypatch.setattr(compression, "compress_body", None)
    assert client.get(address, headers=accepts).content == first.content


@pytest.mark.django_db
def test_news_of_players_are_compressed_and_take_no_place_of_what_is_kept(
    client: Client, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        ann.opens(3)
    monkeypatch.setattr(compression, "_compress_kept", None)
    for address in ("/atom/players/ann.xml", "/atom/games.xml"):
        packed = client.get(address, headers={"Accept-Encoding": "gzip"})
        assert packed.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.content).endswith(b"</feed>")


# -- calls


def asks(person: Person, address: str, accepts: str = "gzip") -> tuple[Any, Answer]:
    """The answer as it is sent, and without compression."""
    headers = {"Accept-Encoding": accepts, "Authorization": f"Bearer {person.token}"}
    return Client().get(f"/api/v1{address}", headers=headers), person.get(address)


@pytest.mark.django_db
def test_a_record_its_log_and_the_rules_are_compressed(
    ann: Person, finished: Callable[..., str]
) -> None:
    game = finished()
    for address in (
        f"/games/{game}/record",
        f"/games/{game}/events?page_size=100",
        "/rulesets",
        "/rulesets/high_tide",
    ):
        packed, plain = asks(ann, address)
        assert len(plain.raw) > MIN_LENGTH, (address, len(plain.raw))
        assert packed.headers["Content-Encoding"] == "gzip", address
        assert gzip.decompress(packed.content) == plain.raw
        assert packed.headers["Content-Length"] == str(len(packed.content))
        assert len(packed.content) < len(plain.raw) / 2, address
        assert packed.headers["ETag"] == plain.headers["ETag"]


@pytest.mark.django_db
def test_an_answer_with_a_hand_or_a_secret_is_not_compressed(
    ann: Person, table: Callable[..., str]
) -> None:
    game = table()
    ann.opens(3, bots=["random", "random"])
    ann.opens(3, bots=["random", "random"])
    for number in range(9):
        ann.post("/me/tokens", {"username": "ann", "password": PASSWORD})
        if number < 5:
            makes(ann, "https://bots.example/tide", note="n" * 100)
    for address in (
        f"/games/{game}",
        "/me/turns",
        "/me/tokens",
        "/me/receivers",
    ):
        said, plain = asks(ann, address)
        assert len(plain.raw) > MIN_LENGTH, address
        assert "Content-Encoding" not in said.headers, address
        assert said.content == plain.raw


@pytest.mark.django_db
def test_the_lists_of_a_player_are_compressed(ann: Person, table: Callable[..., str]) -> None:
    game = table()
    table()
    table()
    for _ in range(20):
        assert ann.post(f"/games/{game}/messages", {"text": "Low water! " * 5}).status == 201
    for address in ("/me/games", "/me/events", f"/games/{game}/messages"):
        packed, plain = asks(ann, address)
        assert packed.headers["Content-Encoding"] == "gzip", address
        assert gzip.decompress(packed.content) == plain.raw
        assert len(packed.content) < len(plain.raw) / 2, address


@pytest.mark.django_db
def test_a_cookie_opens_no_list_of_a_player(ann: Person) -> None:
    """So no page of another site can have a browser ask for one, again and again with other texts in it."""
    browser = Client()
    browser.force_login(Player.objects.get(username="ann"))
    for address in ("/me/games", "/me/events"):
        assert browser.get(f"/api/v1{address}").status_code == 401


def described() -> Iterator[Call]:
    """Every call there is."""
    patterns: list[Any] = urls.urlpatterns
    of_api = [one for one in patterns if str(one.pattern) == "api/v1/"]
    for one in itertools.chain.from_iterable(part.url_patterns for part in of_api):
        view = one.callback.cls
        handlers = (getattr(view, method, None) for method in METHODS)
        yield from (handler.call for handler in handlers if handler is not None)


def names_in(part: Any, seen: set[str]) -> Iterator[str]:
    """Every property of a schema and of those that it refers to."""
    if isinstance(part, list):
        for one in part:
            yield from names_in(one, seen)
    if isinstance(part, dict):
        yield from part.get("properties", {})
        for one in part.values():
            yield from names_in(one, seen)
        name = str(part.get("$ref", "")).rpartition("/")[2]
        if name and name not in seen:
            seen.add(name)
            yield from names_in(SCHEMAS[name], seen)


def test_no_answer_with_a_place_for_a_hand_or_a_secret_may_be_compressed() -> None:
    secret = {"hand", "legal_actions", "fallback", "submission", "token", "secret", "email"}
    calls = [*described()]
    shows = {call.name: {*names_in(SCHEMAS.get(str(call.answer.schema)), set())} for call in calls}
    assert len(shows) > 50
    assert secret <= set().union(*shows.values())
    marked = [call.name for call in calls if call.compressed]
    assert "get_record" in marked
    assert {name: shows[name] & secret for name in marked if shows[name] & secret} == {}


@pytest.mark.django_db
def test_a_page_with_a_form_is_not_compressed(client: Client) -> None:
    said = client.get("/admin/login/", headers={"Accept-Encoding": "gzip"})
    assert len(said.content) > MIN_LENGTH
    assert "Content-Encoding" not in said.headers


@pytest.mark.django_db
def test_a_short_answer_is_left_as_it_is_and_varies_all_the_same(ann: Person) -> None:
    said, _ = asks(ann, "/games")
    assert len(said.content) < MIN_LENGTH
    assert "Content-Encoding" not in said.headers
    assert {"Accept-Encoding", "Authorization"} <= {
        one.strip() for one in said.headers["Vary"].split(",")
    }


@pytest.mark.django_db
@pytest.mark.parametrize("accepts", ["gzip", "br", ""])
def test_unchanged_is_304_with_the_same_tag_in_each_encoding(
    ann: Person, finished: Callable[..., str], accepts: str
) -> None:
    addresses = [f"/api/v1/games/{finished()}/{part}" for part in ("record", "events")]
    who = {"Accept-Encoding": accepts, "Authorization": f"Bearer {ann.token}"}
    for address in [*addresses, *PAGES]:
        first = Client().get(address, headers=who)
        tag = first.headers["ETag"]
        again = Client().get(address, headers={**who, "If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b""), address
        assert again.headers["ETag"] == tag
        assert "Accept-Encoding" in again.headers["Vary"]
        assert "Content-Encoding" not in again.headers
        strong = tag.removeprefix("W/")
        assert Client().get(address, headers={**who, "If-None-Match": strong}).status_code == 304


@pytest.mark.django_db
def test_a_refusal_is_not_compressed(ann: Person) -> None:
    said, _ = asks(ann, f"/games?player={'x' * 2000}")
    assert said.status_code == 400
    assert "Content-Encoding" not in said.headers
