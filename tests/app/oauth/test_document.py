"""The second document: OAuth as a security scheme, and its endpoints as they really answer."""

from typing import Any

import pytest
from django.test import Client
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from players.oauth.openapi import PATHS, SCHEMAS
from players.oauth.urls import urlpatterns
from tests.app.oauth.app import App
from tests.app.oauth.test_device import Terminal, agrees
from tests.document import document as first_document
from tideapi.rest.scopes import PERSONAL, SCOPES

pytestmark = pytest.mark.django_db

Json = dict[str, Any]
FOR_PEOPLE = ("account/", "oauth/not-me", "oauth/device")


@pytest.fixture
def document() -> Json:
    said = Client().get("/openapi-oauth.json")
    assert (said.status_code, said.headers["Content-Type"]) == (200, "application/json")
    found: Json = said.json()
    return found


def check(name: str, value: Any) -> None:
    """Fail unless this is all that the schema says, and nothing that it does not name."""
    Draft202012Validator({**SCHEMAS[name], "additionalProperties": False}).validate(value)


def test_it_keeps_to_openapi_3_1(document: Json) -> None:
    OpenAPIV31SpecValidator(document).validate()


def test_pages_of_others_may_read_it() -> None:
    said = Client().get("/openapi-oauth.json", headers={"Origin": "https://editor.example"})
    assert said.headers["Access-Control-Allow-Origin"] == "*"


def test_it_is_the_first_with_an_app_s_token_beside_a_bearer_token(document: Json) -> None:
    for path, methods in first_document()["paths"].items():
        for method, operation in methods.items():
            found = document["paths"][path][method]
            assert {**found, "security": None} == {**operation, "security": None}
            bearer = [one["bearer"] for one in operation["security"] if "bearer" in one]
            own = [one["oauth"] for one in found["security"] if "oauth" in one]
            assert own == [scopes for scopes in bearer if not PERSONAL & {*scopes}]
            assert [one for one in found["security"] if "oauth" not in one] == operation["security"]


def test_the_scheme_has_the_addresses_and_scopes_of_the_metadata(
    document: Json, settings: Any
) -> None:
    known = Client().get("/.well-known/oauth-authorization-server").json()
    scheme = document["components"]["securitySchemes"]["oauth"]
    code, device = (
        scheme["flows"][name] for name in ("authorizationCode", "x-deviceAuthorization")
    )
    here = {
        name: one.replace("http://testserver", settings.TIDE_URL)
        for name, one in known.items()
        if isinstance(one, str)
    }
    assert code["authorizationUrl"] == here["authorization_endpoint"]
    assert code["tokenUrl"] == code["refreshUrl"] == device["tokenUrl"] == here["token_endpoint"]
    assert device["deviceAuthorizationUrl"] == here["device_authorization_endpoint"]
    assert code["scopes"] == device["scopes"]
    assert code["scopes"] == {name: SCOPES[name] for name in known["scopes_supported"]}


def test_it_has_all_endpoints_for_programs() -> None:
    routes = [str(one.pattern).replace("<str:client_id>", "{client_id}") for one in urlpatterns]
    programs = {f"/{one}" for one in routes if not one.startswith(FOR_PEOPLE)}
    assert {*PATHS} == programs | {"/oauth/device-authorization"}


def test_its_examples_fit_its_schemas() -> None:
    for schema in SCHEMAS.values():
        for example in schema["examples"]:
            Draft202012Validator(schema).validate(example)


def test_an_app_is_answered_as_it_says(app: App, anns: Client) -> None:
    check("OAuthApp", app.registered.json())
    check("OAuthError", app.register({"redirect_uris": 5}).json())
    app.signs_in(anns)
    check("OAuthTokens", app.tokens)
    check("OAuthTokens", app.refreshes(app.tokens["refresh_token"]).json())
    check("OAuthError", app.refreshes("unknown").json())
    entry = f"/oauth/register/{app.id}"
    token = {"Authorization": f"Bearer {app.registered.json()['registration_access_token']}"}
    check("OAuthApp", app.client.get(entry, headers=token).json())
    assert app.client.get(entry).status_code == 401
    assert app.client.delete(entry, headers=token).status_code == 204


def test_a_terminal_is_answered_as_it_says(anns: Client) -> None:
    terminal = Terminal()
    begun = terminal.begins().json()
    check("OAuthDevice", begun)
    check("OAuthError", terminal.polls(begun["device_code"]).json())
    agrees(anns, begun["user_code"])
    check("OAuthTokens", terminal.polls(begun["device_code"]).json())
