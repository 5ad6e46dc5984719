"""Rulesets in the language of the request, what lies in their boxes, and the pictures of that."""

from typing import Any

import pytest
from django.test import Client

from games.rulesets import registry
from games.rulesets.turn_the_tide.rules.ruleset import TurnTheTide
from tests.people import Person

pytestmark = pytest.mark.django_db
Json = dict[str, Any]
GERMAN = {"Accept-Language": "de-AT, en;q=0.5"}


def find_piece(ruleset: Json, group: str, piece: str) -> Json:
    (found,) = [one for one in ruleset["material"] if one["id"] == group]
    (one,) = [one for one in found["pieces"] if one["id"] == piece]
    named: Json = one
    return named


def test_a_ruleset_is_told_in_the_language_that_is_accepted(stranger: Person) -> None:
    said = [stranger.get("/rulesets/turn_the_tide", headers=headers) for headers in ({}, GERMAN)]
    assert [answer.headers["Content-Language"] for answer in said] == ["en", "de"]
    assert all("Accept-Language" in answer.headers["Vary"] for answer in said)
    assert said[0].headers["ETag"] != said[1].headers["ETag"]
    english, german = said[0].json, said[1].json
    assert german["description"].startswith("Alle spielen gleichzeitig eine Wetterkarte.")
    assert english["editions"][3]["name"] == "Board Game Arena, modified"
    assert german["editions"][3]["name"] == "Board Game Arena, abgewandelt"
    assert german["decisions"] == {"play_card": "welche Karte gespielt wird"}
    assert german["levels"]["random"] == "Anfänger"
    # What programs go by is the same in each language.
    same = ("id", "complexity", "answers_per_player", "seat_limits", "options", "actions", "order")
    assert [english[name] for name in same] == [german[name] for name in same]


def test_a_card_and_a_tile_say_what_they_are(stranger: Person) -> None:
    card = find_piece(stranger.get("/rulesets/turn_the_tide").json, "weather_cards", "44")
    assert card == {
        "id": "44",
        "name": "Weather card 44",
        "text": "It bears half a life preserver.",
        "facts": {"card": 44, "life_preservers": 0.5},
        "picture": "http://testserver/pictures/turn_the_tide/weather_cards/44.svg",
    }
    told = stranger.get("/rulesets/high_tide", headers=GERMAN).json
    assert find_piece(told, "dice", "blue-3")["name"] == "blau 3"
    tile = find_piece(told, "tiles", "B5")
    assert tile["text"] == "Wenn dein Paar feststeht: Du wirfst einen deiner Würfel neu."
    assert [group["expansion"] for group in told["material"] if group["id"] == "tiles"] == [
        "baywatch"
    ]


def test_each_picture_is_there_for_pages_of_other_sites_too(stranger: Person) -> None:
    for rules in registry.RULESETS:
        for group in stranger.get(f"/rulesets/{rules}").json["material"]:
            for piece in group["pieces"]:
                path = piece["picture"].removeprefix("http://testserver")
                said = Client().get(path, headers={"Origin": "https://other.example"})
                assert said.status_code == 200, path
                assert said.headers["Content-Type"] == "image/svg+xml"
                assert said.headers["Access-Control-Allow-Origin"] == "*"
                assert said.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
                assert "default-src 'none'" in said.headers["Content-Security-Policy"]
                assert "RateLimit" not in said.headers
    known = {"If-None-Match": said.headers["ETag"]}
    assert Client().get(path, headers=known).status_code == 304
    others = ("chess/weather_cards/1", "turn_the_tide/dice/1", "turn_the_tide/weather_cards/61")
    for path in others:
        assert Client().get(f"/pictures/{path}.svg").status_code == 404, path


def test_what_is_not_presented_is_null(stranger: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TurnTheTide, "presentation", None)
    said = stranger.get("/rulesets/turn_the_tide").json
    assert said["description"] is said["complexity"] is said["answers_per_player"] is None
    assert (said["expansions"], said["material"]) == ([], [])
    assert said["editions"][0]["name"] == "amigo"
    assert Client().get("/pictures/turn_the_tide/weather_cards/1.svg").status_code == 404
