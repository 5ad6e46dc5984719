"""Friends, blocks and mutes; and nobody can tell that they are blocked."""

from typing import Any

import pytest
from django.db import OperationalError, models, transaction

from players.models import Block, Friendship, Mute, Player
from players.relations import asked_or_agreed
from tests.app.api.calls import narrow_token, walk_list
from tests.app.api.events import feed, types
from tests.app.api.refusals import nothing_changes, refused
from tests.app.api.threads import threads
from tests.interruption import interrupt_statement
from tests.people import Person

MEMBERS = ["friend", "blocked", "muted"]


def related(person: Person, kind: str | None = None) -> list[str]:
    """Return the names in a player's list of relations, or of one kind of them."""
    query = f"?relation={kind}" if kind else ""
    return [one["player"] for one in person.get(f"/me/relations{query}").json["results"]]


def friends(person: Person) -> dict[str, str]:
    """Return how a player stands with those whom they have asked, and who have asked them."""
    found = person.get("/me/relations").json["results"]
    stands = {one["player"]: one["relation"]["friend"] for one in found}
    return {name: friend for name, friend in stands.items() if friend != "none"}


def change(person: Person, other: str, **members: bool) -> Any:
    said = person.patch(f"/me/relations/{other}", members)
    assert said.status == 200, said.json
    return said.json


def befriend(person: Person, other: str) -> Any:
    return change(person, other, friend=True)


def test_one_asks_and_the_other_agrees(ann: Person, bob: Person) -> None:
    first = befriend(ann, "Bob")
    assert first["friend"] == "requested"
    assert (friends(ann), friends(bob)) == ({"bob": "requested"}, {"ann": "incoming"})
    with nothing_changes():
        assert befriend(ann, "bob") == first
    assert befriend(bob, "ann")["friend"] == "yes"
    assert (friends(ann), friends(bob)) == ({"bob": "yes"}, {"ann": "yes"})
    with nothing_changes():
        befriend(ann, "bob")
        befriend(bob, "ann")
    told = [[(one["type"], one["data"]) for one in feed(person)] for person in (bob, ann)]
    assert told[0] == [("friend_asked", {"player": "ann"})]
    assert told[1] == [("friend_accepted", {"player": "bob"})]


@pytest.mark.parametrize("answered", [False, True])
def test_either_ends_it_and_nobody_is_told(ann: Person, bob: Person, answered: bool) -> None:
    befriend(ann, "bob")
    if answered:
        befriend(bob, "ann")
    before = (feed(ann), feed(bob))
    for _ in range(2):
        change(bob, "ann", friend=False)
        assert (friends(ann), friends(bob)) == ({}, {})
    assert (feed(ann), feed(bob)) == before


@pytest.mark.parametrize("member", MEMBERS)
def test_a_relation_takes_another_player_who_is_there(ann: Person, member: str) -> None:
    with nothing_changes():
        for value in (True, False):
            said = ann.patch("/me/relations/nosuchplayer", {member: value})
            refused(said, 404, "player_not_found")
            refused(ann.patch("/me/relations/ANN", {member: value}), 409, "not_yourself")


@pytest.mark.parametrize("member", MEMBERS)
def test_a_list_has_an_end(ann, bob, cat, settings, member: str) -> None:
    settings.TIDE_MAX_RELATIONS_PER_PLAYER = 1
    change(ann, "bob", **{member: True})
    change(ann, "bob", **{member: True})
    refused(ann.patch("/me/relations/cat", {member: True}), 409, "too_many_people")
    change(ann, "bob", **{member: False})
    change(ann, "cat", **{member: True})


def test_a_player_who_is_asked_by_many_has_room_for_others(ann, bob, cat, settings) -> None:
    settings.TIDE_MAX_RELATIONS_PER_PLAYER = 1
    befriend(ann, "bob")
    befriend(cat, "bob")
    assert befriend(bob, "ann")["friend"] == "yes"
    refused(bob.patch("/me/relations/cat", {"friend": True}), 409, "too_many_people")


def test_relations_are_listed_by_their_last_change(ann, bob, cat, dan) -> None:
    moments = ("requested_at", "friends_since", "blocked_at", "muted_at")
    nothing = {"friend": "none", "blocked": False, "muted": False, **dict.fromkeys(moments)}
    assert change(ann, "bob") == nothing
    assert related(ann) == []
    befriend(ann, "bob")
    blocked = change(ann, "cat", blocked=True)
    assert blocked == {**nothing, "blocked": True, "blocked_at": blocked["blocked_at"]}
    befriend(dan, "ann")
    assert related(ann) == ["dan", "cat", "bob"]
    friends_now = befriend(bob, "ann")
    muted = change(ann, "cat", muted=True)
    assert muted == {**blocked, "muted": True, "muted_at": muted["muted_at"]}
    assert related(ann) == ["cat", "bob", "dan"]
    found = {one["player"]: one["relation"] for one in ann.get("/me/relations").json["results"]}
    assert (found["cat"], found["bob"]) == (muted, friends_now)
    assert found["bob"]["friends_since"] > found["bob"]["requested_at"]
    assert related(cat) == []
    Player.objects.filter(username="cat").update(is_active=False)
    assert related(ann) == ["bob", "dan"], "a player who is shut out is in no list"


def test_relations_of_one_kind_are_listed_page_by_page(ann, bob, cat, dan) -> None:
    befriend(ann, "bob")
    befriend(bob, "ann")
    befriend(dan, "ann")
    for name in ("cat", "dan", "bob"):
        change(ann, name, muted=True)
    change(ann, "cat", friend=True)
    kinds = {"friend": ["bob"], "requested": ["cat"], "incoming": ["dan"], "blocked": []}
    assert {kind: related(ann, kind) for kind in kinds} == kinds
    muted = walk_list(ann, "/me/relations?relation=muted&page_size=2")
    assert [one["player"] for one in muted] == ["cat", "bob", "dan"]


def test_a_profile_has_the_callers_relation_to_its_player(ann: Person, bob: Person) -> None:
    befriend(ann, "bob")
    muted = change(ann, "bob", muted=True)
    assert ann.get("/players/bob").json["relation"] == muted
    theirs = bob.get("/players/ann").json["relation"]
    assert (theirs["friend"], theirs["muted"], theirs["muted_at"]) == ("incoming", False, None)
    for other in (Person(), bob, narrow_token(ann, "game:read")):
        assert other.get("/players/bob").json["relation"] is None


def test_all_of_a_change_is_made_or_none_of_it(ann: Person, bob: Person) -> None:
    narrow = [narrow_token(ann, scope) for scope in ("message:read", "message:write")]
    with nothing_changes():
        said = ann.patch("/me/relations/bob", {"friend": True, "blocked": True, "muted": True})
        refused(said, 409, "player_blocked")
        for one in narrow:  # It takes both scopes.
            refused(one.patch("/me/relations/bob", {"muted": True}), 403, "insufficient_scope")
    change(ann, "bob", blocked=True)
    found = change(ann, "bob", blocked=False, friend=True, muted=True)
    assert (found["friend"], found["blocked"], found["muted"]) == ("requested", False, True)


def test_a_block_with_which_the_request_is_declined_leaves_nothing_of_it(ann, bob) -> None:
    befriend(bob, "ann")
    change(ann, "bob", blocked=True, friend=False)
    change(ann, "bob", blocked=False)
    assert (friends(ann), friends(bob)) == ({}, {})


def test_a_player_who_is_blocked_is_heard_of_no_more(ann: Person, bob: Person) -> None:
    change(bob, "ann", blocked=True)
    assert befriend(ann, "bob")["friend"] == "requested"
    assert friends(ann) == {"bob": "requested"}
    assert (friends(bob), feed(bob)) == ({}, [])
    refused(bob.patch("/me/relations/ann", {"friend": True}), 409, "player_blocked")
    # What was asked in the meantime was not thrown away.
    bob.patch("/me/relations/ann", {"blocked": False})
    assert friends(bob) == {"ann": "incoming"}


@pytest.mark.parametrize("agreed", [False, True])
def test_a_block_looks_like_the_end_of_a_friendship(ann, bob, agreed) -> None:
    befriend(bob, "ann")
    if agreed:
        befriend(ann, "bob")
    before = feed(ann)
    bob.patch("/me/relations/ann", {"blocked": True})
    assert (friends(ann), friends(bob), feed(ann)) == ({}, {}, before)
    assert befriend(ann, "bob")["friend"] == "requested"


def test_a_mute_leaves_friendships_and_requests_alone(ann: Person, bob: Person) -> None:
    bob.patch("/me/relations/ann", {"muted": True})
    befriend(ann, "bob")
    assert types(feed(bob)) == ["friend_asked"]
    assert befriend(bob, "ann")["friend"] == "yes"
    # Mutes and blocks are silent, and so is their end.
    before = feed(ann)
    for then in (True, False):
        change(bob, "ann", blocked=then, muted=then)
        assert feed(ann) == before
        assert Block.objects.count() == then


def remove_elsewhere(rows: "models.QuerySet[Any]") -> None:
    """Remove rows by another connection, unless they are held: then it would wait, and goes without."""

    def remove() -> None:
        try:
            with transaction.atomic():
                list(rows.select_for_update(no_key=rows.model is Player, nowait=True))
                (Mute.objects.all() if rows.model is Player else rows).delete()
        except OperationalError:
            return

    with threads() as several:
        several.start(remove).result()


@pytest.mark.django_db(transaction=True)
def test_agreeing_is_answered_although_the_other_ends_it_at_that_moment(ann, bob) -> None:
    befriend(bob, "ann")

    def end_friendship(**_: Any) -> None:
        transaction.on_commit(lambda: Friendship.objects.all().delete())

    asked_or_agreed.connect(end_friendship)
    try:
        assert befriend(ann, "bob")["friend"] == "yes"
    finally:
        asked_or_agreed.disconnect(end_friendship)
    assert not Friendship.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_asking_again_is_answered_although_the_other_declines_at_that_moment(ann, bob) -> None:
    befriend(ann, "bob")

    def decline() -> None:
        remove_elsewhere(Friendship.objects.order_by("pk"))

    with interrupt_statement("players_friendship", "LIMIT 1", after=decline):
        assert befriend(ann, "bob")["friend"] == "requested"


@pytest.mark.django_db(transaction=True)
def test_a_request_that_comes_and_goes_at_that_moment_is_asked_anew(ann, bob) -> None:
    asked, asker = (Player.objects.get(username=one.name) for one in (ann, bob))
    rows = Friendship.objects.filter(asker=asker)

    def ask() -> None:
        Friendship.objects.create(asker=asker, asked=asked, at=asked.date_joined)

    with interrupt_statement("INSERT", "players_friendship", before=ask, after=rows.delete):
        assert befriend(ann, "bob")["friend"] == "requested"
    assert Friendship.objects.get().asker == asked


@pytest.mark.django_db(transaction=True)
def test_muting_again_is_answered_although_it_ends_at_that_moment(ann: Person, bob: Person) -> None:
    change(ann, "bob", muted=True)

    def unmute() -> None:
        """Another call takes the lock of the player's row before it unmutes."""
        remove_elsewhere(Player.objects.filter(username="ann"))

    with interrupt_statement("INSERT", "players_mute", after=unmute):
        assert change(ann, "bob", muted=True)["muted"] is True
