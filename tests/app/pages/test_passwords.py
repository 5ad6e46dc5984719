"""Forgotten, changed and reset passwords, and what ends with them."""

from typing import Any

import pytest

from players.models import Player, Token
from tests.app.pages.visitor import Visitor, letters, link
from tests.people import PASSWORD, Person

pytestmark = pytest.mark.django_db
ANEW = "barnacle-bill-below"


@pytest.fixture
def mailed(name: str) -> str:
    """The address of ann, verified."""
    visitor = Visitor()
    visitor.signs_up(name, email=f"{name}@tide.example")
    visitor.fill(link(letters()[0]))
    return f"{name}@tide.example"


def forgets(address: str) -> Any:
    page = Visitor("192.0.2.1").fill("/account/password/reset/", email=address)
    assert "If a player has verified this address" in page.html
    return letters()


def test_a_forgotten_password_is_reset_by_a_letter(name: str, mailed: str) -> None:
    (letter,) = forgets(mailed.upper())
    assert letter.to == [mailed]
    visitor = Visitor("192.0.2.1")
    done = visitor.fill(link(letter), password1=ANEW)
    assert "Your password is changed" in done.html
    assert not visitor.is_in(), "a letter alone signs nobody in"
    assert visitor.signs_in(name, ANEW).path == "/account/"
    assert "too old, or was used already" in Visitor().visit(link(letter)).html
    told = [one.subject for one in letters()]
    assert told[0] == "Your password was reset"


def test_a_reset_ends_everything_that_the_old_password_began(name: str, mailed: str) -> None:
    browser = Visitor()
    browser.signs_in(name)
    token = Person().post("/me/tokens", {"username": name, "password": PASSWORD}).json["token"]
    assert browser.is_in()
    letters()  # That the token was got from a new place is told, too.
    Visitor().fill(link(forgets(mailed)[0]), password1=ANEW)
    assert not browser.is_in()
    assert Person(token).get("/me").code == "token_invalid"
    assert not Token.objects.good().filter(player__username=name).exists()


def test_an_address_that_nobody_has_verified_resets_nothing(name: str) -> None:
    Visitor().signs_up(name, email=f"{name}@tide.example")
    letters()
    assert forgets(f"{name}@tide.example") == []
    assert forgets("nobody@tide.example") == []


def test_the_link_is_void_when_the_password_was_changed_meanwhile(name: str, mailed: str) -> None:
    (letter,) = forgets(mailed)
    visitor = Visitor()
    visitor.signs_in(name)
    visitor.fill("/account/password/change/", oldpassword=PASSWORD, password1=ANEW)
    assert "too old, or was used already" in Visitor().visit(link(letter)).html


def test_only_so_many_letters_go_to_one_address(name: str, mailed: str, settings: Any) -> None:
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "letters": (3, 86400 * 3650)}
    # One has gone there by now, in another window.
    assert [len(forgets(mailed)) for _ in range(5)] == [1, 1, 1, 0, 0]


def test_letters_that_verify_an_address_use_up_none_that_reset_a_password(
    name: str, mailed: str, settings: Any
) -> None:
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "letters": (3, 86400 * 3650)}
    sent = []
    for number in range(5):
        wish = {"username": f"{name}{number}", "password": PASSWORD, "email": mailed}
        assert Person().post("/players", wish).status == 201
        sent.append(len(letters()))
    assert sent == [1, 1, 1, 0, 0]
    assert len(forgets(mailed)) == 1


def test_who_changes_her_password_stays_in_and_all_others_go(name: str, mailed: str) -> None:
    here, there = Visitor(), Visitor()
    here.signs_in(name)
    there.signs_in(name)
    page = here.fill("/account/password/change/", oldpassword=PASSWORD, password1=ANEW)
    assert "Your password is changed." in page.html
    assert here.is_in()
    assert not there.is_in()
    assert there.signs_in(name, ANEW).path == "/account/"
    assert [one.subject for one in letters()] == ["Your password was changed"]


def test_a_wrong_or_weak_password_changes_nothing(ann: Visitor, name: str) -> None:
    path = "/account/password/change/"
    said = ann.fill(path, oldpassword="sea-urchin", password1=ANEW)
    assert "This is not your current password." in said.html
    assert "too short" in ann.fill(path, oldpassword=PASSWORD, password1="a").html
    assert Visitor().signs_in(name).path == "/account/"


def test_guesses_are_counted_on_pages_as_in_calls(name: str, ann: Visitor, settings: Any) -> None:
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "wrong_passwords": (3, 86400 * 3650)}
    strangers = [Visitor(f"192.0.2.{number}") for number in range(3)]
    for stranger in strangers[:2]:
        assert stranger.signs_in(name, "sea-urchin").status == 200
    wish = {"username": name, "password": "sea-urchin"}
    assert Person().post("/me/tokens", wish).code == "wrong_credentials"
    page = strangers[2].signs_in(name)
    assert (page.status, "Retry-After" in page.headers) == (429, True)
    assert "Too many wrong passwords." in page.html
    assert ann.signs_in(name).path == "/account/", "where she has been she still gets in"
    for _ in range(3):
        ann.fill("/account/password/change/", oldpassword="guess", password1=ANEW)
    page = ann.fill("/account/password/change/", oldpassword=PASSWORD, password1=ANEW)
    assert page.status == 429


def test_attempts_to_sign_in_are_counted_by_address(settings: Any, db: None, name: str) -> None:
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "sign_in": (2, 86400 * 3650)}
    # The last figures are chance, because counts outlive the database of a test.
    visitor = Visitor(f"203.0.113.{int(name[-2:], 16)}")
    said = [visitor.signs_in(f"{name}{number}").status for number in range(3)]
    assert said[-1] == 429


# -- recovery codes


def code_of(visitor: Visitor) -> str:
    page = visitor.fill("/account/recovery/")
    assert page.path.startswith("/account/reauthenticate/")
    page = visitor.fill(page.path, password=PASSWORD, next="/account/recovery/")
    found = page.html.partition('id="code">')[2].partition("<")[0]
    assert len(found) == 23
    return found


def recovers(name: str, code: str, password: str = ANEW) -> Any:
    return Visitor("192.0.2.9").fill(
        "/account/recover/", username=name, code=code, password=password
    )


def test_a_recovery_code_sets_a_new_password_once(name: str, ann: Visitor) -> None:
    code = code_of(ann)
    assert code not in ann.visit("/account/recovery/").html
    assert "Username and code do not fit." in recovers(name, "00000-00000-00000-00000").html
    assert "too short" in recovers(name, code, "a").html
    assert "Your password is changed" in recovers(name, code.upper().replace("-", " ")).html
    assert not ann.is_in()
    assert Visitor().signs_in(name, ANEW).path == "/account/"
    assert "Username and code do not fit." in recovers(name, code).html


def test_a_new_code_takes_the_place_of_the_old_one(name: str, ann: Visitor) -> None:
    old = code_of(ann)
    new = ann.fill("/account/recovery/").html.partition('id="code">')[2].partition("<")[0]
    assert "do not fit" in recovers(name, old).html
    assert "Your password is changed" in recovers(name, new).html


def test_guesses_at_a_code_are_counted_as_those_at_the_password(
    name: str, ann: Visitor, settings: Any
) -> None:
    code = code_of(ann)
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "wrong_passwords": (2, 86400 * 3650)}
    assert [recovers(name, "0").status for _ in range(3)] == [200, 200, 429]
    assert recovers(name, code).status == 429
    assert Visitor("192.0.2.10").signs_in(name).status == 429


def test_of_a_code_a_digest_is_kept(name: str, ann: Visitor) -> None:
    code = code_of(ann).replace("-", "")
    held = Player.objects.get(username=name).recovery_code
    assert len(bytes(held.digest)) == 32
    assert code.encode() not in bytes(held.digest)
