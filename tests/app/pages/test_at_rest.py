"""The database holds nothing in the clear that a browser, an app or a mailbox can use."""

import base64
import binascii
import re
import time
import zlib
from collections.abc import Iterator
from contextlib import suppress
from io import StringIO
from typing import Any

import pytest
from allauth.mfa.totp.internal import auth
from django.core.management import call_command
from django.db import connection
from django.test import Client

from common.db import encrypted
from common.db.digested import Digest, keyed_digest
from players.models import AppCode, Letter, Player, StoredSession
from players.models.session import SessionStore
from tests.app.oauth.app import App
from tests.app.oauth.test_device import Terminal, agrees
from tests.app.pages.test_sessions import ELSEWHERE, code, goes_to
from tests.app.pages.visitor import Page, Visitor, letters, link
from tests.people import PASSWORD

pytestmark = pytest.mark.django_db
BLOB = re.compile(r"[A-Za-z0-9_+/=-]{16,}")
CSRF = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


def readings(row: str) -> Iterator[bytes]:
    """What somebody reads in a row who tries what is written without a key: hex, base64, zlib."""
    yield row.encode()
    for blob in BLOB.findall(row):
        for decode in (bytes.fromhex, lambda text: base64.b64decode(text + "==", altchars=b"-_")):
            with suppress(ValueError, binascii.Error):
                plain = decode(blob)
                yield plain
                with suppress(zlib.error):
                    yield zlib.decompress(plain)


def where_it_stands(secret: str) -> list[str]:
    """The tables in which a secret can be read."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT one::text FROM "{table}" one')
            rows = [row for (row,) in cursor.fetchall()]
            if any(secret.encode() in plain for row in rows for plain in readings(row)):
                found.append(table)
    return found


def nothing_stands(*secrets: str) -> None:
    for secret in secrets:
        assert len(secret) >= 6, "so short a text would stand somewhere by chance"
        assert where_it_stands(secret) == [], secret


def cookies(client: Client) -> list[str]:
    return [one.value for one in client.cookies.values() if len(one.value) > 5]


def waiting_link() -> str:
    """The secret of the link in the letter that waits to be sent."""
    letter = Letter.objects.get()
    (found,) = re.findall(
        r"/account/(?:confirm-email|password/reset/key)/(\S+)/", letter.content["text"]
    )
    return str(found)


def test_the_search_finds_what_is_written_in_the_clear(name: str) -> None:
    Player.objects.create_user(name, password=PASSWORD, about="a-pearl-of-wisdom")
    hidden = zlib.compress(b"a-pearl-in-a-shell" * 3)
    StoredSession.objects.create(
        session_key="x" * 32,
        session_data=base64.urlsafe_b64encode(hidden).decode(),
        expire_date="2030-01-01T00:00:00Z",
    )
    assert where_it_stands("a-pearl-of-wisdom") == ["players_player"]
    assert where_it_stands("a-pearl-in-a-shell") == ["django_session"]


def test_signing_up_and_resetting_a_password(name: str) -> None:
    visitor = Visitor()
    visitor.signs_up(name, email=f"{name}@tide.example")
    nothing_stands(PASSWORD, waiting_link(), *cookies(visitor.client))
    visitor.fill(link(letters()[0]))
    forgetful = Visitor(ELSEWHERE)
    forgetful.fill("/account/password/reset/", email=f"{name}@tide.example")
    (letter,) = letters()
    key = link(letter).rstrip("/").rpartition("/")[2].partition("-")[2]
    page = forgetful.visit(link(letter))
    assert 'name="password1"' in page.html
    nothing_stands(key, *cookies(forgetful.client))


def test_a_form_that_waits_until_its_player_has_said_who_they_are(name: str, ann: Visitor) -> None:
    page = ann.fill("/account/email/", action_add="", email=f"{name}@waits.example")
    assert page.path.startswith("/account/reauthenticate/")
    nothing_stands(f"{name}@waits.example", *cookies(ann.client))


def test_an_authenticator_that_is_set_up(ann: Visitor) -> None:
    page = goes_to(ann, "/account/2fa/totp/activate/")
    secret: str = ann.client.session[auth.SECRET_SESSION_KEY]
    assert secret in page.html
    nothing_stands(secret, *cookies(ann.client))
    found = CSRF.search(page.html)
    assert found
    sent = {"code": code(secret), "csrfmiddlewaretoken": found[1]}
    said = Page(ann.client.post("/account/2fa/totp/activate/", sent, follow=True))
    spare = re.findall(r"\b\d{8}\b", said.html)
    assert len(spare) == 10
    nothing_stands(secret, *spare, *cookies(ann.client))


def test_codes_and_tokens_of_apps(name: str, ann: Visitor) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(Player.objects.get(username=name), "players.backend.Passwords")
    app = App()
    given = app.code(browser)
    nothing_stands(given, app.registered.json()["registration_access_token"], *cookies(browser))
    tokens = app.exchanges(given).json()
    nothing_stands(given, tokens["access_token"], tokens["refresh_token"])
    terminal = Terminal()
    begun = terminal.begins().json()
    nothing_stands(begun["device_code"], begun["user_code"], begun["user_code"].replace("-", ""))
    agrees(browser, begun["user_code"])
    nothing_stands(begun["device_code"], begun["user_code"])
    tokens = terminal.polls(begun["device_code"]).json()
    nothing_stands(tokens["access_token"], tokens["refresh_token"])


def test_what_stands_in_the_database_opens_nothing(name: str, ann: Visitor) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(Player.objects.get(username=name), "players.backend.Passwords")
    app = App()
    app.code(browser)
    with connection.cursor() as cursor:
        cursor.execute("SELECT code FROM players_appcode")
        ((stolen,),) = cursor.fetchall()
        cursor.execute("SELECT session_key FROM django_session")
        keys = [key for (key,) in cursor.fetchall()]
    assert app.exchanges(stolen).json()["error"] == "invalid_grant"
    assert AppCode.objects.filter(used_at=None).count() == 1
    for key in keys:
        thief = Client(headers={"X-Forwarded-For": ELSEWHERE})
        thief.cookies["sessionid"] = key
        assert thief.get("/account/").status_code == 302


def test_a_digest_equals_the_text_that_it_was_made_of() -> None:
    made = Digest(keyed_digest("a-key"))
    assert made == "a-key"
    assert made != str(made)
    assert made == Digest(keyed_digest("a-key"))
    assert made != "another"
    assert made != 5


def test_a_session_is_opened_by_a_new_key_after_resealing(settings: Any, ann: Visitor) -> None:
    old, new = (
        settings.TIDE_KEYS or [encrypted.derive_key(settings.SECRET_KEY)],
        encrypted.new_key(),
    )
    settings.TIDE_KEYS = [new, *old]
    call_command("reseal", stdout=StringIO())
    settings.TIDE_KEYS = [new]
    assert ann.is_in()
    settings.TIDE_KEYS = [encrypted.new_key()]
    assert not ann.is_in(), "one that no key opens is empty"


def test_resealing_removes_a_session_that_no_key_opens(settings: Any, ann: Visitor) -> None:
    StoredSession.objects.update(session_data="no session")
    call_command("reseal", stdout=StringIO())
    assert not StoredSession.objects.exists()
    assert SessionStore("x" * 32).load() == {}


# -- a code of an authenticator is good once


def confirmed(ann: Visitor) -> tuple[str, str]:
    """The secret of an app that is set up at this moment, and the code that confirmed it."""
    page = goes_to(ann, "/account/2fa/totp/activate/")
    secret: str = ann.client.session[auth.SECRET_SESSION_KEY]
    found = CSRF.search(page.html)
    assert found
    given = code(secret)
    sent = {"code": given, "csrfmiddlewaretoken": found[1]}
    ann.client.post("/account/2fa/totp/activate/", sent)
    return secret, given


def later_code(secret: str, halves: int) -> str:
    counter = int(time.time()) // 30 + halves
    return str(auth.format_hotp_value(auth.hotp_value(secret, counter)))


def signs_in(name: str, given: str) -> bool:
    visitor = Visitor(ELSEWHERE)
    page = visitor.signs_in(name)
    assert page.path == "/account/2fa/authenticate/"
    visitor.fill(page.path, code=given)
    return visitor.is_in()


def test_the_code_that_sets_an_app_up_signs_nobody_in(
    name: str, ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    secret, given = confirmed(ann)
    assert not signs_in(name, given)
    assert signs_in(name, later_code(secret, 1))


def test_a_code_signs_in_once_in_the_whole_minute_in_which_it_fits(
    name: str, ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = time.time()
    now = [began]
    monkeypatch.setattr(time, "time", lambda: now[0])
    secret, _ = confirmed(ann)
    now[0] = began + 60
    given = later_code(secret, 1)
    assert signs_in(name, given)
    # allauth itself remembers a code for half a minute, and takes it for longer.
    now[0] = began + 60 + 45
    monkeypatch.setattr("allauth.mfa.totp.internal.auth.cache.add", lambda *_, **__: True)
    assert not signs_in(name, given)
    assert signs_in(name, later_code(secret, 1))
