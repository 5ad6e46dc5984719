"""`before`: the newest events of a feed, and the way back to its first."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from games.feeds import feed
from games.models import PrivateEvent
from players.models import Player
from tests.app.api.refusals import refused
from tests.people import PASSWORD, Person

pytestmark = pytest.mark.django_db
Json = dict[str, Any]


def read_page(person: Person, address: str, **query: Any) -> Json:
    said = person.get(address, **query)
    assert said.status == 200, said.json
    found: Json = said.json
    return found


def event_numbers(found: Json) -> list[int]:
    return [one["number"] for one in found["results"]]


def walk_back(person: Person, address: str) -> list[Json]:
    pages = []
    while address:
        pages.append(read_page(person, address))
        address = (pages[-1]["next"] or "").removeprefix("http://testserver")
    return pages


def test_the_newest_events_come_first(ann: Person, table: Callable[..., str]) -> None:
    game = table()
    for address in ("/me/events", f"/games/{game}/events"):
        whole = read_page(ann, address, page_size=100)
        newest = read_page(ann, address, before="latest", page_size=3)
        assert newest["results"] == whole["results"][::-1][:3]
        assert newest["last"] == whole["last"]
        assert read_page(ann, address, before="9" * 10, page_size=3)["results"] == newest["results"]
        last = whole["last"]
        assert event_numbers(read_page(ann, address, before=last, page_size=2)) == [
            last - 1,
            last - 2,
        ]


def test_the_way_back_ends_at_the_first_event(ann: Person, table: Callable[..., str]) -> None:
    game = table()
    for address in ("/me/events", f"/games/{game}/events"):
        whole = read_page(ann, address, page_size=100)["results"]
        for size in (1, 3, len(whole)):
            pages = walk_back(ann, f"{address}?before=latest&page_size={size}&without=hash")
            assert [one for part in pages for one in part["results"]] == [
                {name: value for name, value in one.items() if name != "hash"}
                for one in reversed(whole)
            ]
            assert all(part["results"] for part in pages)
        for before in (0, 1):
            empty = read_page(ann, address, before=before)
            assert (empty["results"], empty["next"]) == ([], None)
            assert empty["last"] == len(whole)


def test_an_empty_feed_has_no_newest_event(ann: Person) -> None:
    assert read_page(ann, "/me/events", before="latest") == {"results": [], "last": 0, "next": None}


def test_the_way_back_ends_where_the_beginning_is_gone(
    ann: Person, table: Callable[..., str]
) -> None:
    me = Player.objects.get(username="ann")
    table()
    table()
    kept = read_page(ann, "/me/events", page_size=100)["last"]
    ann.put("/me/read", {"number": kept - 2})
    feed.prune_feed(me.pk, timezone.now())
    left = read_page(ann, "/me/events", page_size=100)
    assert 1 < left["results"][0]["number"] <= kept
    for size in (1, 2, 50):
        pages = walk_back(ann, f"/me/events?before=latest&page_size={size}")
        found = [one for part in pages for one in part["results"]]
        assert found == left["results"][::-1]


def test_an_event_that_the_token_does_not_cover_is_passed_over(ann: Person) -> None:
    me = Player.objects.get(username="ann")
    ann.opens(3)
    for _ in range(3):
        data = {"receiver": "x", "channel": "ntfy", "why": "gone"}
        PrivateEvent.objects.create(
            player=me, type="receiver_disabled", data=data, at=timezone.now()
        )
    assert read_page(ann, "/me/events")["last"] == 4
    wish = {"username": "ann", "password": PASSWORD, "scopes": ["game:read"]}
    made = ann.post("/me/tokens", wish)
    reader = Person(made.json["token"], "ann")
    (only,) = read_page(reader, "/me/events", before="latest", page_size=1)["results"]
    assert only["type"] == "joined"


def test_beside_before_no_other_beginning_counts(ann: Person) -> None:
    for address in ("/me/events", f"/games/{ann.opens()}/events"):
        newest = ann.get(f"{address}?before=latest").raw
        for other in ("after", "wait"):
            assert ann.get(f"{address}?before=latest&{other}=3").raw == newest
        refused(ann.get(address, before="my_answer"), 400, "invalid_query", "before")
        refused(ann.get(address, without="data"), 400, "invalid_query", "without")
