"""`include=text`: questions and answers in words, wherever a question is shown."""

from collections.abc import Callable

import pytest

from games.rulesets import display
from games.rulesets.high_tide.words.sheet import QUESTIONS
from tests.app.api.conftest import TimePasses
from tests.app.api.refusals import refused
from tests.people import Person

pytestmark = pytest.mark.django_db
GERMAN = {"Accept-Language": "de"}


def test_a_hand_in_words(ann: Person, table: Callable[..., str]) -> None:
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
    chosen = mine["legal_actions"][4]
    ann.seals(game, chosen)
    sealed = ann.get(f"/games/{game}", headers=GERMAN, include="text")
    assert sealed.headers["Content-Language"] == "de"
    assert sealed.json["mine"]["texts"]["submission"] == f"die {chosen['card']}"


def test_each_place_of_a_question_says_the_same(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    game = table(ruleset="high_tide", options={})
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
    turn = who.get(f"/games/{game}/turns/{question['turn']}", include="text").json
    assert turn["mine"]["texts"] == texts
    other = next(one for one in people if one is not who)
    assert other.get(f"/games/{game}", include="text").json["mine"]["texts"] is None


def test_a_closed_turn_says_what_was_played(
    ann: Person, stranger: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    game = table()
    time_passes(game)
    plain = stranger.get(f"/games/{game}/turns/1").json
    said = stranger.get(f"/games/{game}/turns/1", headers=GERMAN, include="text").json
    assert [one.pop("text") for one in said["actions"]] == [
        f"die {one['action']['card']}" for one in plain["actions"]
    ]
    assert said == plain
    assert ann.get(f"/games/{game}", include="text").json["mine"]["texts"]["submission"] is None


def test_a_ruleset_without_words_says_nothing(
    ann: Person, table: Callable[..., str], time_passes: TimePasses, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table()
    time_passes(game)
    monkeypatch.delitem(display.SHEETS, "turn_the_tide")
    assert ann.get(f"/games/{game}", include="text").json["mine"]["texts"] is None
    turn = ann.get(f"/games/{game}/turns/1", include="text").json
    assert {one["text"] for one in turn["actions"]} == {None}


def test_a_tag_stands_for_one_language(ann: Person, table: Callable[..., str]) -> None:
    game = table()
    for address in (f"/games/{game}", "/me/turns", f"/games/{game}/turns/1"):
        asked = [({}, {}), ({"include": "text"}, {}), ({"include": "text"}, GERMAN)]
        tags = [ann.get(address, headers=how, **query).headers["ETag"] for query, how in asked]
        assert len({*tags}) == len(asked)
        for place, tag in enumerate(tags):
            known = {"If-None-Match": tag}
            found = [ann.get(address, headers={**how, **known}, **query) for query, how in asked]
            wanted = [304 if other == place else 200 for other in range(len(asked))]
            assert [one.status for one in found] == wanted


def test_what_is_not_known_is_refused(ann: Person, table: Callable[..., str]) -> None:
    game = table()
    for address in (f"/games/{game}", "/me/turns", f"/games/{game}/turns/1"):
        for wrong in ("texts", "text,", "", "text,texts"):
            refused(ann.get(f"{address}?include={wrong}"), 400, "invalid_query", "include")
