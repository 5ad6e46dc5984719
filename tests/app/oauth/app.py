"""Apps of other people: one with a browser, and one on a terminal."""

import json
import re
import secrets
from base64 import urlsafe_b64encode
from datetime import timedelta
from hashlib import sha256
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import time_machine
from django.test import Client
from django.utils import timezone

from players.models import Player
from tests.people import Person

HOME = "https://board.example/back"
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"
GRANTED = "game:read game:play"


def pkce() -> tuple[str, str]:
    """A verifier, and its challenge by S256."""
    verifier = secrets.token_urlsafe(32)
    digest = sha256(verifier.encode()).digest()
    return verifier, urlsafe_b64encode(digest).decode().rstrip("=")


def browser(person: Person) -> Client:
    """A browser in which this person is signed in."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(Player.objects.get(username=person.name), "players.backend.Passwords")
    return client


def form(page: bytes, button: str = "allow", **more: str) -> dict[str, str]:
    """Return the hidden fields of the page's forms, and what is added to them."""
    found = re.findall(rb'<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?', page)
    return {name.decode(): unescape(value.decode()) for name, value in found} | more


def error_of(said: Any) -> str:
    """Return the error code of a refusal by the token endpoint."""
    assert said.status_code == 400, said.content
    return str(said.json()["error"])


def end_app(who: Client) -> None:
    """Press the button that ends the only app of a player."""
    page = who.get("/account/apps/").content
    (where,) = re.findall(r'action="(/account/apps/[^"/]+/end)"', page.decode())
    said = who.post(where, form(page))
    assert (said.status_code, said.headers["Location"]) == (302, "/account/apps/")


class App:
    """One that has registered itself."""

    def __init__(self, **metadata: Any) -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.redirect = HOME
        wish = {"redirect_uris": [HOME], "client_name": "Board", **metadata}
        self.registered = self.register(wish)
        self.id: str = self.registered.json().get("client_id", "")
        self.verifier, self.challenge = pkce()
        self.tokens: dict[str, Any] = {}

    def register(self, wish: Any) -> Any:
        body = wish if isinstance(wish, bytes) else json.dumps(wish)
        return self.client.post("/oauth/register", body, content_type="application/json")

    # -- by a browser

    def question(self, scope: str = GRANTED, **more: str) -> str:
        """Return where it sends the browser."""
        asked = {
            "response_type": "code",
            "client_id": self.id,
            "redirect_uri": self.redirect,
            "scope": scope,
            "state": "a-state",
            "code_challenge": self.challenge,
            "code_challenge_method": "S256",
            **more,
        }
        return f"/oauth/authorize?{urlencode({name: one for name, one in asked.items() if one})}"

    def consents(self, who: Client, question: str, **more: str) -> Any:
        """Read the page, tick the box and agree; return the response."""
        page = who.get(question)
        assert page.status_code == 200, page.content
        return who.post(question, form(page.content, allow="true", seen="on") | more)

    def code(self, who: Client, **asked: str) -> str:
        said = self.consents(who, self.question(**asked))
        assert said.status_code == 302, said.content
        return str(parse_qs(urlsplit(said.headers["Location"]).query)["code"][0])

    # -- by itself

    def sends(self, path: str, **body: str) -> Any:
        """A form, as a browser's `fetch` sends it."""
        kind = "application/x-www-form-urlencoded;charset=UTF-8"
        return self.client.post(path, urlencode(body), content_type=kind)

    def token(self, **body: str) -> Any:
        return self.sends("/oauth/token", client_id=self.id, **body)

    def exchanges(self, code: str, **more: str) -> Any:
        return self.token(
            grant_type="authorization_code",
            code=code,
            redirect_uri=self.redirect,
            code_verifier=self.verifier,
            **more,
        )

    def refreshes(self, refresh: str) -> Any:
        return self.token(grant_type="refresh_token", refresh_token=refresh)

    def signs_in(self, who: Client, **asked: str) -> Person:
        """Go the whole way; return who acts with the token."""
        said = self.exchanges(self.code(who, **asked))
        assert said.status_code == 200, said.content
        self.tokens = said.json()
        return Person(self.tokens["access_token"])


class Terminal(App):
    """One that shows a code, which its player enters in a browser."""

    def __init__(self, scope: str = GRANTED) -> None:
        super().__init__(grant_types=[DEVICE], redirect_uris=[], client_name="Terminal")
        self.scope = scope
        self.moment = timezone.now()

    def begins(self) -> Any:
        return self.sends("/oauth/device-authorization", client_id=self.id, scope=self.scope)

    def polls(self, code: str, seconds: float = 6) -> Any:
        """Ask once more, so long after the last time."""
        self.moment += timedelta(seconds=seconds)
        with time_machine.travel(self.moment, tick=False):
            return self.token(grant_type=DEVICE, device_code=code)


def agrees(who: Client, code: str, action: str = "accept", **more: str) -> Any:
    """Enter the code, tick the box and agree; return the response."""
    page = who.get("/oauth/device")
    said = who.post("/oauth/device", form(page.content, user_code=code))
    assert said.status_code == 302, said.content
    where = said.headers["Location"]
    page = who.get(where)
    assert page.status_code == 200, page.content
    return who.post(where, form(page.content, action=action, seen="on") | more)
