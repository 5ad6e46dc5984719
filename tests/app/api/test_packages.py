"""What leads from a server's address to its code and to the packages of the client libraries."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests import document
from tests.unit.docs.pages import ROOT
from tideapi import packages
from tideapi.guides import views as guides
from tideapi.reference import views as reference

pytestmark = pytest.mark.django_db
CODE = "https://code.example/tideapi"


@pytest.fixture
def _rendered_for_this_test() -> Any:
    kept = (guides._render_guides, guides._render_guide, reference._render_overview)
    for one in kept:
        one.cache_clear()
    yield
    for one in kept:
        one.cache_clear()


def test_the_index_names_the_packages_that_are_there(
    client: Client, settings: Any, tmp_path: Path
) -> None:
    settings.TIDE_PACKAGES = tmp_path
    names = {"python_client": packages.WHEEL, "typescript_client": packages.TARBALL}
    said = client.get("/api/v1").json()
    assert [said[one] for one in names] == [None, None]
    for name, package in names.items():
        (tmp_path / package).write_bytes(b"PK")
        address = client.get("/api/v1").json()[name]
        assert address == f"http://testserver/static/packages/{package}"


def test_the_index_names_the_code(client: Client, settings: Any) -> None:
    assert client.get("/api/v1").json()["source"] is None
    settings.TIDE_SOURCE_URL = CODE
    assert client.get("/api/v1").json()["source"] == CODE


@pytest.mark.usefixtures("_rendered_for_this_test")
@pytest.mark.parametrize("source", ["", CODE])
def test_guides_and_reference_lead_to_the_code(client: Client, settings: Any, source: str) -> None:
    settings.TIDE_SOURCE_URL = source
    for said in (client.get("/docs/").content, reference._render_overview().body):
        assert (f'href="{CODE}"'.encode() in said) == bool(source)


@pytest.mark.usefixtures("_rendered_for_this_test")
@pytest.mark.parametrize(
    ("language", "package"), [("python", packages.WHEEL), ("typescript", packages.TARBALL)]
)
def test_the_page_of_a_library_installs_it_from_this_server(
    client: Client, settings: Any, language: str, package: str
) -> None:
    settings.TIDE_URL = "https://games.example"
    said = client.get(f"/docs/client-libraries/{language}").content.decode()
    assert f"install https://games.example/static/packages/{package}" in said


def test_the_document_leads_to_the_code_where_a_setting_names_it() -> None:
    assert "externalDocs" not in document.document()
    shown = "from tideapi.settings import SPECTACULAR_SETTINGS as known; print(known['EXTERNAL_DOCS']['url'])"
    given = {**os.environ, "TIDE_SOURCE_URL": f"{CODE}/"}
    done = subprocess.run(
        [sys.executable, "-c", shown],
        env=given,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"{CODE}\n"
