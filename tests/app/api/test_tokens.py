"""POST, GET /me/tokens and DELETE /me/tokens/{id}, and what a token is good for."""

from datetime import timedelta
from typing import Any
from unicodedata import normalize

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from common.optional_packages import is_installed
from players.models import Player, Token
from tests.app.api.refusals import nothing_changes, refused
from tests.people import PASSWORD, Answer, Person

pytestmark = pytest.mark.django_db


def asks_for_token(username: str = "ann", password: str = PASSWORD, **more: object) -> Answer:
    return Person().post("/me/tokens", {"username": username, "password": password, **more})


def test_another_client_gets_a_token_of_its_own(ann: Person) -> None:
    said = asks_for_token(name="telephone")
    assert said.status == 201
    assert said.json["name"] == "telephone"
    assert said.json["token"].startswith(said.json["begins"])
    assert Person(said.json["token"]).get("/me").json["username"] == "ann"
    assert ann.get("/me").status == 200


def test_there_are_test_tokens_in_a_sandbox_alone(ann: Person, settings: Any) -> None:
    with nothing_changes():
        refused(asks_for_token(test=True), 403, "sandbox_only")
    settings.TIDE_SANDBOX_ENABLED = True
    said = asks_for_token(test=True), asks_for_token(test=False), asks_for_token()
    made = [answer.json["test"] for answer in said]
    assert made == [True, False, False]
    listed = ann.get("/me/tokens").json["results"]
    assert [token["test"] for token in listed] == [False, False, True, False]


def test_capitals_of_the_username_make_no_difference(ann: Person) -> None:
    assert Person(asks_for_token("ANN").json["token"]).get("/me").json["username"] == "ann"


def test_a_space_from_a_phones_keyboard_makes_no_difference_either(ann: Person) -> None:
    assert asks_for_token("Ann ").status == 201
    page = Client().post("/account/login/", {"login": " Ann ", "password": PASSWORD})
    assert page.status_code == 302


def test_a_password_is_the_same_composed_or_decomposed(ann: Person) -> None:
    wish = {"username": "jan", "password": "Strandk\u00f6rbe-f\u00fcr-alle"}
    assert Person().post("/players", wish).status == 201
    decomposed = normalize("NFD", wish["password"])
    assert asks_for_token("jan", decomposed).status == 201
    page = Client().post("/account/login/", {"login": "jan", "password": decomposed})
    assert page.status_code == 302


def test_a_wrong_password_and_an_unknown_name_are_answered_alike(ann: Person) -> None:
    with nothing_changes():
        wrong = asks_for_token(password="sea-urchin")
        unknown = asks_for_token("nobody")
    refused(wrong, 401, "wrong_credentials")
    assert wrong.raw_but_id == unknown.raw_but_id
    assert wrong.headers["WWW-Authenticate"].startswith(
        "Bearer resource_metadata=" if is_installed("oauth") else "Bearer"
    )


def test_the_list_shows_my_tokens_and_never_the_secrets(ann: Person, bob: Person) -> None:
    made = asks_for_token(name="telephone").json
    found = ann.get("/me/tokens")
    newest, oldest = found.json["results"]
    assert (newest["name"], newest["current"]) == ("telephone", False)
    assert (oldest["name"], oldest["current"]) == ("sign-up", True)
    assert newest["id"] == made["id"]
    for secret in (made["token"], ann.token):
        assert secret is not None
        assert secret.encode() not in found.raw
        assert secret[len(newest["begins"]) :].encode() not in found.raw


def test_last_use_is_told_to_the_hour(ann: Person) -> None:
    def last_use() -> str:
        used: str = ann.get("/me/tokens").json["results"][0]["last_used_at"]
        return used

    first = last_use()
    with time_machine.travel(timezone.now() + timedelta(minutes=50)):
        assert last_use() == first
    with time_machine.travel(timezone.now() + timedelta(minutes=70)):
        assert last_use() > first


def test_a_token_given_up_is_void_at_once(ann: Person) -> None:
    made = asks_for_token().json
    assert ann.delete(f"/me/tokens/{made['id']}").status == 204
    refused(Person(made["token"]).get("/me"), 401, "token_invalid")
    with nothing_changes():
        refused(ann.delete(f"/me/tokens/{made['id']}"), 404, "token_not_found")


def test_a_client_can_give_up_the_token_that_it_uses(ann: Person) -> None:
    (mine,) = ann.get("/me/tokens").json["results"]
    assert ann.delete(f"/me/tokens/{mine['id']}").status == 204
    refused(ann.get("/me"), 401, "token_invalid")


def test_nobody_can_give_up_another_players_token(ann: Person, bob: Person) -> None:
    (mine,) = ann.get("/me/tokens").json["results"]
    with nothing_changes():
        refused(bob.delete(f"/me/tokens/{mine['id']}"), 404, "token_not_found")
        refused(bob.delete("/me/tokens/none"), 404, "token_not_found")


def test_a_token_expires(ann: Person) -> None:
    Token.objects.update(expires_at=timezone.now())
    said = ann.get("/me")
    refused(said, 401, "token_expired")
    assert said.headers["WWW-Authenticate"].startswith('Bearer error="invalid_token"')
    # Not even what needs no token is answered, so that a client learns of it wherever it calls.
    refused(ann.get("/games"), 401, "token_expired")


def test_an_expired_token_changes_nothing(ann: Person) -> None:
    game = ann.opens()
    Token.objects.update(expires_at=timezone.now())
    with nothing_changes():
        for refusal in (
            ann.post("/games", {"ruleset": "turn_the_tide", "seat_count": 3}),
            ann.post(f"/games/{game}/cancel"),
            ann.seals(game, {"type": "play", "card": 1}, turn=1),
            ann.patch("/me", {"about": "x"}),
        ):
            refused(refusal, 401, "token_expired")


def test_tokens_are_good_for_as_long_as_the_settings_say(settings, stranger: Person) -> None:
    settings.TIDE_TOKEN_DAYS = 2
    ann = Person.signs_up("ann")
    with time_machine.travel(timezone.now() + timedelta(days=2, minutes=-1)):
        assert ann.get("/me").status == 200
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        refused(ann.get("/me"), 401, "token_expired")


def test_a_player_who_was_shut_out_can_do_nothing(ann: Person) -> None:
    Player.objects.update(is_active=False)
    refused(ann.get("/me"), 401, "token_invalid")
    refused(asks_for_token(), 401, "wrong_credentials")


@pytest.mark.parametrize(
    "header",
    [
        "Bearer",
        "Bearer ",
        "Bearer x y",
        "Basic YW5uOng=",
        "bearer tide_no",
        "\xff\xe9",
        "Bearer \xe9",
    ],
)
def test_anything_else_in_the_header_is_refused(ann: Person, header: str) -> None:
    said = Person().get("/me", headers={"Authorization": header})
    refused(said, 401, "token_invalid")


def test_the_scheme_may_be_written_small(ann: Person) -> None:
    said = Person().get("/me", headers={"Authorization": f"bearer {ann.token}"})
    assert said.status == 200
