"""The address of a player: given, verified, changed, removed; on pages and by calls."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db import connection

from players.models import Letter, Player
from tests.app.api.refusals import refused
from tests.app.pages.visitor import Visitor, letters, link
from tests.people import PASSWORD, Person

pytestmark = pytest.mark.django_db


def signs_up(name: str, email: str = "") -> Person:
    said = Person().post("/players", {"username": name, "password": PASSWORD, "email": email})
    assert said.status == 201
    return Person(said.json["token"], name)


def address(person: Person) -> tuple[Any, Any, Any]:
    me = person.get("/me").json
    return me["email"], me["email_verified"], me["email_pending"]


def verifies(letter: Any) -> None:
    Visitor("192.0.2.77").fill(link(letter))


def wants(person: Person, email: str) -> Any:
    return person.patch("/me", {"email": email, "current_password": PASSWORD})


def test_an_address_given_by_a_call_waits_to_be_verified(name: str) -> None:
    person = signs_up(name, f"{name}@Tide.Example")
    assert address(person) == (f"{name}@tide.example", False, None)
    (letter,) = letters()
    assert (letter.to, letter.subject) == ([f"{name}@tide.example"], "Verify your address")
    verifies(letter)
    assert address(person) == (f"{name}@tide.example", True, None)


def test_a_new_address_takes_the_old_ones_place_when_it_is_verified(name: str) -> None:
    person = signs_up(name, f"{name}@old.example")
    verifies(letters()[0])
    said = wants(person, f"{name}@new.example")
    assert (said.json["email"], said.json["email_pending"]) == (
        f"{name}@old.example",
        f"{name}@new.example",
    )
    told, asked = sorted(letters(), key=lambda one: one.to, reverse=True)
    assert told.to == [f"{name}@old.example"]
    assert f"{name}@new.example" not in told.body, "the old address may be a stranger's by now"
    assert asked.to == [f"{name}@new.example"]
    verifies(asked)
    assert address(person) == (f"{name}@new.example", True, None)
    assert Player.objects.get(username=name).email == f"{name}@new.example"
    assert letters() == []


def test_an_address_that_nobody_has_verified_is_replaced_at_once(name: str) -> None:
    person = signs_up(name, f"{name}@first.example")
    wants(person, f"{name}@second.example")
    assert address(person) == (f"{name}@second.example", False, None)
    first, second = letters()
    assert "too old, or was used already" in Visitor().visit(link(first)).html
    verifies(second)
    assert address(person) == (f"{name}@second.example", True, None)


def test_what_is_wanted_can_be_taken_back(name: str) -> None:
    person = signs_up(name, f"{name}@old.example")
    verifies(letters()[0])
    wants(person, f"{name}@new.example")
    wants(person, f"{name}@old.example")
    assert address(person) == (f"{name}@old.example", True, None)


def test_an_address_is_removed_and_is_told_so(name: str) -> None:
    person = signs_up(name, f"{name}@old.example")
    verifies(letters()[0])
    assert wants(person, "").json["email"] == ""
    assert address(person) == ("", False, None)
    assert [one.to for one in letters()] == [[f"{name}@old.example"]]
    assert not EmailAddress.objects.exists()


def test_a_token_alone_changes_no_address(name: str) -> None:
    person = signs_up(name, f"{name}@old.example")
    letters()
    for guess in ({}, {"current_password": "sea-urchin"}):
        said = person.patch("/me", {"email": f"thief@{name}.example", **guess})
        refused(said, 403, "wrong_password")
    assert address(person) == (f"{name}@old.example", False, None)
    assert letters() == []


def test_the_address_is_shown_to_a_token_that_may_change_it(name: str) -> None:
    signs_up(name, f"{name}@tide.example")
    wish = {"username": name, "password": PASSWORD}
    for scope, shown in {"game:read": None, "profile:write": f"{name}@tide.example"}.items():
        token = Person().post("/me/tokens", {**wish, "scopes": list({scope, "game:read"})})
        me = Person(token.json["token"]).get("/me").json
        assert me["email"] == shown
        assert (me["email_verified"] is None) == (shown is None)


def test_two_players_may_share_an_address_and_each_verifies_it(name: str) -> None:
    both = [signs_up(f"{name}{number}", f"{name}@tide.example") for number in range(2)]
    for letter in letters():
        verifies(letter)
    assert [address(one)[1] for one in both] == [True, True]
    Visitor().fill("/account/password/reset/", email=f"{name}@tide.example")
    assert [one.to for one in letters()] == [[f"{name}@tide.example"]] * 2


def test_an_address_is_changed_on_a_page(name: str) -> None:
    visitor = Visitor()
    visitor.signs_up(name, email=f"{name}@old.example")
    verifies(letters()[0])
    page = visitor.fill("/account/email/", email=f"{name}@new.example", action_add="")
    page = visitor.fill(page.path, password=PASSWORD, next="/account/email/")
    assert f"<strong>{name}@new.example</strong> is not verified yet" in page.html
    asked = [one for one in letters() if one.to == [f"{name}@new.example"]]
    verifies(asked[0])
    assert f"{name}@new.example, verified." in " ".join(visitor.visit("/account/").html.split())


def test_an_address_that_is_verified_is_not_taken_for_a_new_one(name: str) -> None:
    visitor = Visitor()
    visitor.signs_up(name, email=f"{name}@tide.example")
    verifies(letters()[0])
    page = does(visitor, email=f"{name}@TIDE.example", action_add="")
    assert "This is your address already." in page.html
    assert letters() == []


def test_where_an_address_is_wanted_a_call_cannot_remove_it(name: str, settings: Any) -> None:
    person = signs_up(name, f"{name}@tide.example")
    settings.TIDE_EMAIL_REQUIRED = True
    refused(wants(person, ""), 400, "too_short", "/email")
    assert address(person)[0] == f"{name}@tide.example"


def test_a_waiting_letter_goes_with_its_player_and_lies_encrypted(name: str) -> None:
    signs_up(name, f"{name}@tide.example")
    row = Letter.objects.get()
    with connection.cursor() as cursor:
        cursor.execute("SELECT content FROM players_letter")
        assert name.encode() not in bytes(cursor.fetchone()[0])
    assert row.content["to"] == f"{name}@tide.example"
    Player.objects.filter(username=name).delete()
    assert not Letter.objects.exists()


def does(visitor: Visitor, **fields: str) -> Any:
    """Sends the form of the page, and says once more who she is if she is asked."""
    page = visitor.fill("/account/email/", **fields)
    if page.path.startswith("/account/reauthenticate/"):
        page = visitor.fill(page.path, password=PASSWORD, next="/account/email/")
    return page


def test_the_letter_is_sent_again_from_the_page(name: str) -> None:
    visitor = Visitor()
    visitor.signs_up(name, email=f"{name}@tide.example")
    letters()
    does(visitor, email=f"{name}@tide.example", action_send="")
    (letter,) = letters()
    verifies(letter)
    assert "which is verified" in visitor.visit("/account/email/").html


def test_an_address_is_removed_on_the_page_and_is_told_so(name: str, settings: Any) -> None:
    visitor = Visitor()
    visitor.signs_up(name, email=f"{name}@tide.example")
    verifies(letters()[0])
    settings.TIDE_EMAIL_REQUIRED = True
    wish = {"email": f"{name}@tide.example", "action_remove": ""}
    assert "Give another one first." in does(visitor, **wish).html
    assert letters() == []
    settings.TIDE_EMAIL_REQUIRED = False
    assert "is removed." in does(visitor, **wish).html
    (letter,) = letters()
    assert (letter.to, letter.subject) == (
        [f"{name}@tide.example"],
        "Another address for your account",
    )
    assert Player.objects.get(username=name).email == ""


def test_an_address_that_waits_can_be_forgotten(name: str) -> None:
    visitor = Visitor()
    visitor.signs_up(name, email=f"{name}@old.example")
    verifies(letters()[0])
    does(visitor, email=f"{name}@new.example", action_add="")
    letters()
    does(visitor, email=f"{name}@new.example", action_remove="")
    assert letters() == []
    assert [row.email for row in EmailAddress.objects.all()] == [f"{name}@old.example"]
    assert Player.objects.get(username=name).email == f"{name}@old.example"
