"""The session of a browser: it gives the table its tokens, and they end with it."""

import secrets
import time
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from players import guests, housekeeping
from players.browser_sessions import sessions_of
from players.models import App, AppToken, Player, StoredSession
from tests.app.api.refusals import refused
from tests.app.api.threads import threads
from tests.app.pages.visitor import TOKEN, Page, Visitor
from tests.optional_packages import needs
from tests.people import PASSWORD, Person
from tideapi.admin_site import ADMIN_SESSION

pytestmark = pytest.mark.django_db
COOKIE = "tide_player"
ANEW = "barnacle-bill-below"
BOB = f"bob-{secrets.token_hex(6)}"
ELSEWHERE = {"origin": "https://elsewhere.example"}


def send_form(
    visitor: Visitor, path: str, headers: dict[str, str] | None = None, **form: str
) -> Any:
    """Call it as the table's page does: with the token against forgery that stands in a cookie."""
    if "csrftoken" not in visitor.client.cookies:
        assert visitor.client.get("/session/token").status_code == 204
    key = visitor.client.cookies["csrftoken"].value
    return visitor.client.post(path, form, headers={"X-CSRFToken": key, **(headers or {})})


def token_of(visitor: Visitor) -> str:
    said = send_form(visitor, "/session/token")
    assert said.status_code == 200
    return str(said.json()["access_token"])


def name_of(token: str) -> str | None:
    said = Person(token).get("/me")
    return str(said.json["username"]) if said.status == 200 else None


def mark_of(visitor: Visitor) -> str:
    """Return the mark of the session that scripts read."""
    return str(visitor.client.cookies[COOKIE].value.partition(".")[0])


@pytest.fixture
def guest() -> Visitor:
    visitor = Visitor()
    assert send_form(visitor, "/session/guest").status_code == 200
    return visitor


def test_who_is_signed_in_gets_a_token_of_the_table(name, ann) -> None:
    said = send_form(ann, "/session/token")
    shown = said.json()
    assert shown["username"] == name == name_of(shown["access_token"])
    assert 1800 <= shown["expires_in"] <= 3600
    assert said.headers["Cache-Control"] == "no-store"
    # It allows no more than the table does.
    refused(Person(shown["access_token"]).get("/me/tokens"), 403, "insufficient_scope")
    assert "The table of this server" not in ann.visit("/account/apps/").html
    assert housekeeping.remove_expired()["tokens of apps"] == 0
    AppToken.objects.update(expires=timezone.now() - timedelta(days=2))
    assert housekeeping.remove_expired()["tokens of apps"] == 1
    said = send_form(Visitor(), "/session/token")
    assert (said.status_code, said.content) == (204, b"")
    assert not AppToken.objects.exists()


def test_scripts_read_who_it_is_and_not_the_key_of_the_session(name, ann) -> None:
    # No page that all share says who looks at it.
    for path in ("/", "/docs/", "/session/token"):
        assert COOKIE not in ann.client.get(path).cookies, path
    shown = ann.client.cookies[COOKIE]
    mark, _, said = shown.value.partition(".")
    assert (said, len(mark), shown["httponly"], shown["samesite"]) == (name, 16, "", "Lax")
    held = ann.client.cookies["sessionid"]
    assert (held["httponly"], held["samesite"]) == (True, "Lax")
    assert held["max-age"] == shown["max-age"] == 90 * 24 * 3600
    ann.fill("/account/name/", username=f"{name}2")
    assert ann.client.cookies[COOKIE].value == f"{mark}.{name}2"
    send_form(ann, "/session/end")
    assert ann.client.cookies[COOKIE].value == ""


def test_the_session_is_prolonged_by_use_and_not_by_each_call(ann) -> None:
    token_of(ann)
    began = StoredSession.objects.get().expire_date
    assert "sessionid" not in send_form(ann, "/session/token").cookies
    with time_machine.travel(timezone.now() + timedelta(days=80)):
        said = send_form(ann, "/session/token")
        assert said.cookies["sessionid"]["max-age"] == said.cookies[COOKIE]["max-age"]
    assert StoredSession.objects.get().expire_date > began + timedelta(days=79)


@pytest.mark.parametrize("call", ["token", "guest", "claim", "end"])
def test_no_page_from_elsewhere_may_call_it(ann, call: str) -> None:
    path = f"/session/{call}"
    said = ann.client.post(path)
    assert (said.status_code, said.json()["code"]) == (403, "permission_denied")
    said = send_form(ann, path, ELSEWHERE)
    assert said.status_code == 403
    assert not [one for one in said.headers if one.startswith("Access-Control")]
    asked = {"Access-Control-Request-Method": "POST", **ELSEWHERE}
    assert "Access-Control-Allow-Origin" not in ann.client.options(path, headers=asked).headers
    assert ann.is_in()
    assert Player.objects.count() == 1


def end_session(how: str, name: str, ann: Visitor) -> None:
    player, other = Player.objects.get(username=name), Visitor("192.0.2.1")
    match how:
        case "signing out at the table":
            send_form(ann, "/session/end")
        case "signing out on a page":
            ann.fill("/account/logout/")
        case "another password":
            player.set_password(ANEW)
            player.save()
        case "the list of sessions":
            other.signs_in(name)
            other.fill("/account/sessions/")
        case "the end of the account":
            sessions_of(player).delete()
        case "another player":
            send_form(ann, "/session/end")
            ann.signs_up(BOB)


@pytest.mark.parametrize(
    "how",
    [
        *("signing out at the table", "signing out on a page", "another password"),
        *("the list of sessions", "the end of the account", "another player"),
    ],
)
def test_what_ends_the_session_ends_its_token_at_once(how: str, name, ann) -> None:
    token = token_of(ann)
    assert name_of(token) == name
    end_session(how, name, ann)
    assert name_of(token) is None
    said = send_form(ann, "/session/token")
    assert said.status_code == 204 or said.json()["username"] == BOB


def test_who_changes_the_password_stays_in_and_gets_another_token(name, ann) -> None:
    before, mark = token_of(ann), mark_of(ann)
    ann.fill("/account/password/change/", oldpassword=PASSWORD, password1=ANEW, password2=ANEW)
    assert name_of(before) is None
    assert name_of(token_of(ann)) == name
    assert mark_of(ann) == mark


def test_tabs_get_the_same_token_for_half_an_hour(ann) -> None:
    with time_machine.travel(1_800_000_000, tick=False):
        first = token_of(ann)
        assert token_of(ann) == first
    with time_machine.travel(1_800_000_000 + 1800, tick=False):
        second = token_of(ann)
        assert second != first
        assert name_of(first) == name_of(second) is not None
    with time_machine.travel(1_800_000_000 + 3601, tick=False):
        assert Person(first).get("/me").code == "token_expired"


@pytest.mark.django_db(transaction=True)
def test_two_tabs_at_the_same_moment_both_go_on(name, ann) -> None:
    send_form(ann, "/session/token")
    AppToken.objects.all().delete()

    def ask() -> str:
        tab = Visitor()
        tab.client.cookies = ann.client.cookies
        return token_of(tab)

    with threads() as tabs:
        given = {one.result() for one in [tabs.start(ask) for _ in range(4)]}
    assert [name_of(one) for one in given] == [name]


@needs("oauth")
def test_a_token_of_the_table_is_had_in_no_other_way(ann) -> None:
    token_of(ann)
    table = App.objects.get().client_id
    asked = {
        "response_type": "code",
        "client_id": table,
        "redirect_uri": "http://testserver/signed-in",
        "scope": "game:play",
        "code_challenge": "a" * 43,
        "code_challenge_method": "S256",
    }
    said = ann.client.get("/oauth/authorize", asked)
    assert (said.status_code, "Location" in said.headers) == (400, False)
    for grant in ("authorization_code", "refresh_token"):
        sent = {"client_id": table, "grant_type": grant, "code": "x", "refresh_token": "x"}
        assert Client().post("/oauth/token", sent).json()["error"] == "unauthorized_client"
    assert Client().post("/oauth/device-authorization", {"client_id": table}).status_code >= 400


# -- guests


def test_a_guest_comes_back_to_the_same_account_and_is_nobody_on_the_pages(guest) -> None:
    name = str(name_of(token_of(guest)))
    assert name.startswith("guest-")
    # Another tab that begins at the same time gets the same guest.
    assert send_form(guest, "/session/guest").json()["username"] == name
    Player.objects.update(is_staff=True, is_superuser=True)
    assert not guest.is_in()
    assert guest.visit("/admin/").path.startswith("/admin/login/")
    for path in ("/account/login/", "/account/signup/"):
        page = guest.visit(path)
        assert f"You play as {name} in this browser." in page.html
        assert 'href="/settings"' in page.html
        assert "You play as" not in Visitor().visit(path).html
    with time_machine.travel(timezone.now() + timedelta(days=25)):
        assert send_form(guest, "/session/token").json()["username"] == name


def test_a_guest_who_signs_in_is_a_guest_no_more(name, ann, guest) -> None:
    before, mark = token_of(guest), mark_of(guest)
    guest.signs_in(name)
    assert name_of(before) is None
    assert send_form(guest, "/session/token").json()["username"] == name
    assert mark_of(guest) != mark


def test_a_claimed_account_keeps_its_player_and_its_browser(guest, name) -> None:
    before, mark, pk = token_of(guest), mark_of(guest), Player.objects.get().pk

    def claim(username: str, password: str = PASSWORD) -> Any:
        return send_form(guest, "/session/claim", username=username, password=password).json()

    faults = [claim("x y")["errors"], claim(name, "12345678")["errors"]]
    assert [[one["code"] for one in some] for some in faults] == [
        ["wrong_format"],
        ["weak_password"],
    ]
    assert claim("admin")["code"] == "username_reserved"
    said = claim(f" {name} ")
    assert said["username"] == name == name_of(said["access_token"])
    assert Player.objects.get(kind="person").pk == pk
    assert guest.is_in()
    assert name_of(before) is None
    assert guest.client.cookies[COOKIE].value == f"{mark}.{name}"
    assert guest.visit("/account/sessions/").html.count("(this one)") == 1
    assert claim(name)["code"] == "not_a_guest"
    assert Visitor().signs_in(name).path == "/account/"


def test_guests_of_the_page_are_counted_and_may_be_refused(settings) -> None:
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "sign_in": (2, 3600)}
    said = [send_form(Visitor("198.51.100.77"), "/session/guest").status_code for _ in range(3)]
    assert said == [200, 200, 429]
    settings.TIDE_GUESTS = "closed"
    assert send_form(Visitor("198.51.100.78"), "/session/guest").json()["code"] == "no_guests"


def test_a_guest_who_plays_at_the_table_is_not_let_go(guest) -> None:
    now = timezone.now()
    with time_machine.travel(now + timedelta(days=20)):
        token_of(guest)
    AppToken.objects.update(expires=now - timedelta(days=2))
    assert housekeeping.remove_expired()["tokens of apps"] == 0
    with time_machine.travel(now + timedelta(days=40)):
        assert guests.expire_guests() == 0
    with time_machine.travel(now + timedelta(days=52)):
        assert guests.expire_guests() == 1
    assert not Player.objects.get().is_active


def test_the_second_form_leads_on_where_one_wanted_to_go(name, ann) -> None:
    visitor = Visitor()
    token = TOKEN.search(visitor.visit("/account/login/?next=/lobby").html)
    assert token
    visitor.signs_in(name)
    sent = {"login": name, "password": PASSWORD, "csrfmiddlewaretoken": token[1]}
    for path in ("/account/login/", "/account/signup/"):
        for target, goal in {"/lobby": "/lobby", "https://elsewhere.example/": "/account/"}.items():
            said = visitor.client.post(path, {**sent, "next": target})
            assert (said.status_code, said.headers["Location"]) == (302, goal)
    # Other forms that have expired are refused, with a way back to their page.
    form = {"csrfmiddlewaretoken": "a" * 64}
    back = {"Referer": "http://testserver/account/name/"}
    page = Page(visitor.client.post("/account/name/", form, headers=back))
    assert page.status == 403
    assert 'href="http://testserver/account/name/"' in page.html


def test_the_admin_is_open_for_a_fortnight_after_signing_in(name, ann) -> None:
    Player.objects.update(is_staff=True, is_superuser=True)
    assert ann.visit("/admin/").path == "/admin/"
    later = time.time() + ADMIN_SESSION + 60
    with time_machine.travel(later):
        assert ann.is_in()
        assert ann.visit("/admin/").path.startswith("/admin/login/")
