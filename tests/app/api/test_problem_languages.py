"""The language of a refusal: the one that the call accepts, for people; the code stays."""

import ast
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils.translation import gettext, override

from common.rest.error_codes import CODES
from players import idempotency
from tests.app.api.playing import hand, play
from tests.people import PASSWORD, Answer, Person
from tideapi.local.up import ROOT

pytestmark = pytest.mark.django_db

GERMAN = {"Accept-Language": "de-AT, en;q=0.5"}
GAME = {"ruleset": "turn_the_tide", "seat_count": 3}


def refused_twice(person: Person, method: str, path: str, body: Any = None) -> list[Answer]:
    """Return the same refusal in English and in German."""
    both = [person.call(method, path, body), person.call(method, path, body, headers=GERMAN)]
    english, german = both
    assert english.status == german.status >= 400
    for member in ("type", "status", "code"):
        assert english.json[member] == german.json[member]
    for answer, language in zip(both, ("en", "de"), strict=True):
        assert answer.headers["Content-Language"] == language
        assert "Accept-Language" in answer.headers["Vary"].split(", ")
    return both


@pytest.mark.parametrize(
    ("method", "path", "body", "title", "detail"),
    [
        (
            "GET",
            "/games/zzzzzzzzzzzz",
            None,
            "Dieses Spiel gibt es nicht",
            "Dieses Spiel gibt es nicht, oder du darfst es nicht sehen.",
        ),
        (
            "POST",
            "/players",
            {"username": "admin", "password": PASSWORD},
            "Diesen Namen bekommt kein Spieler",
            "Diesen Namen bekommt hier niemand.",
        ),
        (
            "POST",
            "/games",
            {**GAME, "seat_count": 9},
            "Die Zahl der Plätze passt nicht zu den Optionen",
            "/seat_count: Diese Optionen sind für 3 bis 5 Spieler.",
        ),
        (
            "GET",
            "/games?page_size=0",
            None,
            "Die Abfrage passt nicht zu ihrem Schema",
            "page_size: Das muss mindestens 1 sein.",
        ),
        (
            "DELETE",
            "/games",
            None,
            "Diese Adresse kennt diese Methode nicht",
            "Diese Adresse kennt nur die Methoden GET, HEAD, POST, OPTIONS.",
        ),
    ],
)
def test_title_and_detail_are_in_the_language_that_is_accepted(
    ann: Person, method: str, path: str, body: Any, title: str, detail: str
) -> None:
    english, german = refused_twice(ann, method, path, body)
    assert (german.json["title"], german.json["detail"]) == (title, detail)
    assert english.json["title"] == CODES[english.json["code"]].title


def test_every_fault_of_a_body_is_said_in_that_language(ann: Person) -> None:
    body = {"ruleset": "turn_the_tide", "seat_count": "3", "colour": 1}
    english, german = refused_twice(ann, "POST", "/games", body)
    assert german.json["detail"] == (
        "/seat_count: Das muss vom Typ integer sein. /colour: Dieses Feld ist unbekannt."
    )
    assert {fault["pointer"]: fault["detail"] for fault in german.json["errors"]} == {
        "/colour": "Dieses Feld ist unbekannt.",
        "/seat_count": "Das muss vom Typ integer sein.",
    }
    known = [
        [(fault["pointer"], fault["code"]) for fault in one.json["errors"]]
        for one in (english, german)
    ]
    assert known[0] == known[1]


def test_what_the_rules_refuse_is_said_in_that_language(ann: Person, bob: Person) -> None:
    game = ann.post("/games", GAME | {"bots": ["random"]}).json["id"]
    bob.post(f"/games/{game}/join", {})
    place = f"/games/{game}/turns/1/submission"
    other = next(card for card in range(1, 61) if card not in hand(ann, game))
    _, german = refused_twice(ann, "PUT", place, {"action": play(other)})
    assert german.json["detail"] == f"Die {other} hast du in diesem Durchgang nicht."


def test_another_language_is_answered_in_english(ann: Person) -> None:
    said = ann.call("GET", "/games/zzzzzzzzzzzz", headers={"Accept-Language": "fr"})
    assert said.headers["Content-Language"] == "en"
    assert said.json["detail"] == "There is no such game, or you may not see it."


def test_a_kept_answer_is_replayed_and_a_refusal_is_said_anew(ann: Person) -> None:
    key = {"Idempotency-Key": "once"}
    first = ann.call("POST", "/games", GAME, headers=key)
    again = ann.call("POST", "/games", GAME, headers={**key, **GERMAN})
    assert again.headers[idempotency.REPLAYED] == "true"
    assert again.raw == first.raw
    other = ann.call("POST", "/games", GAME | {"seat_count": 4}, headers={**key, **GERMAN})
    assert other.json["code"] == "idempotency_key_reused"
    assert other.headers["Content-Language"] == "de"


def test_every_code_has_a_german_title() -> None:
    example = {"card_spent"}  # Of the game in examples/, which has no catalogue of its own.
    with override("de"):
        english = {code for code, known in CODES.items() if gettext(known.title) == known.title}
    assert english - example == set()


DETAIL_PLACES = {"ApiError": 1, "Fault": 2, "Illegal": 1, "Unreadable": 1}
"""Where each of these takes its sentence among its arguments."""


def written_details() -> Iterator[str]:
    """Yield every sentence that is written where something is refused."""
    for folder in ("common", "games", "notifications", "players", "tideapi"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                    continue
                place = DETAIL_PLACES.get(node.func.id, len(node.args))
                for said in node.args[place : place + 1]:
                    if isinstance(said, ast.Constant) and isinstance(said.value, str):
                        yield said.value


def test_every_sentence_of_a_refusal_is_there_in_german() -> None:
    said = set(written_details())
    assert len(said) > 50
    with override("de"):
        assert {one for one in said if gettext(one) == one} == set()
