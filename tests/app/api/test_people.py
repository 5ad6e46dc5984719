"""Friends, blocks and mutes; and nobody can tell that she is blocked."""

from typing import Any

import pytest

from players.models import Block
from tests.app.api.hearing import feed, types
from tests.app.api.refusals import nothing_changes, refused
from tests.people import Person

pytestmark = pytest.mark.django_db


def friends(person: Person) -> dict[str, str]:
    """How somebody stands with those in her list."""
    return {one["username"]: one["standing"] for one in person.get("/me/friends").json["results"]}


def asks(person: Person, whom: str) -> Any:
    said = person.put(f"/me/friends/{whom}")
    assert said.status == 200, said.json
    return said.json


def told(person: Person, *kinds: str) -> list[tuple[str, Any]]:
    return [(one["type"], one["data"]) for one in feed(person, *kinds)]


# -- friends


def test_one_asks_and_the_other_agrees(ann: Person, bob: Person) -> None:
    assert asks(ann, "Bob")["standing"] == "asked"
    assert (friends(ann), friends(bob)) == ({"bob": "asked"}, {"ann": "asks_me"})
    assert asks(bob, "ann")["standing"] == "friends"
    assert (friends(ann), friends(bob)) == ({"bob": "friends"}, {"ann": "friends"})
    assert told(bob) == [("friend_asked", {"player": "ann"})]
    assert told(ann) == [("friend_accepted", {"player": "bob"})]


def test_asking_again_changes_nothing_and_tells_nobody(ann: Person, bob: Person) -> None:
    first = asks(ann, "bob")
    with nothing_changes():
        assert asks(ann, "bob") == first
    asks(bob, "ann")
    with nothing_changes():
        asks(ann, "bob")
        asks(bob, "ann")


@pytest.mark.parametrize("answered", [False, True])
def test_either_ends_it_and_nobody_is_told(ann: Person, bob: Person, answered: bool) -> None:
    asks(ann, "bob")
    if answered:
        asks(bob, "ann")
    before = (feed(ann), feed(bob))
    assert bob.delete("/me/friends/ann").status == 204
    assert (friends(ann), friends(bob)) == ({}, {})
    assert bob.delete("/me/friends/ann").status == 204
    assert (feed(ann), feed(bob)) == before


@pytest.mark.parametrize("what", ["friends", "blocks", "mutes"])
def test_it_takes_another_player_who_is_there(ann: Person, what: str) -> None:
    for method in ("PUT", "DELETE"):
        refused(ann.call(method, f"/me/{what}/nosuchplayer"), 404, "player_not_found")
        refused(ann.call(method, f"/me/{what}/ANN"), 409, "not_yourself")


@pytest.mark.parametrize("what", ["friends", "blocks", "mutes"])
def test_a_list_has_an_end(ann: Person, bob: Person, cat: Person, settings: Any, what: str) -> None:
    settings.TIDE_PEOPLE_EACH = 1
    assert ann.put(f"/me/{what}/bob").status == 200
    assert ann.put(f"/me/{what}/bob").status == 200
    refused(ann.put(f"/me/{what}/cat"), 409, "too_many_people")
    ann.delete(f"/me/{what}/bob")
    assert ann.put(f"/me/{what}/cat").status == 200


def test_who_is_asked_by_many_has_room_for_her_own(
    ann: Person, bob: Person, cat: Person, settings: Any
) -> None:
    settings.TIDE_PEOPLE_EACH = 1
    asks(ann, "bob")
    asks(cat, "bob")
    assert asks(bob, "ann")["standing"] == "friends"
    refused(bob.put("/me/friends/cat"), 409, "too_many_people")


def test_one_can_only_ask_so_often(ann: Person, bob: Person, cat: Person, settings: Any) -> None:
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "asks": (1, 86400 * 3650)}
    asks(ann, "bob")
    refused(ann.put("/me/friends/cat"), 429, "throttled")
    asks(bob, "cat")


# -- blocks and mutes


def test_lists_are_ones_own(ann: Person, bob: Person, cat: Person) -> None:
    ann.put("/me/blocks/bob")
    ann.put("/me/mutes/cat")
    shown = {
        what: [one["username"] for one in ann.get(f"/me/{what}").json["results"]]
        for what in ("blocks", "mutes")
    }
    assert shown == {"blocks": ["bob"], "mutes": ["cat"]}
    for other in (bob, cat):
        assert [other.get(f"/me/{what}").json["results"] for what in shown] == [[], []]
    assert ann.delete("/me/blocks/bob").status == 204
    assert ann.get("/me/blocks").json["results"] == []


def test_who_is_blocked_is_heard_of_no_more(ann: Person, bob: Person) -> None:
    assert bob.put("/me/blocks/ann").status == 200
    assert asks(ann, "bob")["standing"] == "asked"
    assert friends(ann) == {"bob": "asked"}
    assert (friends(bob), feed(bob)) == ({}, [])
    refused(bob.put("/me/friends/ann"), 409, "player_blocked")
    # What was asked meanwhile was not thrown away.
    bob.delete("/me/blocks/ann")
    assert friends(bob) == {"ann": "asks_me"}


def test_a_block_ends_a_friendship_as_if_the_friendship_alone_had_ended(
    ann: Person, bob: Person
) -> None:
    asks(ann, "bob")
    asks(bob, "ann")
    before = feed(ann)
    bob.put("/me/blocks/ann")
    assert (friends(ann), friends(bob), feed(ann)) == ({}, {}, before)
    assert asks(ann, "bob")["standing"] == "asked"


def test_what_i_asked_before_i_block_is_taken_back(ann: Person, bob: Person) -> None:
    asks(bob, "ann")
    bob.put("/me/blocks/ann")
    assert (friends(ann), friends(bob)) == ({}, {})


def test_a_mute_leaves_friendships_and_requests_alone(ann: Person, bob: Person) -> None:
    bob.put("/me/mutes/ann")
    asks(ann, "bob")
    assert types(feed(bob)) == ["friend_asked"]
    assert asks(bob, "ann")["standing"] == "friends"


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_both_are_silent(ann: Person, bob: Person, method: str) -> None:
    bob.put("/me/blocks/ann")
    bob.put("/me/mutes/ann")
    bob.call(method, "/me/blocks/ann")
    bob.call(method, "/me/mutes/ann")
    assert feed(ann) == []
    assert Block.objects.count() == (method == "PUT")
