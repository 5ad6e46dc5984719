"""GET /games/{id}/events."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.app.api.conftest import TimePasses
from tests.app.api.threads import threads
from tests.happened import happened
from tests.people import Person


def events(person: Person, game: str, **query: Any) -> list[dict[str, Any]]:
    said = person.get(f"/games/{game}/events", **query)
    assert said.status == 200, said.json
    found: list[dict[str, Any]] = said.json["results"]
    return found


@pytest.mark.django_db
def test_events_are_numbered_from_1_without_a_gap(
    stranger: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    game = table()
    time_passes(game, 3)
    found = events(stranger, game, page_size=100)
    assert [one["number"] for one in found] == list(range(1, len(found) + 1))
    assert [one["event"] for one in found] == [one["number"] for one in found]
    assert {one["game"] for one in found} == {game}
    assert sorted(found, key=lambda one: one["at"]) == found


@pytest.mark.django_db
def test_after_a_number_come_the_next_ones(stranger: Person, table: Callable[..., str]) -> None:
    game = table()
    found = events(stranger, game)
    last = found[-1]["number"]
    assert events(stranger, game, after=3) == found[3:]
    assert events(stranger, game, after=0) == found
    assert events(stranger, game, after=last) == []
    assert events(stranger, game, after=2**31 - 1) == []


@pytest.mark.django_db
def test_pages_follow_one_another_to_the_end(stranger: Person, table: Callable[..., str]) -> None:
    game = table()
    whole = events(stranger, game)
    assert len(whole) == 8
    seen, address = [], f"/games/{game}/events?page_size=4"
    for full in (True, True, False):
        said = stranger.get(address).json
        assert len(said["results"]) == (4 if full else 0)
        seen += said["results"]
        # A full page may not be the last one; the one after it is empty and ends the walk.
        assert (said["next"] is not None) == full
        address = (said["next"] or "").removeprefix("http://testserver")
    assert seen == whole


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ({"after": "-1"}, "after"),
        ({"after": "x"}, "after"),
        ({"after": "9" * 11}, "after"),
        ({"after": "LATEST"}, "after"),
        ({"after": "9" * 30}, "after"),
        ({"after": "1\x00"}, "after"),
        ({"wait": "-1"}, "wait"),
        ({"wait": "31"}, "wait"),
        ({"wait": "0.5"}, "wait"),
        ({"cursor": "x"}, "cursor"),
    ],
)
def test_a_query_out_of_shape_is_refused(
    ann: Person, query: dict[str, Any], parameter: str
) -> None:
    for address in (f"/games/{ann.opens(3)}/events", "/me/events"):
        said = ann.get(address, **query)
        assert (said.status, said.code) == (400, "invalid_query")
        assert {fault["parameter"] for fault in said.json["errors"]} == {parameter}


@pytest.mark.django_db
def test_where_nobody_can_wait_a_long_poll_is_answered_at_once(
    ann: Person, stranger: Person, table: Callable[..., str]
) -> None:
    game = table()
    last = len(happened(game))
    empty: dict[str, Any] = {"results": [], "last": last, "next": None}
    assert stranger.get(f"/games/{game}/events", after=last, wait=30).json == empty
    heard = len(events(ann, game, page_size=100))
    hers = ann.get("/me/events", after="latest").json["last"]
    assert ann.get("/me/events", after=heard, wait=30).json == {**empty, "last": hers}


@pytest.mark.django_db(transaction=True)
def test_the_numbers_have_no_gap_when_all_write_at_once(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    game = table()
    for _ in range(3):
        turn = ann.sees(game)["turn"]["number"]
        with threads() as at_once:
            sealed = [at_once.start(person.seals_anything, game) for person in (ann, bob, cat)]
            assert [one.result().status for one in sealed] == [200] * 3
        assert ann.sees(game)["turn"]["number"] == turn + 1
    numbers = [event.number for event in happened(game)]
    assert numbers == list(range(1, len(numbers) + 1))
