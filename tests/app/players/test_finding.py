"""GET /players: players by the beginning of their names."""

from typing import Any

import pytest
from django.db import connection

from players.avatars import AVATARS
from players.models import Player
from tests.app.api.calls import cursor
from tests.app.api.refusals import refused
from tests.people import PASSWORD, Person

pytestmark = pytest.mark.django_db


def names(person: Person, prefix: str, **query: Any) -> list[str]:
    said = person.get("/players", prefix=prefix, **query)
    assert said.status == 200, said.json
    return [one["username"] for one in said.json["results"]]


@pytest.fixture
def crowd(ann: Person) -> None:
    some = ("Anna", "anna-2", "anna_b", "annabel", "bob", "An", "zoe")
    Player.objects.bulk_create(Player(username=name, password="!") for name in some)


def test_players_are_found_by_how_their_names_begin(ann, crowd) -> None:
    everybody = ["An", "ann", "Anna", "anna-2", "anna_b", "annabel"]
    assert names(ann, "an") == names(ann, "AN") == names(ann, "a") == everybody
    assert names(ann, "anna") == everybody[2:]
    assert names(ann, "anna_") == ["anna_b"]
    assert names(ann, "annabella") == names(ann, "q") == []
    Player.objects.filter(username="Anna").update(is_active=False)
    assert names(ann, "anna") == ["anna-2", "anna_b", "annabel"]
    ann.patch("/me", {"about": "I play slowly.", "avatar": "frog"})
    shown = {"username": "ann", "account": "person", "avatar": "frog", "relation": None}
    shown |= {"about": "I play slowly."}
    assert ann.get("/players", prefix="ann").json["results"][0] == shown


def test_they_come_in_pages(ann, crowd) -> None:
    seen, address = list[str](), "/players?prefix=an&page_size=2"
    while address:
        page = ann.get(address.removeprefix("http://testserver")).json
        seen += [one["username"] for one in page["results"]]
        address, last = page["next"], page
    assert seen == names(ann, "an")
    back = ann.get(last["previous"].removeprefix("http://testserver")).json
    assert [one["username"] for one in back["results"]] == seen[2:4]


def test_players_are_found_by_their_whole_names(ann, crowd) -> None:
    Player.objects.create(username="guest-7", password="!", kind="guest")
    said = ann.get("/players?username=BOB&username=ann&username=nobody-here&username=guest-7")
    assert [one["username"] for one in said.json["results"]] == ["ann", "bob", "guest-7"]
    assert said.json["next"] is None
    assert names(ann, "a", username="ann") == ["ann"]
    assert names(ann, "b", username="ann") == []
    Player.objects.filter(username="bob").update(is_active=False)
    assert ann.get("/players?username=bob").json["results"] == []


def test_all_who_are_named_are_on_one_page(ann) -> None:
    some = [f"zed-{number:02}" for number in range(30)]
    Player.objects.bulk_create(Player(username=name, password="!") for name in some)
    query = "&".join(f"username={name}" for name in some)
    assert [one["username"] for one in ann.get(f"/players?{query}").json["results"]] == some
    paged = ann.get(f"/players?{query}&page_size=20").json
    assert [one["username"] for one in paged["results"]] == some[:20]


def test_each_has_the_callers_relation_to_them(ann, bob, cat) -> None:
    relation = ann.patch("/me/relations/bob", {"friend": True}).json
    found = ann.get("/players?username=ann&username=bob&username=cat").json["results"]
    assert [one["relation"] and one["relation"]["friend"] for one in found] == [
        None,
        "requested",
        "none",
    ]
    assert found[1]["relation"] == relation
    body = {"username": "ann", "password": PASSWORD, "scopes": ["game:read"]}
    narrow = Person(ann.post("/me/tokens", body).json["token"], "ann")
    assert narrow.get("/players?username=bob").json["results"][0]["relation"] is None


def test_it_takes_an_account_and_a_name(ann, stranger) -> None:
    refused(stranger.get("/players", prefix="an"), 401, "not_authenticated")
    assert ann.get("/players").json["results"] == []
    many = "&".join(f"username=player-{number}" for number in range(101))
    refused(ann.get(f"/players?{many}"), 400, "invalid_query", "username")
    for wrong in ("", "%", "a b", "_a", "a" * 31, "ä"):
        refused(ann.get("/players", prefix=wrong), 400, "invalid_query", "prefix")
    made_up = cursor(p="An'")
    refused(ann.get("/players", prefix="an", cursor=made_up), 400, "invalid_query", "cursor")


def test_pages_and_whole_names_are_read_from_an_index(ann) -> None:
    """However many players there are: nothing is sorted, and nothing is read from end to end."""
    beginning: Any = Player.objects.beginning_with("an")
    named: Any = Player.objects.with_usernames(["ann", "Bob"])
    with connection.cursor() as asked:
        asked.execute("SET LOCAL enable_seqscan = off")
        plan = named.order_by("name", "id")[:26].explain()
        assert "player_username_any_case" in plan, plan
        for way in ("bitmapscan", "sort"):
            asked.execute(f"SET LOCAL enable_{way} = off")
    plan = beginning.filter(name__gt="anna").order_by("name")[:26].explain()
    assert "Index Scan using player_by_name" in plan, plan
    assert "Sort" not in plan, plan


def test_an_avatar_is_the_same_everywhere_until_its_player_takes_another(ann, bob) -> None:
    game = bob.opens(3)
    ann.joins(game)
    bob.patch("/me/relations/ann", {"friend": True})
    before = bob.get(f"/games/{game}")

    def shown() -> list[str]:
        (seat,) = (one for one in bob.sees(game)["seats"] if one["player"] == "ann")
        (friend,) = bob.get("/me/relations").json["results"]
        known = [
            bob.get("/players/ann").json,
            bob.get("/players", username="ann").json["results"][0],
        ]
        return [one["avatar"] for one in (seat, friend, *known, ann.get("/me").json)]

    (given,) = set(shown())
    wanted = next(one for one in AVATARS if one != given)
    assert ann.patch("/me", {"avatar": wanted}).json["avatar"] == wanted
    assert set(shown()) == {wanted}
    # A change is no event, so a client that has the game learns of it by the tag alone.
    again = bob.get(f"/games/{game}", headers={"If-None-Match": before.headers["ETag"]})
    assert again.status == 200
    refused(ann.patch("/me", {"avatar": "shark"}), 400, "invalid_body", "/avatar")
