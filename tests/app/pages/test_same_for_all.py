"""Pages and calls take the same, and do the same work whether there is an account or not."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.models import Letter, Player, ResetRequest
from tests.app.pages.visitor import Visitor, letters
from tests.people import PASSWORD, Person

pytestmark = pytest.mark.django_db
VALUES = re.compile(r"\bs\d+_x\d+\b|_django_curs_\w+|'(?:[^']|'')*'(?:::\w+)?|\b\d+\b")
LONG = "anemone-and-rock-pool-" * 7
"""More than 128 characters."""


def statements_of(deed: Callable[[], Any]) -> list[str]:
    """Return the statements of a deed, without their values."""
    with CaptureQueriesContext(connection) as asked:
        deed()
    return [VALUES.sub("?", one["sql"]) for one in asked]


def test_a_reset_is_the_same_work_for_every_address(name, mailed) -> None:
    Visitor().signs_up(f"{name}2", email=f"{name}2@tide.example")
    stranger = Visitor("192.0.2.1")
    stranger.fill("/account/password/reset/", email=f"{name}0@tide.example")
    letters()
    verified, unverified, unknown = (
        statements_of(partial(stranger.fill, "/account/password/reset/", email=address))
        for address in (f"{name}{more}@tide.example" for more in ("", "2", "3"))
    )
    assert verified == unknown == unverified
    assert any("players_resetrequest" in one for one in verified)
    assert (ResetRequest.objects.count(), Letter.objects.count()) == (3, 0)
    assert [one.to for one in letters()] == [[f"{name}@tide.example"]]
    assert not ResetRequest.objects.exists()


@pytest.mark.parametrize("way", ["page", "call"])
def test_signing_up_is_the_same_work_for_a_taken_address(name, mailed, way: str) -> None:
    def sign_up(number: int, email: str) -> None:
        if way == "page":
            Visitor().signs_up(f"{name}{number}", email=email)
        else:
            wish = {"username": f"{name}{number}", "password": PASSWORD, "email": email}
            assert Person().post("/players", wish).status == 201

    sign_up(0, f"{name}0@tide.example")
    free = statements_of(lambda: sign_up(1, f"{name}1@tide.example"))
    taken = statements_of(lambda: sign_up(2, f"{name}@tide.example"))
    assert taken == free
    assert len(letters()) == 3


class Counted(MD5PasswordHasher):
    """A quick hasher that counts what would be slow."""

    times = 0

    def encode(self, password: str, salt: str) -> str:
        Counted.times += 1
        return super().encode(password, salt)


@pytest.mark.parametrize("who", ["known", "unknown", "without a password", "shut out"])
def test_a_wrong_password_is_hashed_once_whoever_has_the_name(name, settings, who: str) -> None:
    settings.PASSWORD_HASHERS = [f"{__name__}.Counted"]
    if who != "unknown":
        player = Player.objects.create_user(name, password=PASSWORD)
        if who == "without a password":
            player.set_unusable_password()
        player.is_active = who != "shut out"
        player.save()
    visitor, wish = Visitor("192.0.2.1"), {"username": name, "password": "sea-urchin"}
    Counted.times = 0
    assert visitor.signs_in(name, "sea-urchin").status == 200
    assert Counted.times == 1
    assert visitor.fill("/admin/login/", **wish).status == 200
    assert Counted.times == 2
    assert Person().post("/me/tokens", wish).code == "wrong_credentials"
    assert Counted.times == 3


def sign_up(page: bool, username: str, password: str = PASSWORD, email: str = "") -> str | None:
    """Return under which name and address a player has signed up, None where that is refused."""
    if page:
        fields = {"username": username, "password1": password, "email": email}
        Visitor().fill("/account/signup/", **fields)
    else:
        wish = {"username": username, "password": password}
        said = Person().post("/players", wish | ({"email": email} if email else {}))
        assert said.status in {201, 400, 409, 422}, said.json
    made = Player.objects.order_by("pk").last()
    if made is None:
        return None
    assert made.check_password(password)
    found = f"{made.username} {made.email}"
    made.delete()
    return found


FIELDS: dict[str, tuple[list[str], list[str]]] = {
    "username": (
        ["Ann", " ann", "ann  ", "an" * 15, " " + "an" * 15 + " "],
        ["an" * 15 + "n", "a", " a ", "ann b", "änn", "-ann", "ann@tide", "admin"],
    ),
    "password": (
        ["rock-pool", LONG[:128], " rock-pool ", "ännemöne", "a\u0308nnemo\u0308ne"],
        ["rock-po", LONG[:129], "rock\u0000pool", "password"],
    ),
    "email": (
        [
            *("Ann@Tide.example", " ann@tide.example ", "a+b.c'd@sub.tide.example"),
            *("ann@xn--tde-0ma.example", "a" * 64 + "@" + "b" * 50 + ".example"),
        ],
        [
            *("ann@tide", "ann@[192.0.2.1]", '"ann b"@tide.example', "ann@tide..example"),
            *("ann.@tide.example", "jörg@tide.example", "ann@tïde.example"),
            *("a@" + "b.example" * 29, "ann@tide.example\u0000"),
        ],
    ),
}


@pytest.mark.parametrize("page", [True, False], ids=["page", "call"])
@pytest.mark.parametrize("field", FIELDS)
def test_a_page_and_a_call_take_the_same(field: str, page: bool) -> None:
    good, bad = FIELDS[field]
    for value in good:
        wish = {"username": "kim"} | {field: value}
        wanted = f"{wish['username'].strip()} {wish.get('email', '').strip().lower()}"
        assert sign_up(page, **wish) == wanted, value
    for value in bad:
        assert sign_up(page, **{"username": "kim"} | {field: value}) is None, value


@pytest.mark.parametrize("name", ["ANN", " Ann "])
def test_a_name_is_known_however_a_keyboard_writes_it(name: str) -> None:
    Player.objects.create_superuser("ann", password=PASSWORD)
    assert Visitor().signs_in(name).path == "/account/"
    assert Person().post("/me/tokens", {"username": name, "password": PASSWORD}).status == 201
    page = Visitor().fill("/admin/login/", username=name, password=PASSWORD, next="/admin/")
    assert (page.status, page.path) == (200, "/admin/")
