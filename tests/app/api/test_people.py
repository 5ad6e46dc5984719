"""Friends, blocks and mutes; and nobody can tell that she is blocked."""

from typing import Any

import pytest

from players.models import Block, Player
from tests.app.api.events import feed, types
from tests.app.api.refusals import nothing_changes, refused
from tests.people import PASSWORD, Person

pytestmark = pytest.mark.django_db


def related(person: Person, kind: str | None = None) -> list[str]:
    """The names in somebody's list of relations, or of one kind of them."""
    query = f"?relation={kind}" if kind else ""
    return [one["player"] for one in person.get(f"/me/relations{query}").json["results"]]


def friends(person: Person) -> dict[str, str]:
    """How somebody stands with those whom she has asked, and who have asked her."""
    found = person.get("/me/relations").json["results"]
    stands = {one["player"]: one["relation"]["friend"] for one in found}
    return {name: friend for name, friend in stands.items() if friend != "none"}


def changes(person: Person, whom: str, **change: bool) -> Any:
    said = person.patch(f"/me/relations/{whom}", change)
    assert said.status == 200, said.json
    return said.json


def asks(person: Person, whom: str) -> Any:
    return changes(person, whom, friend=True)


def told(person: Person, *kinds: str) -> list[tuple[str, Any]]:
    return [(one["type"], one["data"]) for one in feed(person, *kinds)]


# -- friends


def test_one_asks_and_the_other_agrees(ann: Person, bob: Person) -> None:
    assert asks(ann, "Bob")["friend"] == "requested"
    assert (friends(ann), friends(bob)) == ({"bob": "requested"}, {"ann": "incoming"})
    assert asks(bob, "ann")["friend"] == "yes"
    assert (friends(ann), friends(bob)) == ({"bob": "yes"}, {"ann": "yes"})
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
    changes(bob, "ann", friend=False)
    assert (friends(ann), friends(bob)) == ({}, {})
    changes(bob, "ann", friend=False)
    assert (feed(ann), feed(bob)) == before


MEMBERS = ["friend", "blocked", "muted"]


@pytest.mark.parametrize("member", MEMBERS)
@pytest.mark.parametrize("value", [True, False])
def test_it_takes_another_player_who_is_there(ann: Person, member: str, value: bool) -> None:
    with nothing_changes():
        refused(ann.patch("/me/relations/nosuchplayer", {member: value}), 404, "player_not_found")
        refused(ann.patch("/me/relations/ANN", {member: value}), 409, "not_yourself")


@pytest.mark.parametrize("member", MEMBERS)
def test_a_list_has_an_end(
    ann: Person, bob: Person, cat: Person, settings: Any, member: str
) -> None:
    settings.TIDE_MAX_RELATIONS_PER_PLAYER = 1
    changes(ann, "bob", **{member: True})
    changes(ann, "bob", **{member: True})
    refused(ann.patch("/me/relations/cat", {member: True}), 409, "too_many_people")
    changes(ann, "bob", **{member: False})
    changes(ann, "cat", **{member: True})


def test_who_is_asked_by_many_has_room_for_her_own(
    ann: Person, bob: Person, cat: Person, settings: Any
) -> None:
    settings.TIDE_MAX_RELATIONS_PER_PLAYER = 1
    asks(ann, "bob")
    asks(cat, "bob")
    assert asks(bob, "ann")["friend"] == "yes"
    refused(bob.patch("/me/relations/cat", {"friend": True}), 409, "too_many_people")


def test_one_can_only_ask_so_often(ann: Person, bob: Person, cat: Person, settings: Any) -> None:
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "invitations": (1, 86400 * 3650)}
    asks(ann, "bob")
    refused(ann.patch("/me/relations/cat", {"friend": True}), 429, "throttled")
    asks(bob, "cat")


# -- blocks and mutes


def test_relations_are_listed_by_their_last_change_each_with_its_moments(
    ann: Person, bob: Person, cat: Person, dan: Person
) -> None:
    nothing = {
        "friend": "none",
        "blocked": False,
        "muted": False,
        "requested_at": None,
        "friends_since": None,
        "blocked_at": None,
        "muted_at": None,
    }
    assert changes(ann, "bob") == nothing
    assert related(ann) == []
    asks(ann, "bob")
    blocked = changes(ann, "cat", blocked=True)
    assert blocked == {**nothing, "blocked": True, "blocked_at": blocked["blocked_at"]}
    asks(dan, "ann")
    assert related(ann) == ["dan", "cat", "bob"]
    friends_now = asks(bob, "ann")
    muted = changes(ann, "cat", muted=True)
    assert muted == {**blocked, "muted": True, "muted_at": muted["muted_at"]}
    assert related(ann) == ["cat", "bob", "dan"]
    found = {one["player"]: one["relation"] for one in ann.get("/me/relations").json["results"]}
    assert found["cat"] == muted
    assert found["bob"] == friends_now
    assert found["bob"]["friends_since"] > found["bob"]["requested_at"]
    assert related(cat) == []


def test_relations_of_one_kind_are_listed_page_by_page(
    ann: Person, bob: Person, cat: Person, dan: Person
) -> None:
    asks(ann, "bob")
    asks(bob, "ann")
    asks(dan, "ann")
    for name in ("cat", "dan", "bob"):
        changes(ann, name, muted=True)
    changes(ann, "cat", friend=True)
    kinds = {
        "friend": ["bob"],
        "requested": ["cat"],
        "incoming": ["dan"],
        "blocked": [],
        "muted": ["cat", "bob", "dan"],
    }
    assert {kind: related(ann, kind) for kind in kinds} == kinds
    pages, here = [], ann.get("/me/relations", relation="muted", page_size=2).json
    while here["next"]:
        pages.append([one["player"] for one in here["results"]])
        here = ann.call("GET", here["next"].partition("/api/v1")[2]).json
    pages.append([one["player"] for one in here["results"]])
    assert pages == [["cat", "bob"], ["dan"]]
    back = ann.call("GET", here["previous"].partition("/api/v1")[2]).json
    assert [one["player"] for one in back["results"]] == ["cat", "bob"]
    refused(ann.get("/me/relations", relation="none"), 400, "invalid_query", "relation")


def test_a_player_who_is_shut_out_is_in_no_list(ann: Person, bob: Person) -> None:
    asks(ann, "bob")
    Player.objects.filter(username="bob").update(is_active=False)
    assert related(ann) == []


def test_all_of_a_change_is_made_or_none_of_it(ann: Person, bob: Person) -> None:
    with nothing_changes():
        said = ann.patch("/me/relations/bob", {"friend": True, "blocked": True, "muted": True})
        refused(said, 409, "player_blocked")
    changes(ann, "bob", blocked=True)
    found = changes(ann, "bob", blocked=False, friend=True, muted=True)
    assert (found["friend"], found["blocked"], found["muted"]) == ("requested", False, True)


def test_a_block_with_which_the_request_is_declined_leaves_nothing_of_it(
    ann: Person, bob: Person
) -> None:
    asks(bob, "ann")
    changes(ann, "bob", blocked=True, friend=False)
    changes(ann, "bob", blocked=False)
    assert (friends(ann), friends(bob)) == ({}, {})


@pytest.mark.parametrize("scopes", [["message:read"], ["message:write"]])
def test_a_relation_is_changed_by_a_token_that_may_write_and_read_it(
    ann: Person, bob: Person, scopes: list[str]
) -> None:
    body = {"username": "ann", "password": PASSWORD, "scopes": scopes}
    narrow = Person(ann.post("/me/tokens", body).json["token"], "ann")
    with nothing_changes():
        refused(narrow.patch("/me/relations/bob", {"muted": True}), 403, "insufficient_scope")


def test_a_profile_has_the_callers_relation_to_its_player(
    stranger: Person, ann: Person, bob: Person
) -> None:
    asks(ann, "bob")
    muted = changes(ann, "bob", muted=True)
    assert ann.get("/players/bob").json["relation"] == muted
    theirs = bob.get("/players/ann").json["relation"]
    assert (theirs["friend"], theirs["muted"], theirs["muted_at"]) == ("incoming", False, None)
    body = {"username": "ann", "password": PASSWORD, "scopes": ["game:read"]}
    narrow = Person(ann.post("/me/tokens", body).json["token"], "ann")
    for other in (stranger, bob, narrow):
        assert other.get("/players/bob").json["relation"] is None


def test_who_is_blocked_is_heard_of_no_more(ann: Person, bob: Person) -> None:
    changes(bob, "ann", blocked=True)
    assert asks(ann, "bob")["friend"] == "requested"
    assert friends(ann) == {"bob": "requested"}
    assert (friends(bob), feed(bob)) == ({}, [])
    refused(bob.patch("/me/relations/ann", {"friend": True}), 409, "player_blocked")
    # What was asked meanwhile was not thrown away.
    bob.patch("/me/relations/ann", {"blocked": False})
    assert friends(bob) == {"ann": "incoming"}


def test_a_block_ends_a_friendship_as_if_the_friendship_alone_had_ended(
    ann: Person, bob: Person
) -> None:
    asks(ann, "bob")
    asks(bob, "ann")
    before = feed(ann)
    bob.patch("/me/relations/ann", {"blocked": True})
    assert (friends(ann), friends(bob), feed(ann)) == ({}, {}, before)
    assert asks(ann, "bob")["friend"] == "requested"


def test_what_i_asked_before_i_block_is_taken_back(ann: Person, bob: Person) -> None:
    asks(bob, "ann")
    bob.patch("/me/relations/ann", {"blocked": True})
    assert (friends(ann), friends(bob)) == ({}, {})


def test_a_mute_leaves_friendships_and_requests_alone(ann: Person, bob: Person) -> None:
    bob.patch("/me/relations/ann", {"muted": True})
    asks(ann, "bob")
    assert types(feed(bob)) == ["friend_asked"]
    assert asks(bob, "ann")["friend"] == "yes"


@pytest.mark.parametrize("then", [True, False])
def test_both_are_silent(ann: Person, bob: Person, then: bool) -> None:
    changes(bob, "ann", blocked=True, muted=True)
    changes(bob, "ann", blocked=then, muted=then)
    assert feed(ann) == []
    assert Block.objects.count() == then
