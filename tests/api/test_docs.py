"""The document and the two pages to read it, all served from here."""

import json
import re

import pytest
import yaml
from django.test import Client

from tests import document

pytestmark = pytest.mark.django_db


def test_the_document_is_served_as_yaml_and_as_json(client: Client) -> None:
    said = client.get("/api/schema/")
    assert said.status_code == 200
    assert said.headers["Content-Type"].startswith("application/vnd.oai.openapi")
    assert yaml.safe_load(said.content) == document.document()
    said = client.get("/api/schema/", headers={"Accept": "application/json"})
    assert json.loads(said.content) == document.document()


@pytest.mark.parametrize("address", ["/api/docs/", "/api/redoc/"])
def test_a_page_fetches_everything_from_this_server(client: Client, address: str) -> None:
    said = client.get(address)
    assert said.status_code == 200
    assert said.headers["Content-Type"].startswith("text/html")
    page = said.content.decode()
    fetched = re.findall(r"""(?:src|href)=["']([^"']+)["']""", page)
    files = [one for one in fetched if not one.startswith("data:")]
    assert files
    for one in files:
        assert re.match(r"/(?!/)", one), one
        file = client.get(one)
        assert file.status_code == 200, one
        file.close()
    assert "/api/schema/" in page
    assert "default-src 'self'" in said.headers["Content-Security-Policy"]


def test_they_need_no_token_and_mind_none(client: Client) -> None:
    for address in ("/api/schema/", "/api/docs/", "/api/redoc/"):
        said = client.get(address, headers={"Authorization": "Bearer tide_void"})
        assert said.status_code == 200
