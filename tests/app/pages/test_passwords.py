"""Forgotten, changed and reset passwords, and what ends with them."""

from typing import Any

import pytest

from players.models import Player, Token
from tests.app.pages.visitor import Page, Visitor, letters, link
from tests.people import PASSWORD, Person

pytestmark = pytest.mark.django_db
ANEW = "barnacle-bill-below"
CHANGE = "/account/password/change/"
VOID = "too old, or was used already"


def forget_password(address: str) -> Any:
    """Return the letters that come of it."""
    page = Visitor("192.0.2.1").fill("/account/password/reset/", email=address)
    assert "If a player has verified this address" in page.html
    return letters()


def test_a_reset_ends_everything_that_the_old_password_began(name, mailed) -> None:
    token = Person().post("/me/tokens", {"username": name, "password": PASSWORD}).json["token"]
    letters()  # That the token was got from a new place is told, too.
    (letter,) = forget_password(f"{name}@TIDE.example")
    assert letter.to == [f"{name}@tide.example"]
    visitor = Visitor("192.0.2.1")
    assert "Your password is changed" in visitor.fill(link(letter), password1=ANEW).html
    assert not visitor.is_in(), "a letter alone signs nobody in"
    assert not mailed.is_in()
    assert Person(token).get("/me").code == "token_invalid"
    assert not Token.objects.good().filter(player__username=name).exists()
    assert visitor.signs_in(name, ANEW).path == "/account/"
    assert VOID in Visitor().visit(link(letter)).html
    assert next(one.subject for one in letters()) == "Your password was reset"


def test_an_address_that_nobody_has_verified_resets_nothing(name) -> None:
    Visitor().signs_up(name, email=f"{name}@tide.example")
    letters()
    assert forget_password(f"{name}@tide.example") == []
    assert forget_password("nobody@tide.example") == []


def test_only_so_many_letters_of_a_kind_go_to_one_address(name, mailed, settings) -> None:
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "letters": (3, 86400 * 3650)}
    address = f"{name}@tide.example"
    sent = []
    for number in range(5):
        wish = {"username": f"{name}{number}", "password": PASSWORD, "email": address}
        assert Person().post("/players", wish).status == 201
        sent.append(len(letters()))
    # One has gone there by now, in another window.
    assert sent == [1, 1, 1, 0, 0]
    assert [len(forget_password(address)) for _ in range(5)] == [1, 1, 1, 0, 0]


def test_who_changes_the_password_stays_in_and_all_else_ends(name, mailed) -> None:
    (letter,) = forget_password(f"{name}@tide.example")
    there = Visitor()
    there.signs_in(name)
    said = mailed.fill(CHANGE, oldpassword="sea-urchin", password1=ANEW)
    assert "This is not your current password." in said.html
    assert "too short" in mailed.fill(CHANGE, oldpassword=PASSWORD, password1="a").html
    assert there.is_in()
    page = mailed.fill(CHANGE, oldpassword=PASSWORD, password1=ANEW)
    assert "Your password is changed." in page.html
    assert (mailed.is_in(), there.is_in()) == (True, False)
    assert there.signs_in(name, ANEW).path == "/account/"
    assert [one.subject for one in letters()] == ["Your password was changed"]
    assert VOID in Visitor().visit(link(letter)).html


def test_guesses_are_counted_on_pages_as_in_calls(name, ann, settings) -> None:
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "wrong_passwords": (3, 86400 * 3650)}
    strangers = [Visitor(f"192.0.2.{number}") for number in range(3)]
    for stranger in strangers[:2]:
        assert stranger.signs_in(name, "sea-urchin").status == 200
    wish = {"username": name, "password": "sea-urchin"}
    assert Person().post("/me/tokens", wish).code == "wrong_credentials"
    page = strangers[2].signs_in(name)
    assert (page.status, "Retry-After" in page.headers) == (429, True)
    assert "Too many wrong passwords." in page.html
    assert ann.signs_in(name).path == "/account/", "where a player has been they still get in"
    for _ in range(3):
        ann.fill(CHANGE, oldpassword="guess", password1=ANEW)
    assert ann.fill(CHANGE, oldpassword=PASSWORD, password1=ANEW).status == 429


def test_attempts_to_sign_in_are_counted_by_address(settings, db, name) -> None:
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "sign_in": (2, 86400 * 3650)}
    # The last figures are chance, because counts outlive the database of a test.
    visitor = Visitor(f"203.0.113.{int(name[-2:], 16)}")
    said = [visitor.signs_in(f"{name}{number}").status for number in range(3)]
    assert said[-1] == 429


def make_code(visitor: Visitor) -> str:
    page = visitor.confirm(visitor.fill("/account/recovery/"), "/account/recovery/")
    code = page.html.partition('id="code">')[2].partition("<")[0]
    assert len(code) == 23
    return code


def recover(name: str, code: str, password: str = ANEW) -> Page:
    wish = {"username": name, "code": code, "password": password}
    return Visitor("192.0.2.9").fill("/account/recover/", **wish)


def test_the_newest_recovery_code_sets_a_new_password_once(name, ann) -> None:
    old, code = make_code(ann), make_code(ann)
    assert code not in ann.visit("/account/recovery/").html
    held = bytes(Player.objects.get(username=name).recovery_code.digest)
    assert (len(held), code.replace("-", "").encode() in held) == (32, False)
    for wrong in ("00000-00000-00000-00000", old):
        assert "Username and code do not fit." in recover(name, wrong).html
    assert "too short" in recover(name, code, "a").html
    assert "Your password is changed" in recover(name, code.upper().replace("-", " ")).html
    assert not ann.is_in()
    assert Visitor().signs_in(name, ANEW).path == "/account/"
    assert "Username and code do not fit." in recover(name, code).html


def test_guesses_at_a_code_count_as_at_the_password(name, ann, settings) -> None:
    code = make_code(ann)
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "wrong_passwords": (2, 86400 * 3650)}
    assert [recover(name, "0").status for _ in range(3)] == [200, 200, 429]
    assert recover(name, code).status == 429
    assert Visitor("192.0.2.10").signs_in(name).status == 429
