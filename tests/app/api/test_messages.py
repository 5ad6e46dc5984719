"""What people at a table write to each other: beside the game, and in no log."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.app.api.calls import resigns
from tests.app.api.events import feed, log
from tests.app.api.refusals import nothing_changes, refused
from tests.people import Person
from tests.thorough.interference.test_elsewhere import raw_rows

pytestmark = pytest.mark.django_db


def writes(person: Person, game: str, text: str) -> Any:
    said = person.post(f"/games/{game}/messages", {"text": text})
    assert said.status == 201, said.json
    return said.json


def reads(person: Person, game: str) -> list[Any]:
    said = person.get(f"/games/{game}/messages")
    assert said.status == 200, said.json
    return list(said.json["results"])


def test_all_at_the_table_read_it_and_the_others_are_told(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    game = table()
    before = log(ann, game)
    made = writes(ann, game, "Low water!")
    assert (made["player"], made["text"], made["folded"]) == ("ann", "Low water!", False)
    writes(bob, game, "Not for long.")
    for one in (ann, bob, cat):
        assert [said["text"] for said in reads(one, game)] == ["Not for long.", "Low water!"]
    told = feed(cat, "message_written")
    assert [(one["game"], one["hash"], one["event"]) for one in told] == [(None, None, None)] * 2
    assert told[0]["data"] == {"player": "ann", "game": game, "message": made["id"]}
    assert len(feed(ann, "message_written")) == 1
    assert log(ann, game) == before


def test_a_message_is_in_no_record_and_cannot_be_read_in_the_database(
    ann: Person, finished: Callable[..., str]
) -> None:
    game = finished()
    before = ann.get(f"/games/{game}/record").json
    writes(ann, game, "a canary on the pier")
    assert ann.get(f"/games/{game}/record").json == before
    assert b"canary on the pier" not in raw_rows()


def test_it_is_written_before_the_start_too_and_read_by_who_comes_later(
    ann: Person, bob: Person
) -> None:
    game = ann.opens(3)
    writes(ann, game, "Who plays?")
    bob.joins(game)
    assert [one["text"] for one in reads(bob, game)] == ["Who plays?"]


def test_who_has_resigned_reads_and_hears_no_more(
    ann: Person, bob: Person, table: Callable[..., str]
) -> None:
    game = table()
    resigns(bob, game)
    writes(ann, game, "Farewell.")
    assert feed(bob, "message_written") == []
    refused(bob.get(f"/games/{game}/messages"), 403, "not_a_player")


def test_a_host_can_open_a_table_without_messages(ann: Person, table: Callable[..., str]) -> None:
    game = table(messages=False)
    assert not ann.sees(game)["messages"]
    refused(ann.post(f"/games/{game}/messages", {"text": "Hm."}), 403, "messages_off")
    assert reads(ann, game) == []


def test_its_author_deletes_it_and_its_place_stays(
    ann: Person, bob: Person, table: Callable[..., str]
) -> None:
    game = table()
    made = writes(ann, game, "Forget this.")
    refused(bob.delete(f"/games/{game}/messages/{made['id']}"), 404, "message_not_found")
    assert ann.delete(f"/games/{game}/messages/{made['id']}").status == 204
    with nothing_changes():
        assert ann.delete(f"/games/{game}/messages/{made['id']}").status == 204
    (left,) = reads(bob, game)
    assert (left["id"], left["player"], left["text"]) == (made["id"], "ann", None)
    assert left["deleted_at"] is not None
    (told,) = feed(bob, "message_deleted")
    assert told["data"] == {"player": "ann", "game": game, "message": made["id"]}


@pytest.mark.parametrize("member", ["blocked", "muted"])
def test_who_is_blocked_or_muted_is_folded_for_me_alone(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], member: str
) -> None:
    game = table()
    bob.patch("/me/relations/ann", {member: True})
    writes(ann, game, "Can you hear me?")
    assert [one["folded"] for one in reads(bob, game)] == [True]
    assert [one["folded"] for one in reads(cat, game)] == [False]
    assert [one["folded"] for one in reads(ann, game)] == [False]
    assert (feed(bob, "message_written"), len(feed(cat, "message_written"))) == ([], 1)


def test_it_has_a_limit_of_its_own(
    ann: Person, bob: Person, table: Callable[..., str], settings: Any
) -> None:
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "messages": (1, 86400 * 3650)}
    game = table()
    writes(ann, game, "One.")
    refused(ann.post(f"/games/{game}/messages", {"text": "Two."}), 429, "throttled")
    writes(bob, game, "Mine.")


def test_a_table_has_room_for_so_many(
    ann: Person, table: Callable[..., str], settings: Any
) -> None:
    settings.TIDE_MAX_MESSAGES_PER_GAME = 1
    game = table()
    writes(ann, game, "One.")
    refused(ann.post(f"/games/{game}/messages", {"text": "Two."}), 409, "too_many_messages")


def test_they_come_in_pages(ann: Person, table: Callable[..., str]) -> None:
    game = table()
    for text in ("1", "2", "3"):
        writes(ann, game, text)
    first = ann.get(f"/games/{game}/messages", page_size=2).json
    rest = ann.call("GET", first["next"].partition("/api/v1")[2]).json
    assert [one["text"] for one in [*first["results"], *rest["results"]]] == ["3", "2", "1"]
