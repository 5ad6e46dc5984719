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

HOME = "198.51.100.1"
GUESS = {"password": "barnacle-bill", "current_password": "sea-urchin"}
RIGHT = {"password": "barnacle-bill", "current_password": PASSWORD}


@pytest.fixture(autouse=True)
def limit_of_three_guesses(settings: Any) -> None:
    settings.TIDE_PROXY_COUNT = 1
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "wrong_passwords": (3, 86400 * 3650)}


@pytest.fixture
def ann(db: None) -> Person:
    name = make_name()
    new = {"username": name, "password": PASSWORD}
    said = Person().call("POST", "/players", new, headers={"X-Forwarded-For": HOME})
    return Person(said.json["token"], name)


def make_name() -> str:
    """Return a name at which no test has guessed yet: counts outlive the database of a test."""
    return f"ann{hashing.Argon2().salt()[:12]}"


def sign_in(name: str | None, address: str, password: str = PASSWORD) -> Answer:
    wish = {"username": name, "password": password}
    return Person().call("POST", "/me/tokens", wish, headers={"X-Forwarded-For": address})


def guess(name: str | None, times: int) -> list[Answer]:
    """Guess so often, each time from another address."""
    return [sign_in(name, f"192.0.2.{number}", "sea-urchin") for number in range(times)]


def test_guesses_are_counted_for_the_account_wherever_they_come_from(ann: Person) -> None:
    for said in guess(ann.name, 3):
        refused(said, 401, "wrong_credentials")
    with nothing_changes():
        said = sign_in(ann.name, "192.0.2.200")
    refused(said, 429, "throttled")
    assert int(said.headers["Retry-After"]) > 0
    refused(sign_in(str(ann.name).upper(), "192.0.2.201"), 429, "throttled")


def test_whether_there_is_such_an_account_is_not_told(ann: Person) -> None:
    there, not_there = guess(ann.name, 4), guess(make_name(), 4)
    for answers in (there, not_there):
        assert [said.status for said in answers] == [401] * 3 + [429]
    assert [said.raw_but_request_id for said in there[:3]] == [
        said.raw_but_request_id for said in not_there[:3]
    ]
    varies = {"detail": "", "instance": ""}
    assert {**there[3].json, **varies} == {**not_there[3].json, **varies}


def test_its_player_signs_in_all_the_same_from_a_known_place(ann: Person) -> None:
    assert [sign_in(ann.name, HOME).status for _ in range(5)] == [201] * 5, "they are no guesses"
    assert sign_in(ann.name, "203.0.113.9:4711").status == 201
    guess(ann.name, 5)
    assert sign_in(ann.name, "203.0.113.9").status == 201
    assert sign_in(ann.name, HOME).status == 201
    assert ann.get("/me").status == 200, "tokens are not concerned"
    # A place has a count of its own.
    for _ in range(3):
        refused(sign_in(ann.name, HOME, "sea-urchin"), 401, "wrong_credentials")
    refused(sign_in(ann.name, HOME), 429, "throttled")


def test_what_nobody_has_looked_at_is_no_guess(ann, monkeypatch) -> None:
    def refuse_busy(*_: Any) -> None:
        raise ApiError("busy", "Too many sign in.")

    with monkeypatch.context() as patch:
        patch.setattr("django.contrib.auth.hashers.MD5PasswordHasher.verify", refuse_busy)
        assert [said.status for said in guess(ann.name, 5)] == [503] * 5
    assert sign_in(ann.name, "192.0.2.7").status == 201
    with counting_server():  # Without the counting server nobody is refused.
        assert [said.status for said in guess(ann.name, 5)] == [401] * 5
        assert sign_in(ann.name, HOME).status == 201


def test_the_admins_door_counts_the_same(ann: Person) -> None:
    door = Client(headers={"X-Forwarded-For": "192.0.2.1"})
    wrong = {"username": ann.name, "password": "sea-urchin"}
    assert [door.post("/admin/login/", wrong).status_code for _ in range(2)] == [200] * 2
    refused(guess(ann.name, 1)[0], 401, "wrong_credentials")
    said = door.post("/admin/login/", wrong)
    assert (said.status_code, said.json()["code"]) == (429, "throttled")
    refused(guess(ann.name, 1)[0], 429, "throttled")


def test_a_stolen_token_guesses_no_more_often(ann: Person) -> None:
    stolen = ann
    own = Person(sign_in(ann.name, HOME).json["token"])
    for _ in range(3):
        refused(stolen.patch("/me", GUESS), 403, "wrong_password")
    with nothing_changes():
        refused(stolen.patch("/me", RIGHT), 429, "throttled")
    assert stolen.patch("/me", {"about": "Tides."}).status == 200
    # Nor does the thief keep the player from throwing them out.
    assert own.patch("/me", RIGHT).status == 200
    refused(stolen.get("/me"), 401, "token_invalid")


def test_an_app_guesses_no_more_often_with_a_new_token(ann: Person) -> None:
    app, other = App(), App()
    signed_in = browser(ann)
    token = app.signs_in(signed_in, scope="profile:write")
    for _ in range(3):
        refused(token.patch("/me", GUESS), 403, "wrong_password")
        renewed = app.refreshes(app.tokens["refresh_token"])
        app.tokens = renewed.json()
        token = Person(app.tokens["access_token"])
    refused(token.patch("/me", GUESS), 429, "throttled")
    refused(app.signs_in(signed_in, scope="profile:write").patch("/me", GUESS), 429, "throttled")
    # It keeps neither another app nor the player from knowing the password.
    more = other.signs_in(signed_in, scope="profile:write")
    refused(more.patch("/me", GUESS), 403, "wrong_password")
    assert ann.patch("/me", RIGHT).status == 200
