"""Apps that register themselves, that are an address, or that an operator enters."""

import json
from codecs import BOM_UTF8
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client, override_settings

from common.outside import addresses, post
from players import models
from players.models import AppToken, Player
from tests.app.api.refusals import refused
from tests.app.oauth.app import DEVICE, HOME, App, error_of
from tests.form_fields import form_fields

pytestmark = pytest.mark.django_db


def test_an_app_registers_for_nobody_and_has_no_secret(anns_browser) -> None:
    wish = json.dumps({"redirect_uris": [HOME]}).encode()
    # A page cannot have it registered for the player who looks at it, and a byte order mark is ignored.
    said = anns_browser.post("/oauth/register", BOM_UTF8 + wish, content_type="text/plain")
    assert said.status_code == 201
    known = said.json()
    assert known["token_endpoint_auth_method"] == "none"
    assert known["grant_types"] == ["authorization_code", "refresh_token"]
    assert "client_secret" not in known
    row = models.App.objects.get(client_id=known["client_id"])
    assert (row.user, row.client_secret, row.registration_source) == (None, "", "dcr")
    # Its token is none for the API.
    headers = {"Authorization": f"Bearer {known['registration_access_token']}"}
    assert Client().get("/api/v1/me", headers=headers).status_code == 401


FAULTS: dict[str, list[Any]] = {
    "grant_types": [
        *(["password"], ["authorization_code", "implicit"], ["refresh_token"], []),
        "authorization_code",
    ],
    "response_types": [["token"]],
    "client_name": ["x" * 61, "\u202egnissap", "\u0000", None, 5],
    "token_endpoint_auth_method": ["private_key_jwt", ["none"]],
    "redirect_uris": [
        *([], HOME, [f"{HOME}/{number}" for number in range(11)], [f"{HOME}/{'x' * 500}"]),
        *(["http://board.example/back"], ["http://127.0.0.1.board.example/back"]),
        *(["http://localhost@board.example/back"], ["https://lichess.org@board.example/back"]),
        *(["https://board.example\\@lichess.org/back"], ["https://board.example:99999/back"]),
        *(["https://board_.example'/back"], ["https://[fe80::1%25a;b]/back"], ["https:///back"]),
        *(["javascript:alert(1)"], ["board://back"], ["board:/back"], ["com.example.board:back"]),
        *(["com.example.board://thief.example/back"], ["com.example.board:/back#here"]),
        *(["com.example.board;script-src:/back"], ["https://board.example/#back"]),
        *(["https://board.example/\u0000"], ["https://[board/"]),
    ],
}


@pytest.mark.parametrize("field", FAULTS)
def test_what_no_app_may_be_is_refused(field: str) -> None:
    error = "invalid_redirect_uri" if field == "redirect_uris" else "invalid_client_metadata"
    for value in FAULTS[field]:
        said = App(**{field: value}).registered
        assert error_of(said) == error, value
        assert "DOT" not in said.json()["error_description"]
    assert not models.App.objects.exists()


@pytest.mark.parametrize("body", [b"", b"no JSON", b"[]", b'"text"', b"[" * 60_000, b"\xff"])
def test_a_body_that_is_no_json_object_is_refused(app, body: bytes) -> None:
    assert error_of(app.register(body)) == "invalid_client_metadata"


def test_plain_http_is_for_the_same_device_and_a_terminal_needs_no_address() -> None:
    for uri in ("http://127.0.0.1/back", "http://[::1]/back", "http://localhost:8080/back"):
        assert App(redirect_uris=[uri]).registered.status_code == 201
    said = App(grant_types=[DEVICE], redirect_uris=[]).registered
    assert (said.status_code, said.json()["grant_types"]) == (201, [DEVICE])


def test_a_scheme_of_the_apps_own_gets_a_code_with_pkce_and_the_page_names_it(anns_browser) -> None:
    app = App(redirect_uris=["com.example.board:/back"])
    app.redirect = "com.example.board:/back"
    page = anns_browser.get(app.question())
    assert "a program on this device, <strong>com.example.board:</strong>" in page.content.decode()
    assert "form-action 'self' com.example.board:;" in page.headers["Content-Security-Policy"]
    said = app.consents(anns_browser, app.question())
    assert said.headers["Location"].startswith("com.example.board:/back?code=")
    without_pkce = {"code_challenge": "", "code_challenge_method": ""}
    for wrong in ({"redirect_uri": "com.example.thief:/back"}, without_pkce):
        other = App(redirect_uris=["com.example.board:/back"])
        other.redirect = app.redirect
        assert anns_browser.get(other.question(**wrong)).status_code == 400


def test_one_registration_has_pkce_and_the_device_flow(anns_browser) -> None:
    app = App(grant_types=["authorization_code", "refresh_token", DEVICE])
    known = app.registered.json()
    assert known["grant_types"] == ["authorization_code", "refresh_token", DEVICE]
    assert app.signs_in(anns_browser).get("/me").status == 200
    begun = app.sends("/oauth/device-authorization", client_id=app.id).json()
    asked = {"grant_type": DEVICE, "device_code": begun["device_code"]}
    assert error_of(app.token(**asked)) == "authorization_pending"
    headers = {"Authorization": f"Bearer {known['registration_access_token']}"}
    path = known["registration_client_uri"]
    assert app.client.get(path, headers=headers).json()["grant_types"] == known["grant_types"]
    wish = {"redirect_uris": [HOME], "grant_types": ["authorization_code"]}
    changed = app.client.put(path, json.dumps(wish), headers=headers).json()
    assert changed["grant_types"] == ["authorization_code", "refresh_token"]
    said = app.sends("/oauth/device-authorization", client_id=app.id)
    assert error_of(said) == "unauthorized_client"


def test_registration_is_limited_and_an_operator_can_turn_it_off(settings) -> None:
    with override_settings(TIDE_LIMITS={**settings.TIDE_LIMITS, "app_registrations": (0, 3600)}):
        said = App().registered
    assert (said.status_code, said.json()["code"]) == (429, "throttled")
    assert int(said.headers["Retry-After"]) > 0
    closed = {**settings.OAUTH2_PROVIDER, "DCR_ENABLED": False, "CIMD_ENABLED": False}
    settings.OAUTH2_PROVIDER = closed
    assert App().registered.status_code == 404
    known = Client().get("/.well-known/oauth-authorization-server").json()
    assert "registration_endpoint" not in known
    assert known["client_id_metadata_document_supported"] is False


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
    assert app.client.delete(path, headers=headers).status_code == 204
    assert not models.App.objects.exists()


# -- apps that are an address: what the server reads there, and what it does not

ADDRESS = "https://far.example/app.json"


class Site:
    """A site with one document, in the place of `post.get`, which tests/unit/players prove."""

    def __init__(self) -> None:
        self.asked = 0
        self.status, self.kind = 200, "application/json"
        self.document: Any = {"client_id": ADDRESS, "client_name": "Far", "redirect_uris": [HOME]}

    def get(self, url: str, headers: dict[str, str], most: int, seconds: float) -> post.Response:
        addresses.read(url)
        self.asked += 1
        whole = self.document
        body = whole if isinstance(whole, bytes) else json.dumps(whole).encode()
        if len(body) > most:
            raise ValueError
        return post.Response(self.status, self.kind, body)


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    cache.clear()
    site = Site()
    monkeypatch.setattr(post, "get", site.get)
    yield site
    cache.clear()


@pytest.fixture
def far(app: App, site: Site) -> App:
    """An app that has registered nowhere."""
    app.id = ADDRESS
    return app


def test_an_address_is_an_app_that_is_read_once(far, site, anns_browser) -> None:
    site.document["grant_types"] = ["authorization_code", "refresh_token", DEVICE]
    page = anns_browser.get(far.question()).content.decode()
    assert "This server does not know this app" in page
    assert "<strong>https://board.example</strong>" in page
    acting = far.signs_in(anns_browser, scope="game:read")
    assert acting.get("/me").json["username"] == "ann"
    refused(acting.patch("/me", {"about": "x"}), 403, "insufficient_scope")
    row = models.App.objects.get(client_id=far.id)
    assert (row.name, row.registration_source) == ("Far", "cimd")
    far.refreshes(far.tokens["refresh_token"])
    assert site.asked == 1


@pytest.mark.parametrize(
    ("document", "status", "kind"),
    [
        *((body, 200, "application/json") for body in (b"no JSON", b"[]", b" " * 20_000 + b"{}")),
        *(
            (change, 200, "application/json")
            for change in (
                {"client_id": "https://other.example/app.json"},
                {"grant_types": ["password"]},
                {"redirect_uris": ["http://board.example/back"]},
                {"client_name": "\u202egnissap"},
            )
        ),
        # A redirect is not followed, and a page is no document.
        *(({}, 302, "application/json"), ({}, 200, "text/html")),
    ],
)
def test_what_no_app_may_be_is_not_known(far, site, anns_browser, document, status, kind) -> None:
    site.document = document if isinstance(document, bytes) else site.document | document
    site.status, site.kind = status, kind
    for _ in range(2):
        assert anns_browser.get(far.question()).status_code == 400
    assert not models.App.objects.filter(client_id=far.id).exists()
    assert site.asked == 1, "What has failed is not asked again at once."


def test_addresses_are_read_seldom(far, site, anns_browser, settings) -> None:
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "app_registrations": (0, 3600)}
    assert (anns_browser.get(far.question()).status_code, site.asked) == (400, 0)


@pytest.mark.parametrize(
    "address",
    [
        *("https://far.example", "https://far.example/a/../app.json", f"{ADDRESS}#x"),
        *("https://far.example/./app.json", "https://far.example/\u00e4"),
        *("https://127.0.0.1:8443/app.json", "https://localhost:8443/app.json"),
    ],
)
def test_no_other_address_is_read(far, site, anns_browser, address: str) -> None:
    far.id = address
    assert (anns_browser.get(far.question()).status_code, site.asked) == (400, 0)


def enter_app(operator: Client, **wish: str) -> bytes:
    """Return the page that follows when an operator enters an app."""
    address = "/admin/players/app/add/"
    known = {"name": "Our board", "redirect_uris": HOME}
    form = form_fields(operator.get(address).content, "app_form")
    grant = {"authorization_grant_type": "authorization-code"}
    return operator.post(address, {**form, **known, **grant, **wish}).content


def test_an_operator_vouches_for_an_app_and_is_told_what_no_app_may_be(operator) -> None:
    for wrong in (
        {"redirect_uris": "http://board.example/back"},
        {"authorization_grant_type": "password"},
    ):
        assert b"errorlist" in enter_app(operator, **wrong)
        assert not models.App.objects.exists()
    assert enter_app(operator) == b""
    row = models.App.objects.get()
    assert (row.vouched, row.client_type, row.client_secret) == (True, "public", "")


def test_an_operator_ends_what_an_app_holds(operator, app, anns_browser) -> None:
    acting = app.signs_in(anns_browser)
    row = AppToken.objects.get(user__isnull=False)
    page = operator.get("/admin/players/apptoken/")
    assert app.tokens["access_token"] not in page.content.decode()
    wish = {"action": "revoke_tokens", "_selected_action": str(row.pk)}
    assert operator.post("/admin/players/apptoken/", wish).status_code == 302
    refused(acting.get("/me"), 401, "token_invalid")
    assert error_of(app.refreshes(app.tokens["refresh_token"])) == "invalid_grant"


@pytest.mark.parametrize("model", [AppToken, models.AppRefresh])
def test_what_apps_hold_is_found_by_name_without_digests(
    model, operator, app, anns_browser
) -> None:
    app.signs_in(anns_browser)
    Player.objects.filter(username="ann").update(email="quagga@tide.example")
    address = f"/admin/players/{model._meta.model_name}/"
    for words, count in (("ann", 1), ("quagga", 0)):
        page = operator.get(address, {"q": words})
        assert page.context["cl"].result_count == count
    row = model.objects.get(user__username="ann")
    page = operator.get(f"{address}{row.pk}/change/")
    assert page.status_code == 200
    assert row.token_checksum not in page.content.decode()
