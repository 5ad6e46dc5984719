"""Swagger UI, which is there with its package."""

import re
from html import unescape

import pytest
from django.test import Client

from tests.optional_packages import needs

pytestmark = [pytest.mark.django_db, needs("swagger")]


def test_swagger_ui_shows_the_document_from_files_of_this_server(client: Client) -> None:
    page = client.get("/api/swagger/")
    files = re.findall(r'(?:href|src)="([^"]+)"', page.content.decode())
    assert len(files) == 5
    assert all(file.startswith(("/static/", "/api/swagger/")) for file in files)
    *_, start = answers = [client.get(unescape(file)) for file in files]
    assert {answer.status_code for answer in answers} == {200}
    assert start["Content-Type"] == "application/javascript"
    assert 'url: "/openapi.json"' in start.content.decode()
    assert "<style" not in page.content.decode(), "the policy refuses it"
