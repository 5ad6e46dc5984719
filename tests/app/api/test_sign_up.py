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
