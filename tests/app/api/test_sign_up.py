"""POST /players."""

from typing import Any

import pytest
from django.db import DatabaseError, connection

from players.models import Player, Token
from tests.app.api.refusals import nothing_changes, refused
from tests.app.api.threads import threads
from tests.people import PASSWORD, Person

pytestmark = pytest.mark.django_db


def test_signing_up_gives_a_token_that_works(stranger: Person) -> None:
    said = stranger.post("/players", {"username": "Ann_1-x", "password": PASSWORD})
    assert said.status == 201
    assert said.json["username"] == "Ann_1-x"
    assert Person(said.json["token"]).get("/me").json["username"] == "Ann_1-x"


def test_an_email_address_is_kept_for_the_player_alone(stranger: Person) -> None:
    wish = {"username": "ann", "password": PASSWORD, "email": "ann@tide.example"}
    ann = Person(stranger.post("/players", wish).json["token"])
    assert ann.get("/me").json["email"] == "ann@tide.example"
    assert b"tide.example" not in stranger.get("/players/ann").raw


def test_neither_the_password_nor_the_token_can_be_read_in_the_database(stranger: Person) -> None:
    token = stranger.post("/players", {"username": "ann", "password": PASSWORD}).json["token"]
    row = Token.objects.get()
    assert token.encode() not in bytes(row.digest)
    assert token not in (row.shown, row.name, row.id)
    assert PASSWORD not in Player.objects.get().password


@pytest.mark.parametrize("again", ["ann", "ANN", "Ann"])
def test_a_username_is_taken_in_any_capitals(ann: Person, again: str) -> None:
    with nothing_changes():
        said = Person().post("/players", {"username": again, "password": PASSWORD})
    refused(said, 409, "username_taken")


def test_a_username_that_is_taken_is_no_error_to_the_database(ann: Person) -> None:
    failed = []

    def note(execute: Any, *given: Any) -> Any:
        try:
            return execute(*given)
        except DatabaseError as error:
            failed.append(error)
            raise

    with connection.execute_wrapper(note):
        wish = {"username": "ann", "password": PASSWORD, "email": "second@tide.example"}
        refused(Person().post("/players", wish), 409, "username_taken")
    assert failed == []


@pytest.mark.django_db(transaction=True)
def test_of_many_who_want_a_username_at_once_one_gets_it() -> None:
    wish = {"username": "ann", "password": PASSWORD}
    with threads() as at_once:
        asked = [at_once.start(Person().post, "/players", wish) for _ in range(6)]
        said = [one.result() for one in asked]
    assert sorted(one.status for one in said) == [201, *[409] * 5]
    assert Player.objects.count() == Token.objects.count() == 1


@pytest.mark.parametrize("token", ["tide_expired", "\xe9\xff", ""])
def test_a_token_that_is_void_is_no_obstacle(stranger: Person, token: str) -> None:
    said = Person(token).post("/players", {"username": "ann", "password": PASSWORD})
    assert said.status == 201


@pytest.mark.parametrize(
    ("change", "code", "pointer"),
    [
        ({"username": "a"}, "too_short", "/username"),
        ({"username": "a" * 37}, "too_long", "/username"),
        ({"username": "-ann"}, "wrong_format", "/username"),
        ({"username": "ann marie"}, "wrong_format", "/username"),
        ({"username": "ann\n"}, "wrong_format", "/username"),
        ({"username": "ann\x00"}, "wrong_format", "/username"),
        ({"username": "änne"}, "wrong_format", "/username"),
        ({"username": "аnn"}, "wrong_format", "/username"),  # noqa: RUF001  A Cyrillic a.
        ({"username": 7}, "wrong_type", "/username"),
        ({"username": None}, "wrong_type", "/username"),
        ({"username": ["ann"]}, "wrong_type", "/username"),
        ({"password": "sevenle"}, "too_short", "/password"),
        ({"password": "password"}, "weak_password", "/password"),
        ({"username": "wave-walker", "password": "wave-walker"}, "weak_password", "/password"),
        ({"username": "wave-walker", "password": "Wavewalker1"}, "weak_password", "/password"),
        ({"email": "wavewalker@b.example", "password": "wavewalker"}, "weak_password", "/password"),
        ({"password": ""}, "too_short", "/password"),
        ({"password": "x" * 129}, "too_long", "/password"),
        ({"password": "rock-pool\x00"}, "wrong_format", "/password"),
        ({"password": True}, "wrong_type", "/password"),
        ({"email": "nobody"}, "wrong_format", "/email"),
        ({"email": "ann@tide.example\x00"}, "wrong_format", "/email"),
        ({"email": "a" * 250 + "@b.example"}, "too_long", "/email"),
        ({"email": None}, "wrong_type", "/email"),
        ({"is_staff": True}, "unknown_field", "/is_staff"),
        ({"a/b~c": 1}, "unknown_field", "/a~1b~0c"),
    ],
)
def test_each_fault_is_named_by_its_place(
    stranger: Person, change: dict[str, object], code: str, pointer: str
) -> None:
    with nothing_changes():
        said = stranger.post("/players", {"username": "ann", "password": PASSWORD, **change})
    assert said.status == 400
    assert {"pointer": pointer, "code": code} in [
        {"pointer": fault["pointer"], "code": fault["code"]} for fault in said.json["errors"]
    ]
    assert {fault["pointer"] for fault in said.json["errors"]} == {pointer}


@pytest.mark.parametrize("missing", ["username", "password"])
def test_a_missing_field_is_named(stranger: Person, missing: str) -> None:
    wish = {"username": "ann", "password": PASSWORD}
    del wish[missing]
    with nothing_changes():
        refused(stranger.post("/players", wish), 400, "missing_field", f"/{missing}")


def test_all_faults_are_named_at_once(stranger: Person) -> None:
    said = stranger.post("/players", {"username": "!", "email": "x", "age": 7})
    assert (said.status, said.code) == (400, "invalid_request")
    found = {(fault["pointer"], fault["code"]) for fault in said.json["errors"]}
    assert {
        ("/username", "too_short"),
        ("/username", "wrong_format"),
        ("/password", "missing_field"),
        ("/email", "wrong_format"),
        ("/age", "unknown_field"),
    } == found
