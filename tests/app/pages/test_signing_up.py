"""Signing up, in and out on the pages."""

from typing import Any

import pytest

from players.models import Player
from tests.app.pages.visitor import Visitor, letters, link
from tests.people import PASSWORD, Person

pytestmark = pytest.mark.django_db


def test_who_signs_up_is_in_and_has_an_account_for_the_api_too(name: str) -> None:
    visitor = Visitor()
    page = visitor.signs_up(name, email=f"{name}@Tide.example")
    assert (page.status, page.path) == (200, "/account/")
    assert f"<h1>{name}</h1>" in page.html
    said = Person().post("/me/tokens", {"username": name, "password": PASSWORD})
    assert said.status == 201
    me = Person(said.json["token"]).get("/me").json
    assert (me["email"], me["email_verified"]) == (f"{name}@tide.example", False)


def test_without_an_address_a_recovery_code_is_offered(name: str) -> None:
    assert Visitor().signs_up(name).path == "/account/recovery/"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"username": "-ann"}, "2 to 30 letters"),
        ({"username": "a"}, "2 to 30 letters"),
        ({"username": "änn"}, "2 to 30 letters"),
        ({"password1": "12345678"}, "too common"),
        ({"email": "nowhere"}, "valid email"),
    ],
)
def test_a_fault_stands_beside_its_field(name: str, fields: dict[str, str], said: str) -> None:
    wish = {"username": name, "password1": PASSWORD, **fields}
    page = Visitor().fill("/account/signup/", **wish)
    (field,) = fields
    at = page.html.index(f'id="id_{field}_error"')
    assert said in page.html[at : at + 200]
    assert not Player.objects.filter(username__in=[name, wish["username"]]).exists()


def test_a_name_that_somebody_has_is_refused_whatever_its_capitals(name: str) -> None:
    Visitor().signs_up(name)
    assert (
        "Another player has this username, or one that looks like it."
        in Visitor().signs_up(name.upper()).html
    )


def test_the_address_is_needed_where_the_operator_says_so(name: str, settings: Any) -> None:
    settings.TIDE_EMAIL_REQUIRED = True
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
    assert "This field is required." in Visitor().signs_up(name).html
    said = Person().post("/players", {"username": name, "password": PASSWORD})
    assert (said.status, said.json["errors"][0]["pointer"]) == (400, "/email")
    assert not Player.objects.filter(username=name).exists()


def test_the_link_in_the_letter_verifies_the_address(name: str) -> None:
    visitor = Visitor()
    visitor.signs_up(name, email=f"{name}@tide.example")
    (letter,) = letters()
    assert letter.to == [f"{name}@tide.example"]
    assert "not verified yet" in visitor.visit("/account/").html
    # A mail program that opens links ahead verifies nothing.
    stranger = Visitor()
    assert "Yes, it is mine" in stranger.visit(link(letter)).html
    assert "not verified yet" in visitor.visit("/account/").html
    stranger.fill(link(letter))
    assert "verified." in visitor.visit("/account/").html
    assert "too old, or was used" in stranger.visit(link(letter)).html


def test_signing_in_and_out(name: str, ann: Visitor) -> None:
    assert ann.is_in()
    ann.fill("/account/logout/")
    assert not ann.is_in()
    assert "Username and password do not fit." in ann.signs_in(name, "sea-urchin").html
    assert not ann.is_in()
    assert ann.signs_in(name.upper()).path == "/account/"
    assert ann.is_in()


def test_one_is_led_to_where_one_wanted_to_go_but_to_no_other_server(
    name: str, ann: Visitor
) -> None:
    ann.fill("/account/logout/")
    wish = {"login": name, "password": PASSWORD}
    assert ann.fill("/account/login/", **wish, next="/account/email/").path == "/account/email/"
    ann.fill("/account/logout/")
    assert (
        ann.fill("/account/login/", **wish, next="https://elsewhere.example/").path == "/account/"
    )


def test_who_is_deactivated_is_out_at_once_and_gets_in_no_more(name: str, ann: Visitor) -> None:
    Player.objects.filter(username=name).update(is_active=False)
    assert not ann.is_in()
    assert Visitor().signs_in(name).path != "/account/"
    assert not ann.is_in()
