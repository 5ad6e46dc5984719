"""Pages from elsewhere may send and read every header that the document names.

That a browser goes by this is for tests/system/browser/.
"""

from pathlib import Path

import pytest
from django.test import Client

from tests import document
from tideapi.web.application import OPEN_TO_ALL

ROOT = Path(__file__).parents[3]
ELSEWHERE = {"Origin": "https://elsewhere.example"}
pytestmark = pytest.mark.django_db


def words(header: str) -> set[str]:
    return {word.strip().lower() for word in header.split(",")}


def test_what_the_document_lets_clients_send_can_be_sent(client: Client) -> None:
    whole = document.document()
    parameters = [
        document.found(whole, parameter)
        for methods in whole["paths"].values()
        for operation in methods.values()
        for parameter in operation["parameters"]
    ]
    named = {one["name"].lower() for one in parameters if one["in"] == "header"}
    assert {"if-none-match", "last-event-id", "idempotency-key"} <= named
    asked = {**ELSEWHERE, "Access-Control-Request-Method": "POST"}
    said = client.options("/api/v1/games", headers=asked)
    assert said.status_code == 200
    allowed = words(said.headers["Access-Control-Allow-Headers"])
    assert named | {"authorization", "content-type", "x-request-id"} <= allowed
    assert said.headers["Access-Control-Allow-Origin"] == "*"


# What EventSource polyfills, OpenTelemetry and Sentry add.
SENT_BY_LIBRARIES = {"cache-control", "x-requested-with", "traceparent", "baggage", "sentry-trace"}
METHODS = {"get", "post", "put", "patch", "delete"}


@pytest.mark.parametrize("address", ["/api/v1/me/stream", "/oauth/token", "/openapi.json"])
def test_what_libraries_add_can_be_sent_and_whatever_else(client: Client, address: str) -> None:
    said = client.options(address, headers={**ELSEWHERE, "Access-Control-Request-Method": "PUT"})
    allowed = words(said.headers["Access-Control-Allow-Headers"])
    # Browsers take the asterisk for every name but this, and only where no cookies are sent.
    assert SENT_BY_LIBRARIES | {"authorization", "*"} <= allowed
    assert words(said.headers["Access-Control-Allow-Methods"]) >= METHODS
    assert "Access-Control-Allow-Credentials" not in said.headers


def test_what_the_document_says_that_answers_have_can_be_read(client: Client) -> None:
    named = {name.lower() for name in document.document()["components"]["headers"]}
    assert {"location", "www-authenticate", "retry-after", "etag"} <= named
    said = client.get("/api/v1/games", headers=ELSEWHERE)
    assert named | {"link"} <= words(said.headers["Access-Control-Expose-Headers"])


def test_what_is_refused_before_any_call_can_be_read_too() -> None:
    exposed = words(dict(OPEN_TO_ALL)[b"access-control-expose-headers"].decode())
    assert {"retry-after", "x-request-id"} <= exposed


def test_pages_that_are_no_part_of_the_api_stay_closed(client: Client) -> None:
    for address in ("/admin/login/", "/healthz", "/metrics"):
        said = client.get(address, headers=ELSEWHERE)
        assert "Access-Control-Allow-Origin" not in said.headers
