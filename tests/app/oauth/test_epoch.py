"""What an app holds ends with the password in whose time it was given, as every token does."""

from collections.abc import Callable

import pytest
from django.db.models import F
from django.test import Client

from players.authentication import valid_tokens
from players.models import AppToken, Player
from players.sql import APP_ID
from tests.app.api.refusals import refused
from tests.app.oauth.app import App, browser
from tests.people import PASSWORD, Person

pytestmark = pytest.mark.django_db


def changed(ann: Person) -> None:
    wish = {"password": "sea-urchin-and-sand", "current_password": PASSWORD}
    assert ann.patch("/me", wish).status == 200


def shut_out_and_let_in_again(ann: Person) -> None:
    for active in (False, True):
        Player.objects.filter(username=ann.name).update(is_active=active)


def signed_out(ann: Person) -> None:
    Player.objects.filter(username=ann.name).update(epoch=F("epoch") + 1)


@pytest.fixture(params=[changed, shut_out_and_let_in_again, signed_out])
def end(request: pytest.FixtureRequest) -> Callable[[Person], None]:
    given: Callable[[Person], None] = request.param
    return given


def test_tokens_and_refresh_tokens_end(
    app: App, ann: Person, anns: Client, end: Callable[[Person], None]
) -> None:
    hers = app.signs_in(anns)
    end(ann)
    refused(hers.get("/me"), 401, "token_invalid")
    assert app.refreshes(app.tokens["refresh_token"]).json()["error"] == "invalid_grant"


def test_a_code_brings_nothing_any_more(
    app: App, ann: Person, anns: Client, end: Callable[[Person], None]
) -> None:
    code = app.code(anns)
    end(ann)
    assert app.exchanges(code).json()["error"] == "invalid_grant"


def test_a_stream_has_no_good_token_any_more(
    app: App, ann: Person, anns: Client, end: Callable[[Person], None]
) -> None:
    app.signs_in(anns)
    row = AppToken.objects.get(user__username="ann")
    key = f"{APP_ID}{row.pk}"
    assert valid_tokens([key]) == {key}
    end(ann)
    assert valid_tokens([key]) == set()


def test_a_token_of_somebody_deactivated_is_not_known(app: App, ann: Person, anns: Client) -> None:
    hers = app.signs_in(anns)
    Player.objects.filter(username=ann.name).update(is_active=False)
    refused(hers.get("/me"), 401, "token_invalid")


def test_the_same_app_can_come_again(app: App, ann: Person, anns: Client) -> None:
    app.signs_in(anns)
    changed(ann)
    assert app.signs_in(browser(ann)).get("/me").status == 200
