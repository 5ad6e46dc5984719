"""The OpenAPI document as it is served; what is sent compressed and what is not."""

import gzip
import json
from collections.abc import Callable, Iterator
from typing import Any

import brotli
import pytest
import yaml
from django.templatetags.static import static
from django.test import Client

from players.models import Player
from tests import document
from tests.app.api.conftest import Table
from tests.factories import make_finished_game
from tests.people import PASSWORD, Answer, Person
from tests.unit.openapi.test_calls import calls_of_the_api
from tests.webhooks import create_webhook
from tideapi.version import VERSION
from tideapi.web import compression
from tideapi.web.compression import MIN_LENGTH

PAGES = ["/api/schema/", "/api/docs/", "/api/docs/turns"]
UNPACKED: dict[str, Callable[[bytes], bytes]] = {"br": brotli.decompress, "gzip": gzip.decompress}


@pytest.mark.parametrize("encoding", UNPACKED)
@pytest.mark.parametrize("address", [*PAGES, "/static/admin/css/base.css"])
def test_pages_and_files_are_compressed_once(client, address, encoding, monkeypatch) -> None:
    accepts = {"Accept-Encoding": encoding}
    plain, packed = client.get(address), client.get(address, headers=accepts)
    assert "Content-Encoding" not in plain.headers
    if len(plain.content) >= MIN_LENGTH:
        assert packed.headers["Content-Encoding"] == encoding
        assert UNPACKED[encoding](packed.content) == plain.content
    assert packed.headers["Content-Length"] == str(len(packed.content))
    for said in (plain, packed):
        assert "Accept-Encoding" in said.headers["Vary"]
        assert said.headers["ETag"] == plain.headers["ETag"]
        assert said.headers["ETag"].startswith('W/"')
    monkeypatch.setattr(compression, "compress_body", None)
    assert client.get(address, headers=accepts).content == packed.content


def test_small_files_of_a_page_are_compressed_too(client: Client) -> None:
    small = static("table/pages/index.js")
    assert 250 < len(client.get(small).content) < MIN_LENGTH
    packed = client.get(small, headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.content) == client.get(small).content


def test_news_are_compressed_and_take_no_place_of_what_is_kept(client, ann, monkeypatch) -> None:
    for _ in range(3):
        ann.opens(3)
    monkeypatch.setattr(compression, "_compress_kept", None)
    for address in ("/atom/players/ann.xml", "/atom/games.xml"):
        packed = client.get(address, headers={"Accept-Encoding": "gzip"})
        assert packed.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.content).endswith(b"</feed>")


def ask_both(person: Person, address: str) -> tuple[Any, Answer]:
    """Return the answer as it is sent to a client that takes gzip, and without compression."""
    headers = {"Accept-Encoding": "gzip", "Authorization": f"Bearer {person.token}"}
    return Client().get(f"/api/v1{address}", headers=headers), person.get(address)


def test_a_record_its_log_the_rules_and_lists_are_compressed(ann, people, table) -> None:
    game = make_finished_game(people)
    table()
    table()
    for _ in range(20):
        assert ann.post(f"/games/{game}/messages", {"text": "Low water! " * 5}).status == 201
    addresses = [f"/games/{game}{part}" for part in ("/record", "/events?page_size=100")]
    addresses += [f"/games/{game}/messages", "/rulesets", "/rulesets/high_tide"]
    for address in [*addresses, "/me/games", "/me/events"]:
        packed, plain = ask_both(ann, address)
        assert len(plain.raw) > MIN_LENGTH, (address, len(plain.raw))
        assert packed.headers["Content-Encoding"] == "gzip", address
        assert gzip.decompress(packed.content) == plain.raw
        assert packed.headers["Content-Length"] == str(len(packed.content))
        assert len(packed.content) < len(plain.raw) / 2, address
        assert packed.headers["ETag"] == plain.headers["ETag"]


def test_an_answer_with_a_hand_or_a_secret_is_not_compressed(ann: Person, table: Table) -> None:
    game = table()
    for _ in range(2):
        ann.opens(3, bots=["random", "random"])
    for number in range(9):
        ann.post("/me/tokens", {"username": "ann", "password": PASSWORD})
        if number < 5:
            create_webhook(ann, "https://bots.example/tide", note="n" * 100)
    for address in (f"/games/{game}", "/me/turns", "/me/tokens", "/me/receivers"):
        said, plain = ask_both(ann, address)
        assert len(plain.raw) > MIN_LENGTH, address
        assert "Content-Encoding" not in said.headers, address
        assert said.content == plain.raw


def test_a_cookie_opens_no_list_of_a_player(ann: Person) -> None:
    """So no page of another site can have a browser ask for one, again and again with other texts in it."""
    browser = Client()
    browser.force_login(Player.objects.get(username="ann"))
    for address in ("/me/games", "/me/events"):
        assert browser.get(f"/api/v1{address}").status_code == 401


def names_in(part: Any, seen: set[str]) -> Iterator[str]:
    """Yield every property of a schema and of those that it refers to."""
    if isinstance(part, list):
        for one in part:
            yield from names_in(one, seen)
    if isinstance(part, dict):
        yield from part.get("properties", {})
        for word, one in part.items():
            yield from names_in(one, seen) if word != "examples" else ()
        name = str(part.get("$ref", "")).rpartition("/")[2]
        if name and name not in seen:
            seen.add(name)
            yield from names_in(document.document()["components"]["schemas"][name], seen)


def names_shown(responses: Any) -> set[str]:
    """Return every property of what a call answers with when all is well."""
    stated = [document.found(document.document(), responses[status]) for status in responses]
    good = [one for status, one in zip(responses, stated, strict=True) if status < "300"]
    contents = [kind["schema"] for one in good for kind in one.get("content", {}).values()]
    return {*names_in(contents, set())}


def test_no_answer_with_a_place_for_a_hand_or_a_secret_may_be_compressed() -> None:
    secret = {"hand", "legal_actions", "fallback", "submission", "token", "secret", "email"}
    calls = calls_of_the_api()
    shows = {
        one["operationId"]: names_shown(one["responses"])
        for methods in document.document()["paths"].values()
        for one in methods.values()
    }
    assert len(shows) > 50
    assert secret <= set().union(*shows.values())
    marked = [call.name for call in calls if hasattr(call.handler, "allows_compression")]
    assert "get_record" in marked
    assert {name: shows[name] & secret for name in marked if shows[name] & secret} == {}


def test_forms_short_answers_and_refusals_are_not_compressed(client: Client, ann: Person) -> None:
    form = client.get("/admin/login/", headers={"Accept-Encoding": "gzip"})
    assert len(form.content) > MIN_LENGTH
    short, _ = ask_both(ann, "/games")
    assert len(short.content) < MIN_LENGTH
    assert {"Accept-Encoding", "Authorization"} <= {*short.headers["Vary"].split(", ")}
    refusal, _ = ask_both(ann, f"/games?player={'x' * 2000}")
    assert refusal.status_code == 400
    for said in (form, short, refusal):
        assert "Content-Encoding" not in said.headers


@pytest.mark.parametrize("accepts", ["gzip", "br", ""])
def test_unchanged_is_304_with_one_tag_in_each_encoding(client, ann, people, accepts) -> None:
    game = make_finished_game(people)
    addresses = [f"/api/v1/games/{game}/{part}" for part in ("record", "events")]
    who = {"Accept-Encoding": accepts, "Authorization": f"Bearer {ann.token}"}
    for address in [*addresses, *PAGES]:
        tag = client.get(address, headers=who).headers["ETag"]
        again = client.get(address, headers={**who, "If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b""), address
        assert again.headers["ETag"] == tag
        assert "Accept-Encoding" in again.headers["Vary"]
        assert "Content-Encoding" not in again.headers
        strong = {"If-None-Match": tag.removeprefix("W/")}
        assert client.get(address, headers={**who, **strong}).status_code == 304


# -- the OpenAPI document

YAML = "application/vnd.oai.openapi"


@pytest.mark.parametrize(
    ("address", "accept", "kind"),
    [
        ("/api/schema/", "", YAML),
        ("/api/schema/", "application/json,*/*", "application/json"),
        ("/api/schema/", "application/vnd.oai.openapi+json", "application/vnd.oai.openapi+json"),
        ("/api/schema/", "application/yaml", "application/yaml"),
        ("/api/schema/", "image/png", YAML),
        ("/api/schema/?format=json", "image/png", "application/json"),
        ("/openapi.json", "text/html,*/*;q=0.8", "application/json"),
    ],
)
def test_the_form_is_the_one_that_is_asked_for(client, address, accept, kind) -> None:
    headers = {"Accept": accept} if accept else {}
    said = client.get(address, headers={**headers, "Authorization": "Bearer tide_void"})
    assert (said.status_code, said.headers["Content-Type"]) == (200, kind)
    assert "Accept" in said.headers["Vary"]
    name = "tideapi.json" if "json" in kind else "tideapi.yaml"
    assert said.headers["Content-Disposition"] == f'inline; filename="{name}"'
    read = json.loads if "json" in kind else lambda text: yaml.load(text, yaml.CSafeLoader)
    assert read(said.content) == document.document()


def test_the_index_leads_to_what_there_is(ann: Person, client: Client) -> None:
    shown = ann.get("").json
    assert client.get("/api/v1/").json() == shown
    assert shown.pop("version") == VERSION
    assert shown.pop("sandbox") is False
    assert shown.pop("name") == "tideapi"
    assert {shown.pop(name) for name in ("sign_up", "guests", "default_chat")} == {"open"}
    unset = {name for name, address in shown.items() if address is None}
    operators = {"contact", "imprint", "privacy", "terms"}
    assert operators <= unset <= {*operators, "source", "python_client", "typescript_client"}
    for address in (shown[name] for name in shown.keys() - unset):
        assert address.startswith("http://testserver/")
        assert client.options(address.removeprefix("http://testserver")).status_code != 404
    token = {"Authorization": f"Bearer {ann.token}"}
    for name in ("document", "docs", "rulesets", "games", "me", "my_games", "my_turns"):
        assert client.get(shown[name], headers=token).status_code == 200, name


@pytest.mark.parametrize("address", ["/api/schema/", "/api/docs/"])
def test_it_is_made_once_and_not_sent_again(client, address: str, monkeypatch) -> None:
    first = client.get(address)
    assert first.headers["Cache-Control"] == "public, max-age=300"
    as_json = client.get("/api/schema/", headers={"Accept": "application/json"})
    assert as_json.headers["ETag"] != first.headers["ETag"]
    for maker in (
        *("openapi_views.SchemaGenerator", "openapi_views.YamlRenderer"),
        "reference.views.render_to_string",
    ):
        monkeypatch.setattr(f"tideapi.{maker}", None)
    # Whatever stands in the query makes no other.
    for query in ("", "?version=2", "?lang=x&form=json"):
        assert client.get(address + query).content == first.content
    again = client.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
