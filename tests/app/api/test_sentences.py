"""`include=text`: sentences about events, questions and answers, in the language of the request."""

from typing import Any

import pytest

from games.background import archiving
from games.rulesets import display
from games.rulesets.high_tide.words.sheet import QUESTIONS
from tests.app.api.calls import hand_seat_on
from tests.app.api.conftest import Table
from tests.app.api.refusals import refused
from tests.factories import expire_turns, make_finished_game
from tests.people import Person

GERMAN = {"Accept-Language": "de"}
HIGH_TIDE: dict[str, Any] = {"ruleset": "high_tide", "options": {}}


def read_texts(person: Person, address: str, language: str | None = None) -> list[Any]:
    headers = {} if language is None else {"Accept-Language": language}
    said = person.get(address, headers=headers, include="text", page_size=100)
    assert said.status == 200, said.json
    return [one["text"] for one in said.json["results"]]


def test_the_log_of_a_game_in_sentences(ann, stranger, table) -> None:
    game = table()
    ann.seals_anything(game)
    expire_turns(game)
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
    # The next page has sentences too.
    first = ann.get(log, include="text", without="hash", page_size=2).json
    (event, *_) = ann.get(first["next"].removeprefix("http://testserver")).json["results"]
    assert event["text"] == "bob has taken a seat."
    assert "hash" not in event
    for address in ("/me/events", log):
        plain = ann.get(address)
        assert all("text" not in one for one in plain.json["results"])
        assert "Content-Language" not in plain.headers


def test_a_feed_in_the_language_that_its_player_has_chosen(ann, bob, table) -> None:
    table()
    table(**HIGH_TIDE)
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


def test_the_last_event_of_each_game_in_a_list(ann, stranger, table, people) -> None:
    games = [table(), table(**HIGH_TIDE), make_finished_game(people)]
    ann.seals_anything(games[0])
    assert archiving.archive_game(games[2]) == archiving.ARCHIVED
    for person, address in ((ann, "/me/games"), (stranger, "/games")):
        said = person.get(address, headers=GERMAN, include="text")
        assert said.headers["Content-Language"] == "de"
        texts = {one["id"]: one["last_event"]["text"] for one in said.json["results"]}
        assert [texts[game] for game in games] == [
            "ann hat geantwortet.",
            rolled := str(texts[games[1]]),
            "Das Spiel ist zu Ende.",
        ]
        # The turn that has begun since says less than the dice in it.
        assert " würfelt " in rolled
        plain = person.get(address)
        assert plain.headers["ETag"] != said.headers["ETag"]
        assert all("text" not in one["last_event"] for one in plain.json["results"])


def test_a_seat_that_is_left_in_an_open_game_has_its_sentence(ann: Person, bob: Person) -> None:
    game = ann.post("/games", {"ruleset": "turn_the_tide", "seat_count": 4}).json["id"]
    for call in ("join", "leave"):
        bob.post(f"/games/{game}/{call}", {} if call == "join" else None)
        (one,) = ann.get("/games", include="text").json["results"]
        assert one["last_event"]["text"].startswith("bob has ")


def test_a_game_without_a_sheet_has_the_sentences_of_the_server_alone(
    ann: Person, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table()
    expire_turns(game)
    # A sheet has the words of one game, for its events, questions and answers.
    monkeypatch.delitem(display.SHEETS, "turn_the_tide")
    events = ann.get(f"/games/{game}/events", include="text", page_size=100).json["results"]
    said = {one["type"]: one["text"] for one in events}
    assert (said["stage_began"], said["started"]) == (None, "The game has started.")
    assert ann.get(f"/games/{game}", include="text").json["mine"]["texts"] is None
    turn = ann.get(f"/games/{game}/turns/1", include="text").json
    assert {one["text"] for one in turn["actions"]} == {None}


def test_a_private_game_that_is_lost_tells_nothing_more(ann, bob, cat, dan, table) -> None:
    game = table(private=True)
    ann.seals_anything(game)
    hand_seat_on(game, giver=bob, host=ann, guest=dan, seat=1)
    refused(bob.get(f"/games/{game}"), 404, "game_not_found")
    events = bob.get("/me/events", include="text", page_size=100).json["results"]
    said = {one["type"]: one["text"] for one in events}
    assert said["seat_lost"] == "Your seat was given to another player."
    assert said["sealed"] is None


# -- questions and answers


def test_a_hand_in_words(ann: Person, table: Table) -> None:
    game = table()
    plain, said = ann.get(f"/games/{game}").json, ann.get(f"/games/{game}", include="text").json
    texts = said["mine"].pop("texts")
    assert said == plain
    mine = plain["mine"]
    assert texts == {
        "question": "Which card do you play?",
        "legal_actions": [f"the {one['card']}" for one in mine["legal_actions"]],
        "fallback": f"the {mine['fallback']['card']}",
        "submission": None,
    }
    # Neither the lowest nor the highest card: one of these is the fallback.
    chosen = mine["legal_actions"][4]
    ann.seals(game, chosen)
    sealed = ann.get(f"/games/{game}", headers=GERMAN, include="text")
    assert sealed.headers["Content-Language"] == "de"
    assert sealed.json["mine"]["texts"]["submission"] == f"die {chosen['card']}"


def test_each_place_of_a_question_says_the_same(ann, bob, cat, table) -> None:
    game = table(**HIGH_TIDE)
    people = (ann, bob, cat)
    who = next(one for one in people if one.sees(game)["mine"]["legal_actions"])
    texts = who.get(f"/games/{game}", include="text").json["mine"]["texts"]
    assert texts["question"] == str(QUESTIONS[who.sees(game)["table"]["decision"]])
    assert len(texts["legal_actions"]) == len(who.sees(game)["mine"]["legal_actions"])
    (question,) = who.get("/me/turns", include="text").json["results"]
    assert question["texts"] == texts
    assert "view" not in question
    (whole,) = who.get("/me/turns", include="text,game").json["results"]
    assert (whole["texts"], whole["view"]) == (texts, who.sees(game))
    other = next(one for one in people if one is not who)
    assert other.get(f"/games/{game}", include="text").json["mine"]["texts"] is None


def test_a_closed_turn_says_what_was_played(ann, stranger, table) -> None:
    game = table()
    expire_turns(game)
    plain = stranger.get(f"/games/{game}/turns/1").json
    said = stranger.get(f"/games/{game}/turns/1", headers=GERMAN, include="text").json
    assert [one.pop("text") for one in said["actions"]] == [
        f"die {one['action']['card']}" for one in plain["actions"]
    ]
    assert said == plain
    # In the turn that is open now she has sealed nothing.
    assert ann.get(f"/games/{game}", include="text").json["mine"]["texts"]["submission"] is None


def test_a_tag_stands_for_one_language(ann: Person, table: Table) -> None:
    game = table()
    expire_turns(game)
    for address in (f"/games/{game}", "/me/turns", f"/games/{game}/turns/1"):
        asked = [({}, {}), ({"include": "text"}, {}), ({"include": "text"}, GERMAN)]
        tags = [ann.get(address, headers=how, **query).headers["ETag"] for query, how in asked]
        assert len({*tags}) == len(asked)
        for place, tag in enumerate(tags):
            known = {"If-None-Match": tag}
            found = [ann.get(address, headers={**how, **known}, **query) for query, how in asked]
            wanted = [304 if other == place else 200 for other in range(len(asked))]
            assert [one.status for one in found] == wanted
