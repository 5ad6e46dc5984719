"""What people at a table write to each other: beside the game, and in no log."""

from typing import Any

import pytest

from tests.app.api.calls import resign
from tests.app.api.events import feed, log
from tests.app.api.refusals import nothing_changes, refused
from tests.factories import make_finished_game, make_game
from tests.people import People, Person
from tests.thorough.interference.test_elsewhere import raw_rows


def write(person: Person, game: str, text: str) -> Any:
    said = person.post(f"/games/{game}/messages", {"text": text})
    assert said.status == 201, said.json
    return said.json


def read(person: Person, game: str) -> list[Any]:
    said = person.get(f"/games/{game}/messages")
    assert said.status == 200, said.json
    return list(said.json["results"])


def test_all_at_the_table_read_it_and_hear_of_it(people: People) -> None:
    (ann, bob, cat), game = people, make_game(people)
    before = log(ann, game)
    made = write(ann, game, "Low water!")
    assert (made["player"], made["text"], made["folded"]) == ("ann", "Low water!", False)
    write(bob, game, "Not for long.")
    for one in people:
        assert [said["text"] for said in read(one, game)] == ["Not for long.", "Low water!"]
    told = feed(cat, "message_written")
    assert [(one["game"], one["hash"], one["event"]) for one in told] == [(None, None, None)] * 2
    assert told[0]["data"] == {"player": "ann", "game": game, "message": made["id"]}
    assert len(feed(ann, "message_written")) == 1
    assert log(ann, game) == before
    first = ann.get(f"/games/{game}/messages", page_size=1).json
    rest = ann.call("GET", first["next"].partition("/api/v1")[2]).json
    pages = [*first["results"], *rest["results"]]
    assert [one["text"] for one in pages] == ["Not for long.", "Low water!"]
    heard = feed(cat, "message_written")
    resign(cat, game)
    write(ann, game, "Farewell.")
    assert feed(cat, "message_written") == heard
    refused(cat.get(f"/games/{game}/messages"), 403, "not_a_player")


def test_a_message_is_in_no_record_nor_backup(ann: Person, people: People) -> None:
    game = make_finished_game(people)
    before = ann.get(f"/games/{game}/record").json
    write(ann, game, "a canary on the pier")
    assert ann.get(f"/games/{game}/record").json == before
    assert b"canary on the pier" not in raw_rows()


def test_it_is_written_before_the_start_and_read_later(ann: Person, bob: Person) -> None:
    game = ann.opens(3)
    write(ann, game, "Who plays?")
    bob.joins(game)
    assert [one["text"] for one in read(bob, game)] == ["Who plays?"]


def test_its_author_deletes_it_and_its_place_stays(people: People) -> None:
    (ann, bob, _), game = people, make_game(people)
    made = write(ann, game, "Forget this.")
    address = f"/games/{game}/messages/{made['id']}"
    refused(bob.delete(address), 404, "message_not_found")
    assert ann.delete(address).status == 204
    with nothing_changes():
        assert ann.delete(address).status == 204
    (left,) = read(bob, game)
    assert (left["id"], left["player"], left["text"]) == (made["id"], "ann", None)
    assert left["deleted_at"] is not None
    (told,) = feed(bob, "message_deleted")
    assert told["data"] == {"player": "ann", "game": game, "message": made["id"]}


@pytest.mark.parametrize("member", ["blocked", "muted"])
def test_a_message_of_the_blocked_is_folded_for_me_alone(people: People, member: str) -> None:
    (ann, bob, cat), game = people, make_game(people)
    bob.patch("/me/relations/ann", {member: True})
    write(ann, game, "Can you hear me?")
    folded = [said["folded"] for one in people for said in read(one, game)]
    assert folded == [False, True, False]
    assert (feed(bob, "message_written"), len(feed(cat, "message_written"))) == ([], 1)


def test_with_set_phrases_each_reads_them_in_their_own_language(people: People) -> None:
    (ann, bob, _), game, german = (
        people,
        make_game(people, chat="phrases"),
        {"Accept-Language": "de"},
    )
    address = f"/games/{game}/messages"
    refused(ann.post(address, {"text": "Good luck!"}), 403, "phrases_only")
    phrases = bob.get("/phrases", headers=german).json["results"]
    assert len(phrases) == 12
    assert {"id": "good_luck", "text": "Viel Glück euch allen!"} in phrases
    for body in ({"phrase": "seaweed"}, {"phrase": "wow", "text": "Wow!"}, {}):
        assert ann.post(address, body).status == 400
    made = ann.call("POST", address, {"phrase": "good_luck"}, headers=german).json
    assert (made["phrase"], made["text"]) == ("good_luck", "Viel Glück euch allen!")
    assert [one["text"] for one in read(bob, game)] == ["Good luck, everyone!"]
    (shown,) = bob.get(f"/games/{game}", include="messages", headers=german).json["newest_messages"]
    assert shown["text"] == "Viel Glück euch allen!"
    assert ann.delete(f"{address}/{made['id']}").status == 204
    assert [(one["text"], one["phrase"]) for one in read(bob, game)] == [(None, None)]


def test_the_operator_says_what_is_written_where_the_host_does_not_choose(
    ann: Person, settings: Any
) -> None:
    settings.TIDE_DEFAULT_CHAT = "phrases"
    assert ann.get("").json["default_chat"] == "phrases"
    assert [ann.sees(ann.opens(3, **more))["chat"] for more in ({}, {"chat": "open"})] == [
        *("phrases", "open"),
    ]


@pytest.mark.parametrize("body", [{"text": "Hello."}, {"phrase": "hello"}])
def test_spectators_do_not_write(people: People, dan: Person, body: Any) -> None:
    game = make_game(people)
    with nothing_changes():
        refused(dan.post(f"/games/{game}/messages", body), 403, "not_a_player")


def test_a_table_has_room_for_so_many_or_none(people: People, settings: Any) -> None:
    (ann, bob, _), game, silent = people, make_game(people), make_game(people, chat="none")
    assert ann.sees(silent)["chat"] == "none"
    refused(ann.post(f"/games/{silent}/messages", {"text": "Hm."}), 403, "messages_off")
    assert read(ann, silent) == []
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "messages": (1, 86400 * 3650)}
    write(ann, game, "One.")
    refused(ann.post(f"/games/{game}/messages", {"text": "Two."}), 429, "throttled")
    settings.TIDE_MAX_MESSAGES_PER_GAME = 2
    write(bob, game, "Mine.")
    refused(people[2].post(f"/games/{game}/messages", {"text": "3"}), 409, "too_many_messages")
