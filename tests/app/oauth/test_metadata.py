"""What clients find out by themselves is complete, and true."""

from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from django.test import Client
from django.urls import resolve

from common.rest.scopes import PERSONAL, SCOPES
from tests.app.oauth.app import App
from tests.people import Person

pytestmark = pytest.mark.django_db

LENT = sorted(SCOPES.keys() - PERSONAL)


@pytest.fixture
def issuer() -> Any:
    return Client().get("/.well-known/oauth-authorization-server").json()


def test_who_issues_tokens_says_how(issuer: Any) -> None:
    here = "http://testserver"
    assert issuer == {
        "issuer": here,
        "authorization_endpoint": f"{here}/oauth/authorize",
        "token_endpoint": f"{here}/oauth/token",
        "revocation_endpoint": f"{here}/oauth/revoke",
        "registration_endpoint": f"{here}/oauth/register",
        "device_authorization_endpoint": f"{here}/oauth/device-authorization",
        "service_documentation": f"{here}/docs/apps",
        "response_types_supported": ["code"],
        "grant_types_supported": [
            "authorization_code",
            "refresh_token",
            "urn:ietf:params:oauth:grant-type:device_code",
        ],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "authorization_response_iss_parameter_supported": True,
        "client_id_metadata_document_supported": True,
        "scopes_supported": LENT,
    }


def test_every_address_in_it_leads_somewhere(issuer: Any) -> None:
    for name, value in issuer.items():
        if name.endswith("_endpoint"):
            assert resolve(urlsplit(value).path).namespace == "oauth2_provider", name


def test_a_refusal_leads_to_who_issues_tokens(stranger: Person) -> None:
    said = stranger.get("/me")
    where = "http://testserver/.well-known/oauth-protected-resource/api/v1"
    assert said.headers["WWW-Authenticate"] == f'Bearer resource_metadata="{where}"'
    assert Client().get(where).json() == {
        "resource": "http://testserver/api/v1",
        "resource_name": "tideapi",
        "resource_documentation": "http://testserver/docs/apps#scopes",
        "authorization_servers": ["http://testserver"],
        "bearer_methods_supported": ["header"],
        "scopes_supported": LENT,
    }


def test_a_token_that_is_not_known_is_called_so() -> None:
    for token in ("tideo_unknown", "tide_unknown"):
        said = Person(token).get("/me")
        assert said.headers["WWW-Authenticate"].startswith('Bearer error="invalid_token", ')


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/oauth/token"),
        ("POST", "/oauth/revoke"),
        ("POST", "/oauth/register"),
        ("POST", "/oauth/device-authorization"),
        ("GET", "/.well-known/oauth-authorization-server"),
        ("GET", "/.well-known/oauth-protected-resource/api/v1"),
    ],
)
def test_a_page_from_elsewhere_can_read_it(method: str, path: str) -> None:
    said = Client().generic(method, path, headers={"Origin": "https://board.example"})
    assert said.headers["Access-Control-Allow-Origin"] == "*"


def test_no_page_from_elsewhere_can_read_what_a_person_sees(anns: Client) -> None:
    for path in ("/oauth/authorize", "/oauth/device", "/account/apps/", "/account/tokens/"):
        said = anns.get(path, headers={"Origin": "https://board.example"})
        assert "Access-Control-Allow-Origin" not in said.headers


FORM = "application/x-www-form-urlencoded"
REFRESH = {"grant_type": "refresh_token", "refresh_token": "x"}
TOKEN, REVOKE, DEVICE = "/oauth/token", "/oauth/revoke", "/oauth/device-authorization"


@pytest.mark.parametrize(
    ("path", "sent", "error"),
    [
        (TOKEN, {}, "invalid_request"),
        (TOKEN, {"grant_type": ""}, "invalid_request"),
        (TOKEN, {"grant_type": "authorization_code", "code": "x"}, "invalid_client"),
        (TOKEN, REFRESH | {"client_id": "nobody"}, "invalid_client"),
        (TOKEN, REFRESH | {"client_id": "{own}"}, "invalid_grant"),
        (TOKEN, {"grant_type": "password", "client_id": "{own}"}, "unsupported_grant_type"),
        (TOKEN, {"grant_type": "refresh_token", "client_id": "{own}"}, "invalid_request"),
        (TOKEN, {"grant_type": ["refresh_token"] * 2, "client_id": "{own}"}, "invalid_request"),
        (TOKEN, {"grant_type": "authorization_code", "client_id": "{own}"}, "invalid_request"),
        (REVOKE, {}, "invalid_request"),
        (REVOKE, {"token": "x"}, "invalid_client"),
        (REVOKE, {"token": "x", "client_id": "nobody"}, "invalid_client"),
        (DEVICE, {}, "invalid_request"),
        (DEVICE, {"scope": "game:read"}, "invalid_request"),
        (DEVICE, {"client_id": "nobody"}, "invalid_request"),
        (DEVICE, {"client_id": "{own}"}, "unauthorized_client"),
    ],
)
def test_errors_are_as_rfc_6749_has_them(path: str, sent: dict[str, Any], error: str) -> None:
    own = App().id
    data = {name: own if value == "{own}" else value for name, value in sent.items()}
    said = Client().post(path, urlencode(data, doseq=True), content_type=FORM)
    assert (said.status_code, said.json()["error"]) == (400, error), said.content
    assert said.headers["Content-Type"] == "application/json"
    assert said.headers["Cache-Control"] == "no-store"
    assert "WWW-Authenticate" not in said.headers


def test_a_client_that_sends_its_name_as_a_header_is_told_which_scheme_is_known() -> None:
    for path in (TOKEN, REVOKE):
        sent = REFRESH | {"token": "x"}
        said = Client().post(path, sent, headers={"Authorization": "Basic YTpi"})
        assert (said.status_code, said.json()["error"]) == (401, "invalid_client")
        assert said.headers["WWW-Authenticate"] == 'Basic realm="tideapi"'


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
@pytest.mark.parametrize("what", ["authorization-server", "protected-resource/api/v1"])
def test_metadata_is_only_read(method: str, what: str) -> None:
    said = Client(enforce_csrf_checks=True).generic(method, f"/.well-known/oauth-{what}")
    assert said.status_code == 405
    assert "GET" in said.headers["Allow"]
