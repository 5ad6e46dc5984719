"""Signing in with an account on another server, by OpenID Connect."""

from typing import Any

import pytest

from players.models import Player
from tests.app.pages.club import Club, comes_from_the_club
from tests.app.pages.visitor import Visitor, letters, link
from tests.optional_packages import needs
from tests.people import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("club"), needs("social")]


def test_who_comes_for_the_first_time_chooses_a_name(name: str, club: type[Club]) -> None:
    visitor = Visitor()
    assert "Sign in with Our club" in visitor.visit("/account/login/").html
    page = comes_from_the_club(visitor)
    assert "Under which name do you play here?" in page.html
    page = visitor.fill(page.path, username=name, email=f"{name}@club.example")
    assert f"<h1>{name}</h1>" in page.html
    assert club.asked[0]["client_secret"] == ["shells"]
    assert "code_verifier" in club.asked[0]
    player = Player.objects.get(username=name)
    assert (player.email, player.has_usable_password()) == (f"{name}@club.example", False)
    again = Visitor("192.0.2.1")
    assert comes_from_the_club(again).path == "/account/"
    assert Player.objects.count() == 1


def test_its_form_may_end_on_another_server(settings: Any) -> None:
    (known,) = settings.TIDE_SIGN_IN_PROVIDERS
    policy = Visitor().visit("/account/login/").headers["Content-Security-Policy"]
    assert f"form-action 'self' https: {known['server']}" in policy.split("; ")


def test_the_same_address_opens_nobodys_account(name: str) -> None:
    victim = Visitor()
    victim.signs_up(name, email=f"{name}@club.example")
    victim.fill(link(letters()[0]))
    page = comes_from_the_club(Visitor("192.0.2.1"))
    assert "Under which name do you play here?" in page.html


def test_a_player_connects_an_account_elsewhere_and_signs_in_with_it(
    name: str, ann: Visitor
) -> None:
    ann.fill("/account/reauthenticate/", password=PASSWORD)
    page = comes_from_the_club(ann, "/account/3rdparty/", process="connect")
    assert "With these accounts elsewhere you can sign in here." in page.html
    visitor = Visitor("192.0.2.1")
    page = comes_from_the_club(visitor)
    assert (page.path, f"<h1>{name}</h1>" in page.html) == ("/account/", True)


def test_an_answer_to_nobodys_question_signs_nobody_in(name: str) -> None:
    visitor = Visitor()
    page = visitor.visit("/account/oidc/club/login/callback/?code=pearl&state=guessed")
    assert "did not say who you are" in page.html
    assert not visitor.is_in()


def test_without_a_setting_there_is_no_such_button(settings: Any) -> None:
    settings.TIDE_SIGN_IN_PROVIDERS = []
    visitor = Visitor()
    assert "Our club" not in visitor.visit("/account/login/").html
    assert visitor.visit("/account/oidc/club/login/").status == 404
