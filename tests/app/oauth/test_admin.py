"""What an operator does about apps."""

import pytest
from django.test import Client

from players import models
from players.models import AppToken, Player
from tests.app.api.refusals import refused
from tests.app.oauth.app import App
from tests.form_fields import form_fields
from tests.people import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator(db: None) -> Client:
    client = Client()
    olga = Player.objects.create_superuser("olga", password=PASSWORD)
    client.force_login(olga, "players.backend.Passwords")
    return client


def enters(operator: Client, **wish: str) -> bytes:
    page = operator.get("/admin/players/app/add/")
    known = {
        "name": "Our board",
        "authorization_grant_type": "authorization-code",
        "redirect_uris": "https://board.example/back",
    }
    return operator.post(
        "/admin/players/app/add/", {**form_fields(page.content, "app_form"), **known, **wish}
    ).content


def test_an_operator_vouches_for_an_app(operator: Client) -> None:
    assert enters(operator) == b""
    row = models.App.objects.get()
    assert (row.vouched, row.client_type, row.client_secret) == (True, "public", "")


@pytest.mark.parametrize(
    "wish",
    [
        {"redirect_uris": "http://board.example/back"},
        {"authorization_grant_type": "password"},
        {"authorization_grant_type": "client-credentials"},
    ],
)
def test_an_operator_too_is_told_what_no_app_may_be(operator: Client, wish: dict[str, str]) -> None:
    assert b"errorlist" in enters(operator, **wish)
    assert not models.App.objects.exists()


def test_an_operator_ends_what_an_app_holds(operator: Client, app: App, anns: Client) -> None:
    hers = app.signs_in(anns)
    row = AppToken.objects.get(user__isnull=False)
    page = operator.get("/admin/players/apptoken/")
    assert app.tokens["access_token"] not in page.content.decode()
    wish = {"action": "revoke_tokens", "_selected_action": str(row.pk)}
    assert operator.post("/admin/players/apptoken/", wish).status_code == 302
    refused(hers.get("/me"), 401, "token_invalid")
    assert app.refreshes(app.tokens["refresh_token"]).json()["error"] == "invalid_grant"


def test_a_digest_is_not_shown(operator: Client, app: App, anns: Client) -> None:
    app.signs_in(anns)
    for row in AppToken.objects.all():
        page = operator.get(f"/admin/players/apptoken/{row.pk}/change/")
        assert page.status_code == 200
        assert row.token_checksum not in page.content.decode()


@pytest.mark.parametrize("kind", ["apptoken", "apprefresh"])
def test_what_apps_hold_is_found_by_name_and_not_by_address(
    kind: str, operator: Client, app: App, anns: Client
) -> None:
    app.signs_in(anns)
    Player.objects.filter(username="ann").update(email="quagga@tide.example")

    def found(words: str) -> int:
        page = operator.get(f"/admin/players/{kind}/", {"q": words})
        return int(page.context["cl"].result_count)

    assert found("ann") == 1
    assert found("quagga") == 0
