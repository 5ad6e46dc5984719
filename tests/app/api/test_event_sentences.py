"""`include=text`: a sentence about each event, in the language of the request."""

from collections.abc import Callable
from typing import Any

import pytest

from games.background import archiving
from games.rulesets import display
from tests.app.api.conftest import TimePasses
from tests.app.api.refusals import refused
from tests.people import Person


def read_texts(
    person: Person, address: str, language: str | None = None, **query: Any
) -> list[Any]:
    headers = {} if language is None else {"Accept-Language": language}
    said = person.get(address, headers=headers, include="text", page_size=100, **query)
    assert said.status == 200, said.json
    return [one["text"] for one in said.json["results"]]


@pytest.mark.django_db
def test_the_log_of_a_game_in_sentences(
    ann: Person, stranger: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    game = table()
    ann.seals_anything(game)
    time_passes(game)
    log = f"/games/{game}/events"
    for person in (ann, stranger):
        said = read_texts(person, log)
        assert said[:2] == ["ann has opened the game.", "ann has taken a seat."]
        assert "Turn 1 has begun." in said
        assert "ann has answered." in said
        assert "Time ran out: the server played for bob and cat." in said
        assert any(str(one).startswith("Played: ann ") for one in said)
    german = read_texts(stranger, log, "fr, de-AT;q=0.8, en;q=0.5")
    assert german[:2] == ["ann hat das Spiel eröffnet.", "ann hat einen Platz genommen."]
    assert "Die Zeit war um: Der Server hat gespielt für bob und cat." in german
    assert len(german) == len(read_texts(stranger, log))


@pytest.mark.django_db
def test_without_being_asked_for_there_is_no_text(ann: Person, table: Callable[..., str]) -> None:
    for address in ("/me/events", f"/games/{table()}/events"):
        said = ann.get(address)
        assert all("text" not in one for one in said.json["results"])
        assert "Content-Language" not in said.headers
        refused(ann.get(address, include="texts"), 400, "invalid_query", "include")


@pytest.mark.django_db
def test_a_feed_in_the_language_that_its_player_has_chosen(
    ann: Person, bob: Person, table: Callable[..., str]
) -> None:
    table()
    table(ruleset="high_tide", options={})
    bob.patch("/me/relations/ann", {"friend": True})
    ann.patch("/me/notifications", {"language": "de"})
    assert "bob möchte mit dir befreundet sein." in read_texts(ann, "/me/events")
    assert "bob asks to be your friend." in read_texts(ann, "/me/events", "en")
    said = ann.get("/me/events", include="text")
    assert said.headers["Content-Language"] == "de"
    assert {"Accept-Language", "Authorization"} <= {*said.headers["Vary"].split(", ")}
    english = ann.get("/me/events", headers={"Accept-Language": "en"}, include="text")
    assert english.headers["Content-Language"] == "en"
    assert english.headers["ETag"] != said.headers["ETag"]


@pytest.mark.django_db
def test_the_next_page_has_sentences_too(ann: Person, table: Callable[..., str]) -> None:
    game = table()
    said = ann.get(f"/games/{game}/events", include="text", without="hash", page_size=2)
    follow = said.json["next"].removeprefix("http://testserver")
    (event, *_) = ann.get(follow).json["results"]
    assert event["text"] == "bob has taken a seat."
    assert "hash" not in event


@pytest.mark.django_db
def test_the_last_event_of_each_game_in_a_list(
    ann: Person, stranger: Person, table: Callable[..., str], finished: Callable[..., str]
) -> None:
    games = [table(), table(ruleset="high_tide", options={}), finished()]
    ann.seals_anything(games[0])
    assert archiving.archive_game(games[2]) == archiving.ARCHIVED
    texts = {}
    for person, address in ((ann, "/me/games"), (stranger, "/games")):
        said = person.get(address, headers={"Accept-Language": "de"}, include="text")
        assert said.headers["Content-Language"] == "de"
        texts = {one["id"]: one["last_event"]["text"] for one in said.json["results"]}
        assert texts[games[0]] == "ann hat geantwortet."
        assert texts[games[1]] == "Zug 1 hat begonnen."
        assert texts[games[2]] == "Das Spiel ist zu Ende."
        plain = person.get(address)
        assert plain.headers["ETag"] != said.headers["ETag"]
        assert all("text" not in one["last_event"] for one in plain.json["results"])


@pytest.mark.django_db
def test_a_game_without_a_sheet_has_the_sentences_of_the_server_alone(
    ann: Person, table: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table()
    monkeypatch.delitem(display.SHEETS, "turn_the_tide")
    events = ann.get(f"/games/{game}/events", include="text", page_size=100).json["results"]
    said = {one["type"]: one["text"] for one in events}
    assert said["stage_began"] is None
    assert said["started"] == "The game has started."


@pytest.mark.django_db
def test_of_a_private_game_that_is_lost_nothing_is_said_that_needs_the_game(
    ann: Person, bob: Person, cat: Person, dan: Person, table: Callable[..., str]
) -> None:
    game = table(private=True)
    ann.seals_anything(game)
    bob.post(f"/games/{game}/resign")
    ann.put(f"/games/{game}/seats/1/offer", {"player": "dan"})
    assert dan.post(f"/games/{game}/seats/1/take").status == 200
    refused(bob.get(f"/games/{game}"), 404, "game_not_found")
    events = bob.get("/me/events", include="text", page_size=100).json["results"]
    said = {one["type"]: one["text"] for one in events}
    assert said["seat_lost"] == "Your seat was given to another player."
    assert said["sealed"] is None
