"""Private addresses: shown once, replaced, ended, and gone with the password."""

from typing import Any

import pytest

from notifications import subscriptions
from notifications.models import Subscription
from tests.app.notifications.subscriptions.fetching import address, fetch
from tests.people import PASSWORD, Person

pytestmark = pytest.mark.django_db

KINDS = ["calendar", "news"]


@pytest.mark.parametrize("kind", KINDS)
def test_an_address_is_shown_once_and_kept_as_a_hash(ann: Person, kind: str) -> None:
    path = address(ann, kind)
    assert fetch(path).status_code == 200
    (listed,) = ann.get("/me/subscriptions").json["results"]
    assert (listed["kind"], "url" in listed) == (kind, False)
    secret = path.rpartition("/")[2].partition(".")[0]
    assert len(secret) == 43
    assert secret.encode() not in bytes(Subscription.objects.get().digest)


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_address_ends_the_old_one(ann: Person, kind: str) -> None:
    old, new = address(ann, kind), address(ann, kind)
    assert (fetch(old).status_code, fetch(new).status_code) == (404, 200)


@pytest.mark.parametrize("kind", KINDS)
def test_an_address_that_has_ended_is_like_one_that_never_was(ann: Person, kind: str) -> None:
    path = address(ann, kind)
    assert ann.delete(f"/me/subscriptions/{kind}").status == 204
    assert ann.delete(f"/me/subscriptions/{kind}").code == "subscription_not_found"
    secret = path.rpartition("/")[2].partition(".")[0]
    never = path.replace(secret, "A" * 43)
    ended, unknown = fetch(path), fetch(never)
    assert ended.status_code == unknown.status_code == 404
    assert ended.json()["detail"] == unknown.json()["detail"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_password_ends_them(ann: Person, kind: str) -> None:
    path = address(ann, kind)
    wish = {"password": "barnacles-and-brine", "current_password": PASSWORD}
    assert ann.patch("/me", wish).status == 200
    assert fetch(path).status_code == 404


def test_the_address_of_one_is_not_the_other(ann: Person) -> None:
    secret = address(ann, "calendar").rpartition("/")[2].partition(".")[0]
    assert fetch(f"/atom/mine/{secret}.xml").status_code == 404


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_in_between_keeps_it_and_no_engine_finds_it(ann: Person, kind: str) -> None:
    said = fetch(address(ann, kind))
    assert "private" in said["Cache-Control"]
    assert "noindex" in said["X-Robots-Tag"]
    assert said["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("kind", KINDS)
def test_what_has_not_changed_is_not_sent_again(ann: Person, table: Any, kind: str) -> None:
    table()
    path = address(ann, kind)
    said = fetch(path)
    again = fetch(path, **{"If-None-Match": said["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_she_sees_when_it_was_fetched(ann: Person) -> None:
    path = address(ann, "calendar")
    assert ann.get("/me/subscriptions").json["results"][0]["read_at"] is None
    fetch(path)
    assert ann.get("/me/subscriptions").json["results"][0]["read_at"] is not None


def test_nobody_ends_or_sees_those_of_others(ann: Person, bob: Person) -> None:
    path = address(ann, "calendar")
    assert bob.get("/me/subscriptions").json["results"] == []
    assert bob.delete("/me/subscriptions/calendar").code == "subscription_not_found"
    assert fetch(path).status_code == 200


def test_it_takes_the_scope(ann: Person) -> None:
    wish = {"username": "ann", "password": PASSWORD, "scopes": ["game:read"]}
    reader = Person(ann.post("/me/tokens", wish).json["token"])
    assert reader.post("/me/subscriptions", {"kind": "news"}).code == "insufficient_scope"
    assert ann.post("/me/subscriptions", {"kind": "nosuch"}).code == "not_a_choice"


def test_without_what_a_calendar_needs_there_is_no_address_for_one(
    ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subscriptions, "is_installed", lambda extra: extra != "calendar")
    assert ann.post("/me/subscriptions", {"kind": "calendar"}).code == "channel_off"
    assert fetch(address(ann, "news")).status_code == 200
    assert Subscription.objects.get().kind == "news"
