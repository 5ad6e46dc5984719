"""Guessing at a password: how often, for whom, and who is kept out by it."""

from typing import Any

import pytest
from django.test import Client

from common.rest.errors import ApiError
from players import hashing
from tests.app.api.refusals import nothing_changes, refused
from tests.app.oauth.app import App, browser
from tests.counting_server import counting_server
from tests.people import PASSWORD, Answer, Person

pytestmark = pytest.mark.django_db
HOME = "198.51.100.1"


@pytest.fixture(autouse=True)
def three_guesses(settings: Any) -> None:
    settings.TIDE_PROXY_COUNT = 1
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "wrong_passwords": (3, 86400 * 3650)}


@pytest.fixture
def ann(db: None) -> Person:
    name = unheard_of()
    new = {"username": name, "password": PASSWORD}
    said = Person().call("POST", "/players", new, headers={"X-Forwarded-For": HOME})
    return Person(said.json["token"], name)


def unheard_of() -> str:
    """A name at which no test has guessed yet: counts outlive the database of a test."""
    return f"ann{hashing.Argon2().salt()[:12]}"


def signs_in(name: str | None, password: str, address: str) -> Answer:
    wish = {"username": name, "password": password}
    return Person().call("POST", "/me/tokens", wish, headers={"X-Forwarded-For": address})


def guesses(name: str | None, times: int) -> list[Answer]:
    """Each from another address."""
    return [signs_in(name, "sea-urchin", f"192.0.2.{number}") for number in range(times)]


def test_guesses_are_counted_for_the_account_wherever_they_come_from(ann: Person) -> None:
    for said in guesses(ann.name, 3):
        refused(said, 401, "wrong_credentials")
    with nothing_changes():
        said = signs_in(ann.name, PASSWORD, "192.0.2.200")
    refused(said, 429, "throttled")
    assert int(said.headers["Retry-After"]) > 0
    refused(signs_in(str(ann.name).upper(), PASSWORD, "192.0.2.201"), 429, "throttled")


def test_whether_there_is_such_an_account_is_not_told(ann: Person) -> None:
    there, not_there = guesses(ann.name, 4), guesses(unheard_of(), 4)
    assert (
        [said.status for said in there] == [said.status for said in not_there] == [401] * 3 + [429]
    )
    assert [said.raw_but_id for said in there[:3]] == [said.raw_but_id for said in not_there[:3]]
    varies = {"detail": "", "instance": ""}
    assert {**there[3].json, **varies} == {**not_there[3].json, **varies}


def test_its_player_signs_in_all_the_same_from_where_she_has_been(ann: Person) -> None:
    guesses(ann.name, 5)
    assert signs_in(ann.name, PASSWORD, HOME).status == 201
    assert ann.get("/me").status == 200, "tokens are not concerned"
    # A count of its own is a count.
    for _ in range(3):
        refused(signs_in(ann.name, "sea-urchin", HOME), 401, "wrong_credentials")
    refused(signs_in(ann.name, PASSWORD, HOME), 429, "throttled")


def test_where_she_has_signed_in_she_is_known_from_then_on(ann: Person) -> None:
    assert signs_in(ann.name, PASSWORD, "203.0.113.9:4711").status == 201
    guesses(ann.name, 4)
    assert signs_in(ann.name, PASSWORD, "203.0.113.9").status == 201


def test_right_passwords_are_no_guesses(ann: Person) -> None:
    assert [signs_in(ann.name, PASSWORD, HOME).status for _ in range(5)] == [201] * 5


def test_nor_is_what_nobody_has_looked_at(ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*_: Any) -> None:
        raise ApiError("busy", "Too many sign in.")

    with monkeypatch.context() as patch:
        patch.setattr("django.contrib.auth.hashers.MD5PasswordHasher.verify", no_room)
        assert [said.status for said in guesses(ann.name, 5)] == [503] * 5
    assert signs_in(ann.name, PASSWORD, "192.0.2.7").status == 201


def test_the_admins_door_counts_the_same(ann: Person) -> None:
    door = Client(headers={"X-Forwarded-For": "192.0.2.1"})
    wrong = {"username": ann.name, "password": "sea-urchin"}
    assert [door.post("/admin/login/", wrong).status_code for _ in range(2)] == [200] * 2
    refused(guesses(ann.name, 1)[0], 401, "wrong_credentials")
    said = door.post("/admin/login/", wrong)
    assert (said.status_code, said.json()["code"]) == (429, "throttled")
    refused(guesses(ann.name, 1)[0], 429, "throttled")


def test_who_has_stolen_a_token_guesses_no_more_often(ann: Person) -> None:
    stolen = ann
    own = Person(signs_in(ann.name, PASSWORD, HOME).json["token"])
    guess = {"password": "barnacle-bill", "current_password": "sea-urchin"}
    for _ in range(3):
        refused(stolen.patch("/me", guess), 403, "wrong_password")
    right = {"password": "barnacle-bill", "current_password": PASSWORD}
    with nothing_changes():
        refused(stolen.patch("/me", right), 429, "throttled")
    assert stolen.patch("/me", {"about": "Tides."}).status == 200
    # Nor does she keep the player from throwing her out.
    assert own.patch("/me", right).status == 200
    refused(stolen.get("/me"), 401, "token_invalid")


def test_an_app_guesses_no_more_often_with_a_new_token(ann: Person) -> None:
    app, other = App(), App()
    signed_in = browser(ann)
    hers = app.signs_in(signed_in, scope="profile:write")
    guess = {"password": "barnacle-bill", "current_password": "sea-urchin"}
    for _ in range(3):
        refused(hers.patch("/me", guess), 403, "wrong_password")
        renewed = app.refreshes(app.tokens["refresh_token"])
        app.tokens = renewed.json()
        hers = Person(app.tokens["access_token"])
    refused(hers.patch("/me", guess), 429, "throttled")
    refused(app.signs_in(signed_in, scope="profile:write").patch("/me", guess), 429, "throttled")
    # It keeps neither another app nor the player from knowing the password.
    more = other.signs_in(signed_in, scope="profile:write")
    refused(more.patch("/me", guess), 403, "wrong_password")
    right = {"password": "barnacle-bill", "current_password": PASSWORD}
    assert ann.patch("/me", right).status == 200


def test_without_the_counting_server_nobody_is_refused(ann: Person) -> None:
    with counting_server():
        assert [said.status for said in guesses(ann.name, 5)] == [401] * 5
        assert signs_in(ann.name, PASSWORD, HOME).status == 201
