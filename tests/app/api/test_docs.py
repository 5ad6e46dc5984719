"""The OpenAPI document, served as YAML and as JSON. Its pages: tests/app/reference/."""

import json

import pytest
import yaml
from django.test import Client

from tests import document
from tests.people import Person
from tideapi.version import VERSION

pytestmark = pytest.mark.django_db


def test_the_document_is_served_as_yaml_and_as_json(client: Client) -> None:
    said = client.get("/api/schema/")
    assert said.status_code == 200
    assert said.headers["Content-Type"].startswith("application/vnd.oai.openapi")
    assert yaml.load(said.content, yaml.CSafeLoader) == document.document()
    said = client.get("/api/schema/", headers={"Accept": "application/json"})
    assert json.loads(said.content) == document.document()


def test_it_needs_no_token_and_minds_none(client: Client) -> None:
    said = client.get("/api/schema/", headers={"Authorization": "Bearer tide_void"})
    assert said.status_code == 200


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        (None, "application/vnd.oai.openapi"),
        ("text/html,*/*;q=0.8", "application/vnd.oai.openapi"),
        ("application/json,*/*", "application/json"),
        ("application/vnd.oai.openapi+json", "application/vnd.oai.openapi+json"),
        ("application/yaml", "application/yaml"),
        ("image/png", "application/vnd.oai.openapi"),
    ],
)
def test_the_form_is_the_one_that_is_asked_for(
    client: Client, accept: str | None, kind: str
) -> None:
    said = client.get("/api/schema/", headers={} if accept is None else {"Accept": accept})
    assert said.status_code == 200
    assert said.headers["Content-Type"] == kind
    assert "Accept" in said.headers["Vary"]
    name = "tideapi.json" if "json" in kind else "tideapi.yaml"
    assert said.headers["Content-Disposition"] == f'inline; filename="{name}"'


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("/openapi.json", "application/json"),
        ("/api/schema/?format=json", "application/json"),
        ("/api/schema/?format=yaml", "application/vnd.oai.openapi"),
    ],
)
def test_an_address_may_ask_for_the_form(client: Client, address: str, kind: str) -> None:
    for accept in ("text/html,*/*;q=0.8", "image/png"):
        said = client.get(address, headers={"Accept": accept})
        assert (said.status_code, said.headers["Content-Type"]) == (200, kind)
        read = json.loads if kind == "application/json" else yaml.safe_load
        assert read(said.content) == document.document()


def test_a_form_that_the_document_does_not_have_is_refused(client: Client) -> None:
    said = client.get("/api/schema/?format=xml")
    assert (said.status_code, said.json()["code"]) == (400, "invalid_query")
    assert said.json()["errors"][0]["parameter"] == "format"


def test_the_document_may_be_read_by_pages_of_others(client: Client) -> None:
    said = client.get("/openapi.json", headers={"Origin": "https://editor.example"})
    assert said.headers["Access-Control-Allow-Origin"] == "*"


def test_the_index_leads_to_what_there_is(ann: Person, client: Client) -> None:
    shown = ann.get("").json
    assert client.get("/api/v1/").json() == shown
    assert shown.pop("version") == VERSION
    assert shown.pop("sandbox") is False
    unset = {name for name, address in shown.items() if address is None}
    assert unset <= {"source", "python_client", "typescript_client"}
    for address in (shown[name] for name in shown.keys() - unset):
        assert address.startswith("http://testserver/")
        assert client.options(address.removeprefix("http://testserver")).status_code != 404
    token = {"Authorization": f"Bearer {ann.token}"}
    for name in ("document", "docs", "rulesets", "games", "me", "my_games", "my_turns"):
        assert client.get(shown[name], headers=token).status_code == 200, name


ADDRESSES = ["/api/schema/", "/api/docs/"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_it_is_made_once_however_often_it_is_asked_for(
    client: Client, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = client.get(address)
    for maker in (
        "openapi_views.SchemaGenerator",
        "openapi_views.YamlRenderer",
        "reference.views.render_to_string",
    ):
        monkeypatch.setattr(f"tideapi.{maker}", None)
    # Whatever stands in the query makes no other.
    for query in ("", "?version=2", "?lang=x&form=json"):
        assert client.get(address + query).content == first.content


@pytest.mark.parametrize("address", ADDRESSES)
def test_who_has_it_is_not_sent_it_again(client: Client, address: str) -> None:
    first = client.get(address)
    assert first.headers["Cache-Control"] == "public, max-age=300"
    again = client.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    as_json = client.get("/api/schema/", headers={"Accept": "application/json"})
    assert as_json.headers["ETag"] != first.headers["ETag"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_they_are_only_to_be_looked_at(address: str) -> None:
    said = Client(enforce_csrf_checks=True).post(address)
    assert (said.status_code, said.json()["code"]) == (405, "method_not_allowed")
    assert said.headers["Allow"] == "GET, HEAD"
