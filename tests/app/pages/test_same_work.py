"""Nobody finds out by the clock who has an account or an address: the server does the same work for all."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.hashers import MD5PasswordHasher
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from players.models import Letter, Player, ResetRequest
from tests.app.pages.visitor import Visitor, letters, link
from tests.people import PASSWORD, Person

pytestmark = pytest.mark.django_db
VALUES = re.compile(r"\bs\d+_x\d+\b|_django_curs_\w+|'(?:[^']|'')*'(?:::\w+)?|\b\d+\b")


def work_of(deed: Callable[[], Any]) -> list[str]:
    """The statements of a deed, without their values."""
    with CaptureQueriesContext(connection) as asked:
        deed()
    return [VALUES.sub("?", one["sql"]) for one in asked]


def test_a_reset_is_the_same_work_for_every_address(name: str) -> None:
    known = Visitor()
    known.signs_up(name, email=f"{name}@tide.example")
    known.fill(link(letters()[0]))
    Visitor().signs_up(f"{name}2", email=f"{name}2@tide.example")
    letters()
    stranger = Visitor("192.0.2.1")
    stranger.fill("/account/password/reset/", email=f"{name}0@tide.example")
    letters()

    def forgets(address: str) -> Callable[[], Any]:
        return lambda: stranger.fill("/account/password/reset/", email=address)

    verified, unverified, unknown = (
        work_of(forgets(f"{name}{more}@tide.example")) for more in ("", "2", "3")
    )
    assert verified == unknown == unverified
    assert any("players_resetrequest" in one for one in verified)
    assert (ResetRequest.objects.count(), Letter.objects.count()) == (3, 0)
    assert [one.to for one in letters()] == [[f"{name}@tide.example"]]
    assert not ResetRequest.objects.exists()


def test_a_family_with_one_address_gets_a_link_each(name: str) -> None:
    for more in ("", "2"):
        visitor = Visitor()
        visitor.signs_up(f"{name}{more}", email=f"{name}@tide.example")
        visitor.fill(link(letters()[0]))
    Visitor().fill("/account/password/reset/", email=f"{name}@tide.example")
    found = letters()
    assert len(found) == 2
    assert len({link(one) for one in found}) == 2


@pytest.mark.parametrize("way", ["page", "call"])
def test_signing_up_is_the_same_work_with_an_address_that_is_taken(name: str, way: str) -> None:
    def signs_up(number: int, email: str) -> None:
        if way == "page":
            Visitor().signs_up(f"{name}{number}", email=email)
        else:
            wish = {"username": f"{name}{number}", "password": PASSWORD, "email": email}
            assert Person().post("/players", wish).status == 201

    signs_up(0, f"{name}@tide.example")
    Visitor().fill(link(letters()[0]))
    free = work_of(lambda: signs_up(1, f"{name}1@tide.example"))
    taken = work_of(lambda: signs_up(2, f"{name}@tide.example"))
    assert taken == free
    assert len(letters()) == 2


class Counted(MD5PasswordHasher):
    """A quick hasher that counts what would be slow."""

    times = 0

    def encode(self, password: str, salt: str) -> str:
        Counted.times += 1
        return super().encode(password, salt)


def tries_the_page(name: str) -> None:
    assert Visitor("192.0.2.1").signs_in(name, "sea-urchin").status == 200


def tries_the_admin(name: str) -> None:
    visitor = Visitor("192.0.2.1")
    assert visitor.fill("/admin/login/", username=name, password="sea-urchin").status == 200


def tries_a_call(name: str) -> None:
    said = Person().post("/me/tokens", {"username": name, "password": "sea-urchin"})
    assert said.code == "wrong_credentials"


@pytest.mark.parametrize("tries", [tries_the_page, tries_the_admin, tries_a_call])
@pytest.mark.parametrize("who", ["known", "unknown", "without a password", "shut out"])
def test_a_wrong_password_is_hashed_once_whoever_has_the_name(
    name: str, settings: Any, who: str, tries: Callable[[str], None]
) -> None:
    settings.PASSWORD_HASHERS = [f"{__name__}.Counted"]
    if who != "unknown":
        player = Player.objects.create_user(name, password=PASSWORD)
        if who == "without a password":
            player.set_unusable_password()
        player.is_active = who != "shut out"
        player.save()
    Counted.times = 0
    tries(name)
    assert Counted.times == 1


def test_a_link_that_verifies_an_address_is_not_renewed_by_being_opened(name: str) -> None:
    Visitor().signs_up(name, email=f"{name}@tide.example")
    (letter,) = letters()
    path = link(letter)
    for day in range(3):
        with time_machine.travel(timezone.now() + timedelta(days=day), tick=False):
            page = Visitor().visit(path)
            assert "Is <strong>" in page.html
            assert "/account/confirm-email/" not in page.html.replace(path, "")
    with time_machine.travel(timezone.now() + timedelta(days=3, minutes=1)):
        assert "too old, or was used already" in Visitor().visit(path).html


def test_a_link_that_is_good_verifies_once(name: str) -> None:
    Visitor().signs_up(name, email=f"{name}@tide.example")
    path = link(letters()[0])
    Visitor().fill(path)
    assert "too old, or was used already" in Visitor().visit(path).html
