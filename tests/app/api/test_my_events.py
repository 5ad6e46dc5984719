"""GET /me/events."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction

from games.models import Seat
from tests.app.api.conftest import TimePasses
from tests.app.api.refusals import nothing_changes
from tests.app.api.threads import threads
from tests.happened import happened
from tests.people import Person


def feed(person: Person, **query: Any) -> list[dict[str, Any]]:
    said = person.get("/me/events", **query)
    assert said.status == 200, said.json
    found: list[dict[str, Any]] = said.json["results"]
    return found


def names(found: list[dict[str, Any]]) -> set[tuple[str, int]]:
    """The events of games' logs."""
    return {(one["game"], one["event"]) for one in found if one["game"]}


def all_of(game: str) -> set[tuple[str, int]]:
    return {(game, event.number) for event in happened(game)}


@pytest.mark.django_db
def test_one_feed_over_all_my_games(ann: Person, table: Callable[..., str]) -> None:
    first, second = table(), table()
    ann.seals_anything(first)
    found = feed(ann, page_size=100)
    assert [one["number"] for one in found] == list(range(1, len(found) + 1))
    # The opening of the table itself comes before its host takes her seat.
    assert names(found) == (all_of(first) | all_of(second)) - {(first, 1), (second, 1)}
    for one in found:
        if one["game"] is None:
            continue
        (same,) = ann.get(f"/games/{one['game']}/events", after=one["event"] - 1, page_size=1).json[
            "results"
        ]
        assert same == {**one, "number": one["event"]}


@pytest.mark.django_db
def test_it_begins_with_my_joining(ann: Person, bob: Person) -> None:
    game = ann.opens(3)
    bob.joins(game)
    (joined,) = feed(bob)
    known = ann.sees(game)["seats"][1]["participant"]
    told = {"seat": 1, "player": known, "entropy": None}
    assert (joined["type"], joined["data"]) == ("joined", told)
    assert joined["players"] == {known: "bob"}


@pytest.mark.django_db
def test_what_was_read_is_read_the_same_again(
    ann: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    game = table()
    before = feed(ann, page_size=100)
    with nothing_changes():
        assert feed(ann, page_size=100) == before
    time_passes(game)
    assert feed(ann, page_size=100)[: len(before)] == before
    after = feed(ann, after=len(before), page_size=100)
    assert after[0]["number"] == len(before) + 1
    assert feed(ann, page_size=100) == before + after


@pytest.mark.django_db
def test_pages_follow_one_another_to_the_end(ann: Person, table: Callable[..., str]) -> None:
    table()
    whole = feed(ann)
    seen, address = [], "/me/events?page_size=3"
    while address:
        said = ann.get(address).json
        seen += said["results"]
        address = (said["next"] or "").removeprefix("http://testserver")
    assert seen == whole


@pytest.mark.django_db
def test_other_peoples_games_are_not_in_it(dan: Person, table: Callable[..., str]) -> None:
    table()
    assert feed(dan) == []


@pytest.mark.django_db
def test_after_leaving_a_game_nothing_more_is_heard_of_it(ann: Person, bob: Person) -> None:
    game = ann.opens(4)
    bob.joins(game)
    assert [one["type"] for one in feed(bob)] == ["joined"]
    bob.post(f"/games/{game}/leave")
    ann.post(f"/games/{game}/cancel")
    assert [one["type"] for one in feed(bob)] == ["joined"]


# -- real threads, real commits


def plays(person: Person, game: str) -> None:
    for _ in range(3):
        # The others may close the turn between her look and her card: then she looks again.
        while person.seals_anything(game).status != 200:
            pass


def follows(person: Person, over: Callable[[], bool]) -> list[dict[str, Any]]:
    """Ask again and again after the last number seen, as a client does it, until nothing comes."""
    seen: list[dict[str, Any]] = []
    while True:
        last_time = over()
        found = feed(person, after=len(seen), page_size=7)
        seen += found
        if last_time and not found:
            return seen


@pytest.mark.django_db(transaction=True)
def test_nothing_is_missed_while_many_games_are_written_at_once(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    games = [table() for _ in range(4)]
    people = (ann, bob, cat)

    with threads() as at_once:
        playing = [at_once.start(plays, person, game) for person in people for game in games]

        def over() -> bool:
            return all(one.done() for one in playing)

        feeds = [at_once.start(follows, person, over) for person in people]
        for one in playing:
            one.result()
        for followed in feeds:
            found = followed.result()
            assert [one["number"] for one in found] == list(range(1, len(found) + 1))
            assert len(names(found)) == len([one for one in found if one["game"]])
    mine = names(feeds[0].result())
    assert mine == {one for game in games for one in all_of(game)} - {(game, 1) for game in games}
    # Within one game nothing is heard out of order.
    for game in games:
        order = [one["event"] for one in feeds[0].result() if one["game"] == game]
        assert order == sorted(order)


@pytest.mark.django_db(transaction=True)
def test_who_listens_does_not_wait_for_who_writes(ann: Person, table: Callable[..., str]) -> None:
    quiet, busy = table(), table()
    written, heard = threading.Event(), threading.Event()

    def writes() -> None:
        with transaction.atomic():
            Seat.objects.filter(game=busy).update(score=1)
            written.set()
            assert heard.wait(30)

    with threads() as at_once:
        writing = at_once.start(writes)
        try:
            assert written.wait(30)
            found = at_once.start(feed, ann).result(timeout=10)
        finally:
            heard.set()
        writing.result()
    assert names(found) == all_of(quiet) - {(quiet, 1)}
    assert names(feed(ann, after=len(found))) == all_of(busy) - {(busy, 1)}
