"""Codes and refresh tokens: what they bring, how often, and what ends them."""

from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import time_machine
from django.db import connection
from django.db.models import F
from django.utils import timezone

from players import housekeeping
from players.authentication import valid_tokens
from players.models import App as AppRow
from players.models import AppRefresh, AppToken, Player, token_digest
from players.oauth.app_endpoint import held_scopes
from players.sql import APP_ID
from tests.app.api.refusals import refused
from tests.app.oauth.app import (
    GRANTED,
    HOME,
    App,
    Terminal,
    agrees,
    browser,
    end_app,
    error_of,
    pkce,
)
from tests.people import Person

pytestmark = pytest.mark.django_db
LATE = timedelta(seconds=61)


def travel(**later: float) -> Any:
    return time_machine.travel(timezone.now() + timedelta(**later))


def works(tokens: dict[str, Any]) -> bool:
    """Return whether the API takes an access token that the token endpoint has answered with."""
    said = Person(tokens["access_token"]).get("/me")
    if said.status != 200:
        refused(said, 401, "token_invalid")
    return said.status == 200


def refresh(app: App, tokens: dict[str, Any], scope: str | None = None) -> Any:
    more = {} if scope is None else {"scope": scope}
    return app.token(grant_type="refresh_token", refresh_token=tokens["refresh_token"], **more)


def refusal_of(said: Any) -> str:
    """Return why a code or a refresh token is refused."""
    assert error_of(said) == "invalid_grant"
    return str(said.json().get("error_description"))


def revoke(app: App, token: str) -> None:
    assert app.sends("/oauth/revoke", client_id=app.id, token=token).status_code == 200


# -- codes


def test_a_code_brings_tokens_and_digests_are_kept(app, anns_browser, ann) -> None:
    back = urlsplit(app.consents(anns_browser, app.question()).headers["Location"])
    query = parse_qs(back.query)
    assert (query["state"], query["iss"]) == (["a-state"], ["http://testserver"])
    app.tokens = app.exchanges(query["code"][0]).json()
    access, refresh_token = app.tokens.pop("access_token"), app.tokens.pop("refresh_token")
    assert (access[:6], refresh_token[:6]) == ("tideo_", "tider_")
    assert app.tokens == {"token_type": "Bearer", "expires_in": 3600, "scope": GRANTED}
    game = ann.opens(3, bots=["random", "random"])
    assert Person(access).seals_anything(game).status == 200
    (row,), (kept,) = AppToken.objects.exclude(user=None), AppRefresh.objects.all()
    assert (row.token, kept.token) == ("", "")
    assert row.token_checksum == token_digest(access).hex()


@pytest.mark.parametrize("port", ["", ":43117"], ids=["on the web", "on the same device"])
def test_a_token_call_may_leave_out_the_only_redirect(anns_browser, port: str) -> None:
    app = App(redirect_uris=["http://127.0.0.1/back" if port else HOME])
    app.redirect = f"http://127.0.0.1{port}/back" if port else HOME
    wish = {"grant_type": "authorization_code", "code_verifier": app.verifier}
    assert app.token(**wish, code=app.code(anns_browser)).status_code == 200


def test_where_several_are_registered_the_call_names_one(anns_browser) -> None:
    app = App(redirect_uris=[HOME, f"{HOME}/2"])
    wish = {"grant_type": "authorization_code", "code_verifier": app.verifier}
    assert error_of(app.token(**wish, code=app.code(anns_browser))) == "invalid_request"
    wrong = app.token(**wish, code=app.code(anns_browser), redirect_uri=f"{HOME}/2")
    assert error_of(wrong) == "invalid_grant"


def test_a_refused_code_says_why(app, anns_browser) -> None:
    assert "is not known" in refusal_of(app.exchanges("nothing"))
    code = app.code(anns_browser)
    with time_machine.travel(timezone.now() + LATE):
        assert "has expired" in refusal_of(app.exchanges(code))
    code = app.code(anns_browser)
    app.verifier, right = pkce()[0], app.verifier
    assert error_of(app.exchanges(code)) == "invalid_grant"
    app.verifier = right
    tokens = app.exchanges(code).json()
    assert works(tokens)
    # One that comes twice ends what it has brought.
    assert "was used before" in refusal_of(app.exchanges(code))
    assert not works(tokens)
    assert "was reused" in refusal_of(refresh(app, tokens))


def test_another_app_cannot_use_or_end_what_an_app_holds(app, anns_browser) -> None:
    thief = App()
    thief.verifier = app.verifier
    code = app.code(anns_browser)
    assert error_of(thief.exchanges(code)) == "invalid_grant"
    first = app.exchanges(code).json()
    assert error_of(thief.exchanges(code)) == "invalid_grant"
    assert error_of(refresh(thief, first)) == "invalid_grant"
    second = refresh(app, first).json()
    assert error_of(refresh(thief, first)) == "invalid_grant"
    for token in (second["access_token"], second["refresh_token"]):
        revoke(thief, token)
    assert works(second)
    assert refresh(app, second).status_code == 200


def test_who_asks_for_nothing_may_read(app, anns_browser) -> None:
    acting = app.signs_in(anns_browser, scope="")
    assert app.tokens["scope"] == "game:read"
    said = acting.post("/games", {"ruleset": "turn_the_tide", "seat_count": 3})
    refused(said, 403, "insufficient_scope")
    wanted = 'Bearer error="insufficient_scope", scope="game:host", resource_metadata="http://testserver/'
    assert said.headers["WWW-Authenticate"].startswith(wanted)


def test_a_token_is_for_this_server_alone(app, anns_browser) -> None:
    assert (
        app.exchanges(app.code(anns_browser), resource="http://testserver/api/v1").status_code
        == 200
    )
    said = app.exchanges(app.code(anns_browser), resource="https://other.example/")
    assert error_of(said) == "invalid_target"


# -- refresh tokens


def test_a_refresh_leaves_the_old_access_token_until_its_end(app, anns_browser) -> None:
    before = app.signs_in(anns_browser)
    after = app.refreshes(app.tokens["refresh_token"]).json()
    assert after["scope"] == app.tokens["scope"]
    assert after["refresh_token"] != app.tokens["refresh_token"]
    with travel(minutes=59):
        assert works(app.tokens)
        assert works(after)
    with travel(minutes=61):
        said = before.get("/me")
        refused(said, 401, "token_expired")
        assert 'error="invalid_token"' in said.headers["WWW-Authenticate"]
    with travel(days=91):
        assert "has expired" in refusal_of(refresh(app, after))
    with travel(days=89):
        assert refresh(app, after).status_code == 200


def test_an_answer_that_was_lost_comes_again_with_no_more_scope(app, anns_browser) -> None:
    app.signs_in(anns_browser)
    first = refresh(app, app.tokens).json()
    with travel(seconds=55):
        again = refresh(app, app.tokens, "game:play game:read")
        assert again.status_code == 200
        assert 3540 <= again.json()["expires_in"] <= 3545
        assert again.json() | {"expires_in": 3600} == first
        said = refresh(app, app.tokens, "game:read")
        assert error_of(said) == "invalid_scope"
        assert "comes again" in said.json()["error_description"]
        assert works(first)
        assert refresh(app, first).status_code == 200
    # Three pairs: the first, the one whose answer was lost, and the last.
    assert AppToken.objects.exclude(user=None).count() == 3


def test_the_answer_that_is_kept_is_encrypted_and_goes(app, anns_browser) -> None:
    app.signs_in(anns_browser)
    after = refresh(app, app.tokens).json()
    with connection.cursor() as cursor:
        cursor.execute("SELECT answer FROM players_apprefresh WHERE answer IS NOT NULL")
        ((kept,),) = cursor.fetchall()
    tokens = (after[name].encode() for name in ("access_token", "refresh_token"))
    assert not any(secret in bytes(kept) for secret in tokens)
    assert housekeeping.remove_expired() == {}
    AppRefresh.objects.exclude(revoked=None).update(revoked=timezone.now() - LATE)
    assert housekeeping.remove_expired() == {"answers to refresh tokens": 1}
    assert not AppRefresh.objects.filter(answer__isnull=False).exists()


@pytest.mark.parametrize("late", [False, True], ids=["its answer was used", "a minute later"])
def test_one_that_comes_again_ends_its_family(app, anns_browser, late: bool) -> None:
    app.signs_in(anns_browser)
    other = app.tokens
    app.signs_in(anns_browser)
    second = refresh(app, app.tokens).json()
    family = [app.tokens, second]
    if not late:
        family.append(refresh(app, second).json())
    assert all(map(works, family))
    with time_machine.travel(timezone.now() + LATE * late):
        assert error_of(refresh(app, app.tokens)) == "invalid_grant"
    assert not any(map(works, family))
    for tokens in (app.tokens, family[-1]):
        assert "was reused" in refusal_of(refresh(app, tokens))
    assert works(other)


def test_what_a_player_has_ended_is_refused_with_that_reason(app, anns_browser) -> None:
    app.signs_in(anns_browser)
    second = refresh(app, app.tokens).json()
    end_app(anns_browser)
    for tokens in (app.tokens, second):
        assert not works(tokens)
        assert "The player ended this" in refusal_of(refresh(app, tokens))
    assert "is not known" in refusal_of(app.refreshes("tider_unknown"))


@pytest.mark.parametrize("used", [True, False])
def test_any_refresh_token_revoked_is_everything_revoked(app, anns_browser, used: bool) -> None:
    app.signs_in(anns_browser)
    second = refresh(app, app.tokens).json()
    revoke(app, (app.tokens if used else second)["refresh_token"])
    assert [works(one) for one in (app.tokens, second)] == [False, False]
    assert "was revoked" in refusal_of(refresh(app, second))


def test_an_app_may_revoke_an_access_token_after_its_refresh(app, anns_browser) -> None:
    app.signs_in(anns_browser)
    second = refresh(app, app.tokens).json()
    revoke(app, app.tokens["access_token"])
    assert [works(one) for one in (app.tokens, second)] == [False, True]
    third = refresh(app, second).json()
    revoke(app, third["access_token"])
    assert [works(one) for one in (second, third)] == [False, False]
    assert error_of(refresh(app, third)) == "invalid_grant"


# -- with less scope (RFC 6749, section 6)


@pytest.mark.parametrize("by_terminal", [False, True])
def test_what_was_agreed_to_comes_back_after_smaller_tokens(
    app, anns_browser, ann, by_terminal
) -> None:
    if by_terminal:
        app = terminal = Terminal()
        begun = terminal.begins().json()
        agrees(anns_browser, begun["user_code"])
        tokens = terminal.polls(begun["device_code"]).json()
    else:
        app.signs_in(anns_browser)
        tokens = app.tokens
    game = ann.opens(3, bots=["random", "random"])
    for unsaid in ("game:play game:read", None, ""):
        for _ in range(2):
            tokens = refresh(app, tokens, "game:read").json()
            assert tokens["scope"] == "game:read"
            refused(Person(tokens["access_token"]).seals_anything(game), 403, "insufficient_scope")
        tokens = refresh(app, tokens, unsaid).json()
        assert set(tokens["scope"].split()) == set(GRANTED.split())
    assert Person(tokens["access_token"]).seals_anything(game).status == 200


@pytest.mark.parametrize("scope", [f"{GRANTED} game:host", "game:host", "game:hosts", " "])
def test_more_than_was_agreed_to_is_refused(app, anns_browser, scope: str) -> None:
    app.signs_in(anns_browser)
    narrow = refresh(app, app.tokens, "game:read").json()
    for tokens in (app.tokens, narrow, narrow):
        assert error_of(refresh(app, tokens, scope)) == "invalid_scope"
    assert refresh(app, narrow).json()["scope"] == GRANTED


def test_what_an_app_may_ask_for_stands_on_the_players_page(app, anns_browser) -> None:
    app.signs_in(anns_browser)
    keys = AppRow.objects.get(client_id=app.id).pk, Player.objects.get(username="ann").pk
    with travel(minutes=61):
        refresh(app, app.tokens, "game:read")
    with travel(minutes=122):
        page = anns_browser.get("/account/apps/")
        assert held_scopes(*keys) == set(GRANTED.split())
    assert page.context["apps"][0].scopes == set(GRANTED.split())


def test_all_that_an_app_holds_ends_with_the_epoch(app, ann, anns_browser) -> None:
    app.signs_in(anns_browser)
    stream = f"{APP_ID}{AppToken.objects.get(user__username='ann').pk}"
    assert valid_tokens([stream]) == {stream}
    code = app.code(anns_browser)
    Player.objects.filter(username="ann").update(epoch=F("epoch") + 1)
    assert not works(app.tokens)
    assert valid_tokens([stream]) == set()
    for said in (refresh(app, app.tokens), app.exchanges(code)):
        assert "The player ended this" in refusal_of(said)
    assert app.signs_in(browser(ann)).get("/me").status == 200
    Player.objects.filter(username="ann").update(is_active=False)
    assert not works(app.tokens)
