"""The database holds nothing in the clear that a browser, an app or a mailbox can use."""

import base64
import binascii
import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from io import StringIO

import pytest
from allauth.mfa.totp.internal import auth
from django.core.management import call_command
from django.db import connection
from django.test import Client

from common.db import encrypted
from common.db.digested import Digest, keyed_digest
from players.models import AppCode, Letter, Player, StoredSession
from players.models.session import SessionStore
from tests.app.oauth.app import App, Terminal, agrees, error_of
from tests.app.pages.test_second_steps import SET_UP, set_up_authenticator
from tests.app.pages.visitor import Visitor, letters, link
from tests.people import PASSWORD

pytestmark = pytest.mark.django_db
ELSEWHERE = "192.0.2.1"
BLOB = re.compile(r"[A-Za-z0-9_+/=-]{16,}")


def readings(row: str) -> Iterator[bytes]:
    """Yield what can be read in a row without a key: as it is, and as hex, base64 and zlib."""
    yield row.encode()
    for blob in BLOB.findall(row):
        for decode in (bytes.fromhex, lambda text: base64.b64decode(text + "==", altchars=b"-_")):
            with suppress(ValueError, binascii.Error):
                plain = decode(blob)
                yield plain
                with suppress(zlib.error):
                    yield zlib.decompress(plain)


def find_tables(secret: str) -> list[str]:
    """Return the tables in which a secret can be read."""
    assert len(secret) >= 6, "so short a text would stand somewhere by chance"
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT one::text FROM "{table}" one')
            rows = [row for (row,) in cursor.fetchall()]
            if any(secret.encode() in plain for row in rows for plain in readings(row)):
                found.append(table)
    return found


def check_hidden(*secrets: str) -> None:
    assert {secret: find_tables(secret) for secret in secrets} == {one: [] for one in secrets}


def cookies(client: Client) -> list[str]:
    return [one.value for one in client.cookies.values() if len(one.value) > 5]


def test_signing_up_and_resetting_a_password(name) -> None:
    visitor = Visitor()
    visitor.signs_up(name, email=f"{name}@tide.example")
    written = Letter.objects.get().content["text"]
    (waiting,) = re.findall(r"/account/confirm-email/(\S+)/", written)
    assert "players_player" in find_tables(name)
    check_hidden(PASSWORD, waiting, *cookies(visitor.client))
    visitor.fill(link(letters()[0]))
    # A form waits until its player has said once more who they are.
    page = visitor.fill("/account/email/", action_add="", email=f"{name}@waits.example")
    assert page.path.startswith("/account/reauthenticate/")
    check_hidden(f"{name}@waits.example", *cookies(visitor.client))
    forgetful = Visitor(ELSEWHERE)
    forgetful.fill("/account/password/reset/", email=f"{name}@tide.example")
    (letter,) = letters()
    key = link(letter).rstrip("/").rpartition("/")[2].partition("-")[2]
    assert 'name="password1"' in forgetful.visit(link(letter)).html
    check_hidden(key, *cookies(forgetful.client))


def test_an_authenticator_that_is_set_up(ann) -> None:
    ann.confirm(ann.visit(SET_UP), SET_UP)
    check_hidden(ann.client.session[auth.SECRET_SESSION_KEY], *cookies(ann.client))
    secret, page = set_up_authenticator(ann)
    spare = re.findall(r"\b\d{8}\b", page.html)
    assert len(spare) == 10
    check_hidden(secret, *spare, *cookies(ann.client))


@pytest.fixture
def browser(name: str, ann: Visitor) -> Client:
    """Another browser in which ann is signed in."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(Player.objects.get(username=name), "players.backend.Passwords")
    return client


def test_codes_and_tokens_of_apps(browser) -> None:
    app = App()
    given = app.code(browser)
    check_hidden(given, app.registered.json()["registration_access_token"], *cookies(browser))
    tokens = app.exchanges(given).json()
    check_hidden(given, tokens["access_token"], tokens["refresh_token"])
    terminal = Terminal()
    begun = terminal.begins().json()
    check_hidden(begun["device_code"], begun["user_code"], begun["user_code"].replace("-", ""))
    agrees(browser, begun["user_code"])
    check_hidden(begun["device_code"], begun["user_code"])
    tokens = terminal.polls(begun["device_code"]).json()
    check_hidden(tokens["access_token"], tokens["refresh_token"])


def test_what_stands_in_the_database_opens_nothing(browser) -> None:
    app = App()
    app.code(browser)
    with connection.cursor() as cursor:
        cursor.execute("SELECT code FROM players_appcode")
        ((stolen,),) = cursor.fetchall()
        cursor.execute("SELECT session_key FROM django_session")
        keys = [key for (key,) in cursor.fetchall()]
    assert error_of(app.exchanges(stolen)) == "invalid_grant"
    assert AppCode.objects.filter(used_at=None).count() == 1
    assert len(keys) == 2
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


def test_a_session_is_opened_by_a_new_key_after_resealing(settings, ann) -> None:
    old = settings.TIDE_KEYS or [encrypted.derive_key(settings.SECRET_KEY)]
    settings.TIDE_KEYS = [encrypted.new_key(), *old]
    call_command("reseal", stdout=StringIO())
    settings.TIDE_KEYS = settings.TIDE_KEYS[:1]
    assert ann.is_in()
    settings.TIDE_KEYS = [encrypted.new_key()]
    assert not ann.is_in(), "one that no key opens is empty"
    StoredSession.objects.update(session_data="no session")
    call_command("reseal", stdout=StringIO())
    assert not StoredSession.objects.exists()
    assert SessionStore("x" * 32).load() == {}
