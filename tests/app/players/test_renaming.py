"""PATCH /me with a username: once in ninety days, and the old name is kept from others for as long."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from players import housekeeping
from players.models import KeptName, Player
from tests.app.api.refusals import nothing_changes, refused
from tests.people import PASSWORD, Answer, Person

pytestmark = pytest.mark.django_db


def takes(person: Person, name: str) -> Answer:
    return person.patch("/me", {"username": name})


def days_pass(days: int) -> None:
    span = timedelta(days=days)
    for row in Player.objects.exclude(renamed_at=None):
        assert row.renamed_at is not None
        Player.objects.filter(pk=row.pk).update(renamed_at=row.renamed_at - span)
    for kept in KeptName.objects.all():
        KeptName.objects.filter(pk=kept.pk).update(until=kept.until - span)


def test_a_player_takes_another_name_and_is_known_by_it_everywhere(
    stranger: Person, ann: Person, bob: Person, table: Callable[..., str]
) -> None:
    game = table()
    before = bob.get(f"/games/{game}")
    said = takes(ann, "anemone")
    assert said.status == 200
    assert said.json["username"] == "anemone"
    assert ann.get("/me").json == said.json, "the token goes on"
    again = bob.get(f"/games/{game}", headers={"If-None-Match": before.headers["ETag"]})
    assert again.status == 200, "it looks otherwise now"
    assert (again.json["host"], again.json["seats"][0]["player"]) == ("anemone", "anemone")
    assert bob.get("/me/games").json["results"][0]["host"] == "anemone"
    events = bob.get("/me/events").json["results"]
    assert {name for one in events for name in one["players"].values()} <= {"anemone", "bob", "cat"}
    refused(stranger.get("/players/ann"), 404, "player_not_found")
    assert stranger.get("/players/anemone").status == 200
    for name, status in (("ann", 401), ("anemone", 201)):
        wish = {"username": name, "password": PASSWORD}
        assert stranger.post("/me/tokens", wish).status == status


def test_once_in_ninety_days(ann: Person) -> None:
    assert ann.get("/me").json["renamable_from"] is None
    said = takes(ann, "anemone")
    assert said.json["renamable_from"] > timezone.now().isoformat()
    days_pass(89)
    with nothing_changes():
        refused(takes(ann, "annette"), 409, "too_many_changes")
        refused(takes(ann, "ann"), 409, "too_many_changes")
    days_pass(2)
    assert ann.get("/me").json["renamable_from"] is None
    assert takes(ann, "annette").status == 200


def test_the_old_name_is_kept_from_others_for_as_long(ann: Person, bob: Person) -> None:
    takes(ann, "anemone")
    for name in ("ann", "ANN"):
        with nothing_changes():
            said = Person().post("/players", {"username": name, "password": PASSWORD})
            refused(said, 409, "username_taken")
            refused(takes(bob, name), 409, "username_taken")
    days_pass(91)
    assert takes(bob, "ann").status == 200


def test_she_may_go_back_to_it_herself(ann: Person) -> None:
    takes(ann, "anemone")
    Player.objects.update(renamed_at=None)
    assert takes(ann, "ann").status == 200
    refused(takes(Person.signs_up("bob"), "anemone"), 409, "username_taken")


def test_a_name_that_is_no_longer_kept_is_forgotten(ann: Person) -> None:
    takes(ann, "anemone")
    assert housekeeping.remove_expired()["kept names"] == 0
    days_pass(91)
    assert housekeeping.remove_expired()["kept names"] == 1
    assert not KeptName.objects.exists()


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("bob", "username_taken"),
        ("b0b", "username_taken"),
        ("admin", "username_reserved"),
        ("deleted-1", "username_reserved"),
    ],
)
def test_a_name_that_may_not_be_taken_is_refused(
    ann: Person, bob: Person, name: str, code: str
) -> None:
    with nothing_changes():
        refused(takes(ann, name), 409, code)


def test_her_own_name_is_no_obstacle_in_other_capitals(ann: Person) -> None:
    assert takes(ann, "Ann").json["username"] == "Ann"


def test_her_own_name_again_is_no_change(ann: Person) -> None:
    with nothing_changes():
        assert takes(ann, "ann").json["renamable_from"] is None


def test_a_refused_change_renames_nobody(ann: Person) -> None:
    wish = {"username": "anemone", "password": "sea-urchin-and-sand", "current_password": "wrong"}
    with nothing_changes():
        refused(ann.patch("/me", wish), 403, "wrong_password")


def test_a_new_name_and_a_new_password_at_once(ann: Person) -> None:
    wish = {"username": "anemone", "password": "sea-urchin-and-sand", "current_password": PASSWORD}
    assert ann.patch("/me", wish).json["username"] == "anemone"
    said = Person().post("/me/tokens", {"username": "anemone", "password": "sea-urchin-and-sand"})
    assert said.status == 201
