"""GET /games/{game}?include=…: a game's whole screen in one call."""

from collections.abc import Callable

import pytest

from tests.app.api.refusals import refused
from tests.app.api.test_viewer import narrow_token
from tests.people import Person

pytestmark = pytest.mark.django_db


def test_one_call_has_what_five_have(ann: Person, bob: Person, table: Callable[..., str]) -> None:
    game = table()
    bob.post(f"/games/{game}/messages", {"text": "Low water!"})
    whole = ann.get(f"/games/{game}?include=viewer,messages&include=events").json
    assert whole["newest_messages"] == ann.get(f"/games/{game}/messages").json["results"]
    assert whole["newest_events"] == ann.get(f"/games/{game}/events?before=latest").json["results"]
    assert whole["viewer"]["note"] is None
    parts = ("viewer", "newest_messages", "newest_events")
    plain = ann.get(f"/games/{game}").json
    assert {name: value for name, value in whole.items() if name not in parts} == plain


def test_of_the_events_the_newest_are_there_newest_first(
    ann: Person, finished: Callable[..., str]
) -> None:
    game = finished()
    last = ann.sees(game)["log"]["events"]
    events = ann.get(f"/games/{game}", include="events").json["newest_events"]
    assert [one["number"] for one in events] == [*range(last, last - 25, -1)]


def test_who_has_no_seat_gets_no_messages(
    ann: Person, dan: Person, stranger: Person, table: Callable[..., str]
) -> None:
    game = table()
    for who in (dan, stranger, narrow_token("game:read")):
        assert who.get(f"/games/{game}", include="messages").json["newest_messages"] is None


def test_a_part_that_is_unknown_is_refused_by_name(ann: Person, table: Callable[..., str]) -> None:
    refused(ann.get(f"/games/{table()}", include="hands"), 400, "invalid_query", "include")


def test_whoever_polls_with_parts_hears_of_a_new_message(
    ann: Person, bob: Person, table: Callable[..., str]
) -> None:
    path = f"/games/{table()}"
    tag = ann.get(path, include="messages").headers["ETag"]

    def status() -> int:
        return ann.get(f"{path}?include=messages", headers={"If-None-Match": tag}).status

    assert status() == 304
    bob.post(f"{path}/messages", {"text": "Low water!"})
    assert status() == 200
