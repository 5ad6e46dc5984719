"""ETag and If-None-Match on everything that is polled."""

from collections.abc import Callable

import pytest
from django.test import Client

from tests.app.api.conftest import TimePasses
from tests.app.api.looking import looks
from tests.app.api.refusals import nothing_changes, refused
from tests.people import PASSWORD, Person

pytestmark = pytest.mark.django_db


def test_an_unchanged_answer_is_304_without_a_body(
    ann: Person, bob: Person, stranger: Person, table: Callable[..., str]
) -> None:
    game = table()
    ann.seals_anything(game)
    for person in (ann, bob, stranger):
        for address, seen in looks(person, game).items():
            if seen.status != 200:
                continue
            assert seen.tag is not None
            again = person.get(address, headers={"If-None-Match": seen.tag})
            assert (again.status, again.raw) == (304, b""), address
            assert again.headers["ETag"] == seen.tag


def test_a_tag_may_be_weak_or_one_of_several(stranger: Person, table: Callable[..., str]) -> None:
    address = f"/games/{table()}"
    tag = stranger.get(address).headers["ETag"]
    for same in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        assert stranger.get(address, headers={"If-None-Match": same}).status == 304
    for other in ('"other"', "", tag[1:-1]):
        assert stranger.get(address, headers={"If-None-Match": other}).status == 200


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_condition_of_a_read_is_decided(
    client: Client, ann: Person, table: Callable[..., str], method: str
) -> None:
    address, past = f"/api/v1/games/{table()}", "Sat, 01 Jan 2000 00:00:00 GMT"
    tag = client.get(address).headers["ETag"]
    for headers, status in (
        ({"If-Match": tag}, 200),
        ({"If-Match": f'"other", {tag}'}, 200),
        ({"If-Match": "*"}, 200),
        ({"If-Match": '"other"'}, 412),
        ({"If-Match": f"W/{tag}"}, 412),
        ({"If-Match": '"other"', "If-None-Match": tag}, 412),
        ({"If-Match": tag, "If-None-Match": tag}, 304),
        ({"If-None-Match": f"W/{tag}"}, 304),
        ({"If-None-Match": "*"}, 304),
        # No answer has a date of its last change.
        ({"If-Unmodified-Since": past}, 200),
        ({"If-Unmodified-Since": past, "If-None-Match": tag}, 304),
        ({"If-Modified-Since": "Sat, 01 Jan 2050 00:00:00 GMT"}, 200),
        ({"If-Range": tag, "Range": "bytes=0-1"}, 200),
    ):
        said = client.generic(method, address, headers=headers)
        assert said.status_code == status, headers
        assert said.headers.get("ETag") == (None if status == 412 else tag)
        assert (status == 412) == ("problem+json" in said.headers.get("Content-Type", ""))
    for other in (address, "/api/v1/rulesets", "/api/v1"):
        said = client.get(other, headers={"If-Match": '"other"'})
        assert (said.status_code, said.json()["code"]) == (412, "precondition_failed")
    nothing = ann.get("/games/zzzzzzzzzzzz", headers={"If-Match": '"other"'})
    refused(nothing, 404, "game_not_found")


@pytest.mark.parametrize("condition", ["If-Match", "If-None-Match", "If-Unmodified-Since"])
def test_a_condition_of_a_write_is_refused_by_name_and_nothing_is_done(
    ann: Person, table: Callable[..., str], condition: str
) -> None:
    game = table()
    values = {"If-Unmodified-Since": ["Sat, 01 Jan 2000 00:00:00 GMT"]}
    tags = ["*", '"other"', ann.get(f"/games/{game}").headers["ETag"], ""]
    for method, address, body in (
        ("PATCH", "/me", {"about": "I play by ear."}),
        ("PUT", f"/games/{game}/entropy", {"text": "abc"}),
        ("PATCH", "/me/relations/bob", {"friend": True}),
        ("DELETE", f"/games/{game}/turns/1/submission", None),
        ("DELETE", "/me/tokens/current", None),
        ("POST", f"/games/{game}/cancel", {}),
        ("POST", "/games", {"ruleset": "turn_the_tide", "seat_count": 3}),
        ("POST", "/me/tokens", {"username": "ann", "password": PASSWORD}),
    ):
        for value in values.get(condition, tags):
            with nothing_changes():
                said = ann.call(method, address, body, headers={condition: value})
            refused(said, 412, "precondition_unsupported")
            assert condition in said.json["detail"]


def test_what_conditions_only_reads_does_not_keep_a_write_back(ann: Person) -> None:
    reads = {"If-Modified-Since": "Sat, 01 Jan 2050 00:00:00 GMT", "If-Range": '"other"'}
    assert ann.call("PATCH", "/me", {"about": "Low."}, headers=reads).json["about"] == "Low."
    assert ann.call("OPTIONS", "/me", headers={"If-Match": '"other"'}).status == 204


CHANGES = {
    "": True,
    "/events": True,
    "/turns/1": True,
    "/stages": False,
}
"""Whether somebody's sealing changes what is at an address of a game."""


def test_the_tag_changes_with_what_this_viewer_sees_and_with_nothing_else(
    ann: Person, bob: Person, stranger: Person, table: Callable[..., str]
) -> None:
    game = table()
    before = {person: looks(person, game) for person in (ann, bob, stranger)}
    ann.seals_anything(game)
    for person, seen in before.items():
        after = looks(person, game)
        for rest, changes in CHANGES.items():
            address = f"/games/{game}{rest}"
            assert (after[address].tag != seen[address].tag) == changes, address
    mine, hers = looks(ann, game), looks(bob, game)
    assert mine["/me/turns"].tag != before[ann]["/me/turns"].tag
    assert hers["/me/turns"] == before[bob]["/me/turns"]
    assert hers["/me/events"].tag != before[bob]["/me/events"].tag


def test_after_every_turn_everybody_gets_something_new(
    ann: Person, stranger: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    game = table()
    tags = set()
    for _ in range(4):
        tags |= {person.get(f"/games/{game}").headers["ETag"] for person in (ann, stranger)}
        time_passes(game)
    assert len(tags) == 8


def test_a_tag_of_one_viewer_is_none_of_another(
    ann: Person, bob: Person, table: Callable[..., str]
) -> None:
    game = table()
    tag = ann.get(f"/games/{game}").headers["ETag"]
    said = bob.get(f"/games/{game}", headers={"If-None-Match": tag})
    assert said.status == 200
    assert said.json["mine"]["seat"] == 1
