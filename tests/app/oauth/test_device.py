"""A terminal shows a code, and its player enters that in a browser."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from players import models
from players.models import AppDevice, Player
from tests.app.oauth.app import App, form
from tests.people import Person

pytestmark = pytest.mark.django_db

DEVICE = "urn:ietf:params:oauth:grant-type:device_code"
LATER = timedelta(seconds=6)


class Terminal(App):
    def __init__(self, scope: str = "game:read game:play") -> None:
        super().__init__(grant_types=[DEVICE], redirect_uris=[], client_name="Terminal")
        self.scope = scope
        self.moment = timezone.now()

    def begins(self) -> Any:
        return self.sends("/oauth/device-authorization", client_id=self.id, scope=self.scope)

    def polls(self, code: str, after: timedelta = LATER) -> Any:
        """Ask once more, so long after the last time."""
        self.moment += after
        with time_machine.travel(self.moment, tick=False):
            return self.token(grant_type=DEVICE, device_code=code)


@pytest.fixture
def terminal(db: None) -> Terminal:
    return Terminal()


def agrees(who: Client, code: str, action: str = "accept", **more: str) -> Any:
    """What comes of entering the code, ticking the box and agreeing."""
    page = who.get("/oauth/device")
    said = who.post("/oauth/device", form(page.content, user_code=code))
    assert said.status_code == 302, said.content
    where = said.headers["Location"]
    page = who.get(where)
    assert page.status_code == 200, page.content
    return who.post(where, form(page.content, action=action, seen="on") | more)


def test_a_terminal_gets_what_its_player_agrees_to(
    terminal: Terminal, ann: Person, anns: Client
) -> None:
    begun = terminal.begins().json()
    assert begun["verification_uri"] == "http://testserver/oauth/device"
    assert begun["verification_uri_complete"].endswith(f"?user_code={begun['user_code']}")
    assert begun["interval"] == 5
    waiting = terminal.polls(begun["device_code"])
    assert (waiting.status_code, waiting.json()["error"]) == (400, "authorization_pending")
    # However it is typed.
    typed = begun["user_code"].replace("-", " ").lower()
    assert "goes on by itself" in agrees(anns, typed).content.decode()
    tokens = terminal.polls(begun["device_code"])
    assert tokens.status_code == 200, tokens.content
    hers = Person(tokens.json()["access_token"])
    game = ann.opens(3, bots=["random", "random"])
    assert hers.seals_anything(game).status == 200
    anew = terminal.refreshes(tokens.json()["refresh_token"])
    assert Person(anew.json()["access_token"]).get("/me").status == 200


def test_its_page_says_where_the_app_has_events_sent(terminal: Terminal, anns: Client) -> None:
    code = terminal.begins().json()["user_code"]
    page = reverse("oauth2_provider:device-confirm", args=[code])
    models.App.objects.update(webhook_url="https://relay.example/tide?key=1")
    said = anns.get(page).content.decode()
    assert "is also sent to <strong>https://relay.example</strong>" in said


def test_its_code_is_good_once(terminal: Terminal, anns: Client) -> None:
    begun = terminal.begins().json()
    agrees(anns, begun["user_code"])
    assert terminal.polls(begun["device_code"]).status_code == 200
    again = terminal.polls(begun["device_code"])
    assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")


def test_its_code_is_of_no_use_to_another_terminal(terminal: Terminal, anns: Client) -> None:
    begun = terminal.begins().json()
    agrees(anns, begun["user_code"])
    assert Terminal().polls(begun["device_code"]).json()["error"] == "invalid_grant"


def test_who_says_no_is_believed(terminal: Terminal, anns: Client) -> None:
    begun = terminal.begins().json()
    agrees(anns, begun["user_code"], "deny")
    assert terminal.polls(begun["device_code"]).json()["error"] == "access_denied"
    assert not AppDevice.objects.exists()


@pytest.mark.parametrize("action", ["accept", "deny"])
def test_a_page_whose_code_is_gone_decides_nothing(
    terminal: Terminal, anns: Client, action: str
) -> None:
    where = reverse("oauth2_provider:device-confirm", args=[terminal.begins().json()["user_code"]])
    page = anns.get(where)
    AppDevice.objects.all().delete()
    said = anns.post(where, form(page.content, action=action, seen="on"))
    assert said.status_code == 404
    assert anns.get(where).status_code == 404


def test_a_terminal_that_asks_too_often_is_slowed_down(terminal: Terminal) -> None:
    begun = terminal.begins().json()
    said = [terminal.polls(begun["device_code"], timedelta(seconds=1)) for _ in range(2)]
    assert {one.status_code for one in said} == {400}
    assert [one.json()["error"] for one in said] == ["authorization_pending", "slow_down"]


def test_a_code_expires_whether_anybody_has_agreed_or_not(terminal: Terminal, anns: Client) -> None:
    begun = terminal.begins().json()
    agrees(anns, begun["user_code"])
    said = terminal.polls(begun["device_code"], timedelta(seconds=begun["expires_in"] + 1))
    assert said.json()["error"] == "expired_token"


def test_what_was_agreed_to_ends_with_the_password(
    terminal: Terminal, ann: Person, anns: Client
) -> None:
    begun = terminal.begins().json()
    agrees(anns, begun["user_code"])
    Player.objects.filter(username="ann").update(epoch=F("epoch") + 1)
    assert terminal.polls(begun["device_code"]).json()["error"] == "invalid_grant"


def test_a_terminal_gets_no_scope_that_no_app_is_given(terminal: Terminal) -> None:
    terminal.scope = "token:write"
    assert terminal.begins().json()["error"] == "invalid_scope"


def test_an_app_with_a_browser_does_not_come_as_a_terminal(app: App) -> None:
    said = app.sends("/oauth/device-authorization", client_id=app.id)
    assert (said.status_code, said.json()["error"]) == (400, "unauthorized_client")


@pytest.mark.parametrize("asked", [{}, {"client_id": "nobody"}])
def test_a_terminal_that_is_not_known_is_refused(asked: dict[str, str]) -> None:
    said = Client().post("/oauth/device-authorization", asked)
    assert said.status_code in {400, 401}
    assert said.json()["error"] in {"invalid_request", "invalid_client"}


@pytest.mark.parametrize("more", [{}, {"device_code": "unknown"}])
def test_a_device_code_that_is_not_known_is_refused(
    terminal: Terminal, more: dict[str, str]
) -> None:
    said = terminal.token(grant_type=DEVICE, **more)
    assert said.status_code == 400
    assert said.json()["error"] in {"invalid_request", "invalid_grant"}


def test_a_wrong_code_is_said_so_and_counted(anns: Client, settings: Any) -> None:
    wish = {"user_code": "BCDF-GHJK"}
    page = form(anns.get("/oauth/device").content)
    said = anns.post("/oauth/device", page | wish)
    assert "No terminal waits with this code." in said.content.decode()
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "wrong_passwords": (0, 3600)}
    assert anns.post("/oauth/device", page | wish).status_code == 429


def test_terminals_that_begin_are_counted_as_sign_ins(terminal: Terminal, settings: Any) -> None:
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "sign_in": (0, 3600)}
    assert terminal.begins().status_code == 429


def test_without_the_tick_nothing_is_given(terminal: Terminal, anns: Client) -> None:
    begun = terminal.begins().json()
    assert agrees(anns, begun["user_code"], seen="").status_code == 302
    assert terminal.polls(begun["device_code"]).json()["error"] == "authorization_pending"


def test_whoever_is_not_signed_in_is_sent_to_do_so() -> None:
    said = Client().get("/oauth/device?user_code=WDJB-MJHT")
    assert said.status_code == 302
    assert said.headers["Location"].startswith("/account/login/?next=/oauth/device")
