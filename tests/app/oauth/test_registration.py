"""Apps that register themselves: as what, as what not, and how often."""

import json
from codecs import BOM_UTF8
from typing import Any

import pytest
from django.test import Client

from players import models
from tests.app.oauth.app import HOME, App

pytestmark = pytest.mark.django_db

DEVICE = "urn:ietf:params:oauth:grant-type:device_code"


def test_an_app_registers_and_has_no_secret() -> None:
    app = App()
    assert app.registered.status_code == 201
    said = app.registered.json()
    assert said["token_endpoint_auth_method"] == "none"
    assert said["grant_types"] == ["authorization_code", "refresh_token"]
    assert "client_secret" not in said
    row = models.App.objects.get(client_id=app.id)
    assert (row.user, row.client_secret, row.registration_source) == (None, "", "dcr")


@pytest.mark.parametrize(
    "wish",
    [
        {"grant_types": ["password"]},
        {"grant_types": ["implicit"]},
        {"grant_types": ["client_credentials"]},
        {"grant_types": ["authorization_code", "implicit"]},
        {"grant_types": ["urn:ietf:params:oauth:grant-type:jwt-bearer"]},
        {"grant_types": ["refresh_token"]},
        {"grant_types": []},
        {"grant_types": "authorization_code"},
        {"grant_types": [None]},
        {"response_types": ["token"]},
        {"redirect_uris": ["http://board.example/back"]},
        {"redirect_uris": ["http://127.0.0.1.board.example/back"]},
        {"redirect_uris": ["http://localhost@board.example/back"]},
        {"redirect_uris": ["https://lichess.org@board.example/back"]},
        {"redirect_uris": ["https://lichess.org:x@board.example/back"]},
        {"redirect_uris": ["https://board.example\\@lichess.org/back"]},
        {"redirect_uris": ["https://board.example:99999/back"]},
        {"redirect_uris": ["https://board.example;script-src/back"]},
        {"redirect_uris": ["https://board.example,lichess.org/back"]},
        {"redirect_uris": ["https://b\u00f6ard.example/back"]},
        {"redirect_uris": ["https://*.example/back"]},
        {"redirect_uris": ["https://board_.example'/back"]},
        {"redirect_uris": ["https://[fe80::1%25a;b]/back"]},
        {"redirect_uris": ["https:///back"]},
        {"redirect_uris": ["javascript:alert(1)"]},
        {"redirect_uris": ["board://back"]},
        {"redirect_uris": ["board:/back"]},
        {"redirect_uris": ["com.example.board:back"]},
        {"redirect_uris": ["com.example.board://thief.example/back"]},
        {"redirect_uris": ["com.example.board:/back#here"]},
        {"redirect_uris": ["com.example.board;script-src:/back"]},
        {"redirect_uris": ["https://board.example/#back"]},
        {"redirect_uris": ["https://board.example/\u0000"]},
        {"redirect_uris": ["https://[board/"]},
        {"redirect_uris": [f"{HOME}/{'x' * 500}"]},
        {"redirect_uris": [f"{HOME}/{number}" for number in range(11)]},
        {"redirect_uris": []},
        {"redirect_uris": HOME},
        {"client_name": "x" * 61},
        {"client_name": "\u202egnissap"},
        {"client_name": "\u0000"},
        {"client_name": None},
        {"client_name": 5},
        {"token_endpoint_auth_method": "private_key_jwt"},
        {"token_endpoint_auth_method": ["none"]},
    ],
)
def test_what_no_app_may_be_is_refused(wish: dict[str, Any]) -> None:
    said = App(**wish).registered
    wrong = "invalid_redirect_uri" if "redirect_uris" in wish else "invalid_client_metadata"
    assert (said.status_code, said.json()["error"]) == (400, wrong)
    assert "DOT" not in said.json()["error_description"]
    assert not models.App.objects.exists()


def test_a_byte_order_mark_before_json_is_ignored(app: App) -> None:
    wish = json.dumps({"redirect_uris": [HOME]}).encode()
    assert app.register(BOM_UTF8 + wish).status_code == 201


@pytest.mark.parametrize("body", [b"", b"no JSON", b"[]", b'"text"', b"[" * 60_000, b"\xff"])
def test_a_body_that_is_no_json_object_is_refused(app: App, body: bytes) -> None:
    said = app.register(body)
    assert (said.status_code, said.json()["error"]) == (400, "invalid_client_metadata")


@pytest.mark.parametrize(
    "uri", ["http://127.0.0.1/back", "http://[::1]/back", "http://localhost:8080/back"]
)
def test_plain_http_is_for_the_same_device(uri: str) -> None:
    assert App(redirect_uris=[uri]).registered.status_code == 201


def test_a_terminal_needs_no_address() -> None:
    said = App(grant_types=[DEVICE], redirect_uris=[]).registered
    assert (said.status_code, said.json()["grant_types"]) == (201, [DEVICE])


def test_a_scheme_of_the_apps_own_gets_a_code_and_the_page_names_it(anns: Client) -> None:
    app = App(redirect_uris=["com.example.board:/back"])
    assert app.registered.status_code == 201
    app.redirect = "com.example.board:/back"
    page = anns.get(app.question())
    assert "a program on this device, <strong>com.example.board:</strong>" in page.content.decode()
    assert "form-action 'self' com.example.board:;" in page.headers["Content-Security-Policy"]
    said = app.consents(anns, app.question())
    assert said.headers["Location"].startswith("com.example.board:/back?code=")
    assert app.signs_in(anns).get("/me").status == 200
    other = anns.get(app.question(redirect_uri="com.example.thief:/back"))
    assert other.status_code == 400


def test_without_pkce_a_scheme_of_the_apps_own_gets_nothing(anns: Client) -> None:
    app = App(redirect_uris=["com.example.board:/back"])
    app.redirect = "com.example.board:/back"
    said = anns.get(app.question(code_challenge="", code_challenge_method=""))
    assert said.status_code == 400


def test_one_registration_has_pkce_and_the_device_flow(anns: Client) -> None:
    app = App(grant_types=["authorization_code", "refresh_token", DEVICE])
    assert app.registered.status_code == 201
    known = app.registered.json()
    assert known["grant_types"] == ["authorization_code", "refresh_token", DEVICE]
    assert app.signs_in(anns).get("/me").status == 200
    begun = app.sends("/oauth/device-authorization", client_id=app.id)
    assert begun.status_code == 200
    asked = {"grant_type": DEVICE, "device_code": begun.json()["device_code"]}
    assert app.token(**asked).json()["error"] == "authorization_pending"
    headers = {"Authorization": f"Bearer {known['registration_access_token']}"}
    path = known["registration_client_uri"]
    assert app.client.get(path, headers=headers).json()["grant_types"] == known["grant_types"]
    wish = {"redirect_uris": [HOME], "grant_types": ["authorization_code"]}
    changed = app.client.put(path, json.dumps(wish), headers=headers).json()
    assert changed["grant_types"] == ["authorization_code", "refresh_token"]
    refused = app.sends("/oauth/device-authorization", client_id=app.id).json()
    assert refused["error"] == "unauthorized_client"


def test_who_registers_too_often_is_told_when_to_come_again(settings: Any) -> None:
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "app_registrations": (0, 3600)}
    said = App().registered
    assert (said.status_code, said.json()["code"]) == (429, "throttled")
    assert int(said.headers["Retry-After"]) > 0


def test_an_operator_can_turn_it_off(settings: Any) -> None:
    closed = {**settings.OAUTH2_PROVIDER, "DCR_ENABLED": False, "CIMD_ENABLED": False}
    settings.OAUTH2_PROVIDER = closed
    assert App().registered.status_code == 404
    said = Client().get("/.well-known/oauth-authorization-server").json()
    assert "registration_endpoint" not in said
    assert said["client_id_metadata_document_supported"] is False


def test_it_is_registered_for_nobody_whoever_looks_at_the_page(anns: Client) -> None:
    wish = json.dumps({"redirect_uris": [HOME]})
    assert anns.post("/oauth/register", wish, content_type="text/plain").status_code == 201
    assert models.App.objects.get().user is None


def test_an_app_changes_and_ends_its_registration_by_the_token_that_came_with_it() -> None:
    app = App()
    known = app.registered.json()
    headers = {"Authorization": f"Bearer {known['registration_access_token']}"}
    wish = {"redirect_uris": [f"{HOME}/more"], "client_name": "Board 2"}
    path = known["registration_client_uri"]
    for bad in ({"grant_types": ["password"]}, {"redirect_uris": ["http://board.example/"]}):
        said = app.client.put(path, json.dumps(wish | bad), headers=headers)
        assert said.status_code == 400
    changed = app.client.put(path, json.dumps(wish), headers=headers).json()
    assert changed["redirect_uris"] == [f"{HOME}/more"]
    # An answer that is lost takes no token away.
    assert changed["registration_access_token"] == known["registration_access_token"]
    assert app.client.get(path, headers=headers).status_code == 200
    assert app.client.delete(path, headers=headers).status_code == 204
    assert not models.App.objects.exists()


def test_the_token_of_a_registration_is_none_for_the_api(app: App) -> None:
    token = app.registered.json()["registration_access_token"]
    headers = {"Authorization": f"Bearer {token}"}
    assert Client().get("/api/v1/me", headers=headers).status_code == 401
