"""ETag and If-None-Match on everything that is polled."""

from collections.abc import Callable

import pytest

from tests.app.api.conftest import TimePasses
from tests.app.api.looking import looks
from tests.people import Person

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
