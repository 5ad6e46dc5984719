"""GET and PATCH /me."""

from typing import Any

import pytest

from players.api.serializers import MyProfileChange
from players.models import Player
from tests.app.api.refusals import nothing_changes, refused
from tests.people import PASSWORD, Person

pytestmark = pytest.mark.django_db
NEW = "sea-urchin-and-sand"


def test_a_player_sees_her_own_profile(ann: Person) -> None:
    said = ann.get("/me")
    assert said.status == 200
    assert said.json["username"] == "ann"
    assert said.json["email"] == said.json["about"] == ""
    assert said.json.keys() == {
        *(
            "username",
            "account",
            "bot_of",
            "email",
            "email_verified",
            "email_pending",
            "email_returned_at",
            "about",
        ),
        *("shows", "created_at", "renamable_from", "ending"),
    }


def test_only_what_is_sent_is_changed(ann: Person) -> None:
    assert ann.patch("/me", {"about": "slow\nbut sure 🌊"}).json["about"] == "slow\nbut sure 🌊"
    wish = {"email": "ann@tide.example", "current_password": PASSWORD}
    assert ann.patch("/me", wish).json["email"] == "ann@tide.example"
    said = ann.get("/me").json
    assert (said["about"], said["email"]) == ("slow\nbut sure 🌊", "ann@tide.example")
    with nothing_changes():
        assert ann.patch("/me", {}).json == said


def test_an_address_can_be_taken_away(ann: Person) -> None:
    ann.patch("/me", {"email": "ann@tide.example", "current_password": PASSWORD})
    assert ann.patch("/me", {"email": "", "current_password": PASSWORD}).json["email"] == ""


def test_a_new_password_makes_every_other_token_void(ann: Person, bob: Person) -> None:
    other = Person(
        Person().post("/me/tokens", {"username": "ann", "password": PASSWORD}).json["token"]
    )
    said = ann.patch("/me", {"password": NEW, "current_password": PASSWORD})
    assert said.status == 200
    assert ann.get("/me").status == 200
    assert bob.get("/me").status == 200
    refused(other.get("/me"), 401, "token_invalid")
    old = Person().post("/me/tokens", {"username": "ann", "password": PASSWORD})
    refused(old, 401, "wrong_credentials")
    assert Person().post("/me/tokens", {"username": "ann", "password": NEW}).status == 201


def test_a_profile_written_while_its_player_is_shut_out_does_not_let_her_in_again(
    ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = MyProfileChange.read

    def slowly(*given: Any) -> Any:
        Player.objects.update(is_active=False)
        return read(*given)

    monkeypatch.setattr(MyProfileChange, "read", slowly)
    refused(ann.patch("/me", {"about": "x"}), 401, "token_invalid")
    assert list(Player.objects.values_list("is_active", "about")) == [(False, "")]


def test_what_is_written_by_somebody_else_meanwhile_stays(
    ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = MyProfileChange.read

    def slowly(*given: Any) -> Any:
        Player.objects.update(email="ann@tide.example", is_staff=True)
        return read(*given)

    monkeypatch.setattr(MyProfileChange, "read", slowly)
    said = ann.patch("/me", {"about": "x"})
    assert (said.json["email"], said.json["about"]) == ("ann@tide.example", "x")
    row = Player.objects.get()
    assert (row.email, row.about, row.is_staff) == ("ann@tide.example", "x", True)


@pytest.mark.parametrize("current", [{}, {"current_password": "wrong"}])
def test_a_new_password_needs_the_current_one(ann: Person, current: dict[str, str]) -> None:
    with nothing_changes():
        said = ann.patch("/me", {"password": NEW, "about": "x", **current})
    refused(said, 403, "wrong_password")
