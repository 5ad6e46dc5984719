"""What clients find out by themselves, and read in the guide, is complete, and true."""

import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import resolve

from common.rest.scopes import PERSONAL, SCOPES
from players.oauth.urls import urlpatterns
from tests.app.oauth.app import DEVICE, App, Terminal, agrees
from tests.people import Person
from tests.unit.docs.pages import cells, page

pytestmark = pytest.mark.django_db

LENT = sorted(SCOPES.keys() - PERSONAL)
"""Scopes that a player can give an app: all but `token:write`, which takes a password or passkey."""


def test_who_issues_tokens_says_how() -> None:
    here = "http://testserver"
    issuer = Client().get("/.well-known/oauth-authorization-server").json()
    endpoints = {
        "authorization_endpoint": "oauth/authorize",
        "token_endpoint": "oauth/token",
        "revocation_endpoint": "oauth/revoke",
        "registration_endpoint": "oauth/register",
        "device_authorization_endpoint": "oauth/device-authorization",
    }
    assert issuer == {
        **{name: f"{here}/{path}" for name, path in endpoints.items()},
        "issuer": here,
        "service_documentation": f"{here}/docs/apps",
        "response_types_supported": ["code"],
        "grant_types_supported": ["authorization_code", "refresh_token", DEVICE],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "authorization_response_iss_parameter_supported": True,
        "client_id_metadata_document_supported": True,
        "scopes_supported": LENT,
    }
    for path in endpoints.values():
        assert resolve(f"/{path}").namespace == "oauth2_provider", path


def test_a_refusal_leads_to_who_issues_tokens(stranger) -> None:
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
    # One as an app has it, one as a player makes it: they are looked up in two tables.
    for token in ("tideo_unknown", "tide_unknown"):
        said = Person(token).get("/me")
        assert said.headers["WWW-Authenticate"].startswith('Bearer error="invalid_token", ')


def test_a_page_from_elsewhere_reads_what_programs_are_answered(anns_browser) -> None:
    origin = {"Origin": "https://board.example"}
    for path in ("token", "revoke", "register", "device-authorization"):
        said = Client().post(f"/oauth/{path}", headers=origin)
        assert said.headers["Access-Control-Allow-Origin"] == "*"
    for path in ("authorization-server", "protected-resource/api/v1"):
        said = Client().get(f"/.well-known/oauth-{path}", headers=origin)
        assert said.headers["Access-Control-Allow-Origin"] == "*"
        # No CSRF check comes first: its refusal, 403, would not say that the method is wrong.
        said = Client(enforce_csrf_checks=True).post(f"/.well-known/oauth-{path}")
        assert (said.status_code, "GET" in said.headers["Allow"]) == (405, True)
    for path in ("/oauth/authorize", "/oauth/device", "/account/apps/", "/account/tokens/"):
        assert "Access-Control-Allow-Origin" not in anns_browser.get(path, headers=origin).headers


FORM = "application/x-www-form-urlencoded"
REFRESH = {"grant_type": "refresh_token", "refresh_token": "x"}
TOKEN, REVOKE, BEGIN = "/oauth/token", "/oauth/revoke", "/oauth/device-authorization"


@pytest.mark.parametrize(
    ("path", "sent", "error"),
    [
        (TOKEN, {}, "invalid_request"),
        (TOKEN, {"grant_type": "authorization_code", "code": "x"}, "invalid_client"),
        (TOKEN, REFRESH | {"client_id": "nobody"}, "invalid_client"),
        (TOKEN, {"grant_type": "password", "client_id": "{own}"}, "unsupported_grant_type"),
        (TOKEN, {"grant_type": "refresh_token", "client_id": "{own}"}, "invalid_request"),
        (TOKEN, {"grant_type": DEVICE, "client_id": "{own}"}, "invalid_request"),
        (TOKEN, {"grant_type": DEVICE, "client_id": "{own}", "device_code": "x"}, "invalid_grant"),
        (REVOKE, {}, "invalid_request"),
        (REVOKE, {"token": "x"}, "invalid_client"),
        (BEGIN, {}, "invalid_request"),
        # Here the OAuth library has another code for an unknown client than at the token endpoint.
        (BEGIN, {"client_id": "nobody"}, "invalid_request"),
        # It was not registered for the device flow.
        (BEGIN, {"client_id": "{own}"}, "unauthorized_client"),
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


def test_a_client_that_authenticates_by_a_header_gets_401_and_the_scheme_it_used() -> None:
    """RFC 6749, section 5.2, asks for both. `YTpi` is "a:b", as base64; apps have no secret to send."""
    for path in (TOKEN, REVOKE):
        sent = REFRESH | {"token": "x"}
        said = Client().post(path, sent, headers={"Authorization": "Basic YTpi"})
        assert (said.status_code, said.json()["error"]) == (401, "invalid_client")
        assert said.headers["WWW-Authenticate"] == 'Basic realm="tideapi"'


# A table has the number of its first line, and its rows; the first two are its head.
((_, ROWS),) = (one for one in page("docs/apps.md").tables() if "endpoint" in one[1][0])
ANSWERS = {row[0].partition(" (")[0].replace("`", ""): row[2] for row in map(cells, ROWS[2:])}


def check_named(endpoint: str, answer: Any) -> None:
    """Fail unless the table names every field of an answer."""
    assert {*answer} <= {*re.findall(r"`(\w+)`", ANSWERS[endpoint])}


def test_the_guide_has_all_endpoints_and_their_answers(app, anns_browser) -> None:
    routes = [str(one.pattern).replace("<str:client_id>", "{client_id}") for one in urlpatterns]
    for_people = ("account/", "oauth/not-me", "oauth/device")
    called = {f"/{one}" for one in routes if not one.startswith(for_people)}
    # BEGIN begins like the page `oauth/device`, and is for programs all the same.
    assert {name.split()[1] for name in ANSWERS} == called | {BEGIN}
    check_named("POST /oauth/register", app.registered.json())
    app.signs_in(anns_browser)
    check_named("POST /oauth/token", app.tokens)
    check_named("POST /oauth/token", app.refreshes(app.tokens["refresh_token"]).json())
    terminal = Terminal()
    begun = terminal.begins().json()
    check_named("POST /oauth/device-authorization", begun)
    agrees(anns_browser, begun["user_code"])
    check_named("POST /oauth/token", terminal.polls(begun["device_code"]).json())
