"""POST /players, /me and /me/tokens: how an account and its tokens are made, changed and given up."""

from datetime import timedelta
from typing import Any
from unicodedata import normalize

import pytest
import time_machine
from django.db import DatabaseError, connection
from django.test import Client
from django.utils import timezone

from common.optional_packages import is_installed
from players.api.serializers import MyProfileChange
from players.models import Player, Token
from tests.app.api.refusals import nothing_changes, refused
from tests.people import PASSWORD, Answer, Person

NEW = "sea-urchin-and-sand"


def sign_up(username: str, **more: object) -> Answer:
    return Person().post("/players", {"username": username, "password": PASSWORD, **more})


def ask_for_token(username: str = "ann", password: str = PASSWORD, **more: object) -> Answer:
    return Person().post("/me/tokens", {"username": username, "password": password, **more})


def test_signing_up_gives_a_token_that_works(stranger: Person) -> None:
    said = sign_up("Ann_1-x", email="ann@tide.example")
    assert (said.status, said.json["username"]) == (201, "Ann_1-x")
    me = Person(said.json["token"]).get("/me").json
    assert (me["username"], me["email"]) == ("Ann_1-x", "ann@tide.example")
    assert b"tide.example" not in stranger.get("/players/Ann_1-x").raw
    # Neither the password nor the token can be read in the database.
    row, token = Token.objects.get(), said.json["token"]
    assert token.encode() not in bytes(row.digest)
    assert token not in (row.shown, row.name, row.id)
    assert PASSWORD not in Player.objects.get().password
    # A token that is void is no obstacle.
    wish = {"username": "bob", "password": PASSWORD}
    assert Person("\xe9\xff").post("/players", wish).status == 201


def test_a_username_is_taken_in_any_capitals_and_the_database_hears_of_no_error(ann) -> None:
    failed = []

    def note(execute: Any, *given: Any) -> Any:
        try:
            return execute(*given)
        except DatabaseError as error:
            failed.append(error)
            raise

    with nothing_changes(), connection.execute_wrapper(note):
        for again in ("ann", "ANN", "Ann"):
            refused(sign_up(again, email="second@tide.example"), 409, "username_taken")
    assert failed == []


def test_a_player_changes_what_is_sent_alone(ann: Person) -> None:
    said = ann.get("/me").json
    assert (said["username"], said["email"], said["about"]) == ("ann", "", "")
    assert said.keys() == {
        *(
            "username",
            "account",
            "avatar",
            "bot_of",
            "about",
            "shows",
            "created_at",
            "renamable_from",
        ),
        *("email", "email_verified", "email_pending", "email_returned_at", "deletion"),
    }
    assert ann.patch("/me", {"about": "slow\nbut sure 🌊"}).json["about"] == "slow\nbut sure 🌊"
    wish = {"email": "ann@tide.example", "current_password": PASSWORD}
    assert ann.patch("/me", wish).json["email"] == "ann@tide.example"
    with nothing_changes():
        assert ann.patch("/me", {}).json["about"] == "slow\nbut sure 🌊"
        for current in ({}, {"current_password": "wrong"}):
            said = ann.patch("/me", {"password": NEW, "about": "x", **current})
            refused(said, 403, "wrong_password")
    assert ann.patch("/me", {"email": "", "current_password": PASSWORD}).json["email"] == ""


def test_a_new_password_makes_every_other_token_void(ann: Person, bob: Person) -> None:
    other = Person(ask_for_token().json["token"])
    assert ann.patch("/me", {"password": NEW, "current_password": PASSWORD}).status == 200
    assert ann.get("/me").status == 200
    assert bob.get("/me").status == 200
    refused(other.get("/me"), 401, "token_invalid")
    refused(ask_for_token(), 401, "wrong_credentials")
    assert ask_for_token(password=NEW).status == 201


@pytest.mark.parametrize("shut_out", [False, True])
def test_what_is_written_elsewhere_at_that_moment_stays(ann, monkeypatch, shut_out: bool) -> None:
    check = MyProfileChange.is_valid

    def check_late(self: Any, *, raise_exception: bool) -> bool:
        email = "ann@tide.example"
        Player.objects.update(email=email, is_staff=True, is_active=not shut_out)
        return check(self, raise_exception=raise_exception)

    monkeypatch.setattr(MyProfileChange, "is_valid", check_late)
    said = ann.patch("/me", {"about": "x"})
    row = Player.objects.get()
    if shut_out:
        refused(said, 401, "token_invalid")
        assert (row.is_active, row.about) == (False, "")
    else:
        assert (said.json["email"], said.json["about"]) == ("ann@tide.example", "x")
    assert (row.email, row.is_staff) == ("ann@tide.example", True)


# -- tokens


def test_another_client_gets_a_token_of_its_own(ann: Person, bob: Person) -> None:
    made = ask_for_token(name="telephone").json
    assert made["name"] == "telephone"
    assert made["token"].startswith(made["begins"])
    assert Person(made["token"]).get("/me").json["username"] == "ann"
    found = ann.get("/me/tokens")
    newest, oldest = found.json["results"]
    assert (newest["name"], newest["current"]) == ("telephone", False)
    assert (oldest["name"], oldest["current"]) == ("sign-up", True)
    assert newest["id"] == made["id"]
    assert made["token"].removeprefix(newest["begins"]).encode() not in found.raw
    with nothing_changes():
        refused(bob.delete(f"/me/tokens/{made['id']}"), 404, "token_not_found")
        refused(bob.delete("/me/tokens/none"), 404, "token_not_found")
    # A token that is given up is void at once.
    for token, person in ((made, Person(made["token"])), (oldest, ann)):
        assert ann.delete(f"/me/tokens/{token['id']}").status == 204
        refused(person.get("/me"), 401, "token_invalid")


def test_there_are_test_tokens_in_a_sandbox_alone(ann: Person, settings: Any) -> None:
    with nothing_changes():
        refused(ask_for_token(test=True), 403, "sandbox_only")
    settings.TIDE_SANDBOX_ENABLED = True
    said = ask_for_token(test=True), ask_for_token(test=False), ask_for_token()
    assert [answer.json["test"] for answer in said] == [True, False, False]
    listed = ann.get("/me/tokens").json["results"]
    assert [token["test"] for token in listed] == [False, False, True, False]


def test_a_name_and_a_password_may_be_typed_in_several_ways(ann: Person) -> None:
    for name in ("ANN", "Ann "):
        assert Person(ask_for_token(name).json["token"]).get("/me").json["username"] == "ann"
    wish = {"username": "jan", "password": "Strandk\u00f6rbe-f\u00fcr-alle"}
    assert Person().post("/players", wish).status == 201
    decomposed = normalize("NFD", wish["password"])
    assert ask_for_token("jan", decomposed).status == 201
    for login, password in ((" Ann ", PASSWORD), ("jan", decomposed)):
        page = Client().post("/account/login/", {"login": login, "password": password})
        assert page.status_code == 302


def test_a_wrong_password_and_an_unknown_name_are_answered_alike(ann: Person) -> None:
    with nothing_changes():
        wrong, unknown = ask_for_token(password="sea-urchin"), ask_for_token("nobody")
    refused(wrong, 401, "wrong_credentials")
    assert wrong.raw_but_request_id == unknown.raw_but_request_id
    begins = "Bearer resource_metadata=" if is_installed("oauth") else "Bearer"
    assert wrong.headers["WWW-Authenticate"].startswith(begins)


def test_a_token_expires_and_changes_nothing_from_then_on(settings: Any) -> None:
    settings.TIDE_TOKEN_DAYS = 2
    ann = Person.signs_up("ann")
    game = ann.opens()
    with time_machine.travel(timezone.now() + timedelta(days=2, minutes=-1)):
        assert ann.get("/me").status == 200
    with time_machine.travel(timezone.now() + timedelta(days=2)), nothing_changes():
        said = ann.get("/me")
        assert said.headers["WWW-Authenticate"].startswith('Bearer error="invalid_token"')
        # Not even what needs no token is answered, so that a client learns of it wherever it calls.
        for refusal in (said, ann.get("/games"), ann.post(f"/games/{game}/cancel")):
            refused(refusal, 401, "token_expired")


def test_anything_else_in_the_header_is_refused(ann: Person) -> None:
    odd = ["Bearer", "Bearer ", "Bearer x y", "Basic YW5uOng=", "bearer tide_no", "\xff\xe9"]
    for header in [*odd, "Bearer \xe9"]:
        said = Person().get("/me", headers={"Authorization": header})
        refused(said, 401, "token_invalid")
    said = Person().get("/me", headers={"Authorization": f"bearer {ann.token}"})
    assert said.status == 200, "the scheme may be written small"
