"""High Tide with hidden surfer tiles over HTTP: seen by their players alone, revealed at the end."""

import json
from typing import Any

import pytest

from games.background import botplay
from tests.app.api.refusals import refused
from tests.app.notifications.mail.tables import play
from tests.people import Person
from tests.thorough.verify.verifiers import disagreements

pytestmark = pytest.mark.django_db
Json = dict[str, Any]
OPEN: Json = {"expansions": ["surfer"]}
HIDDEN: Json = {**OPEN, "surfers": "hidden"}
MAX_ANSWERS = 300


def opened(host: Person, options: Json, *others: Person, **wish: Any) -> str:
    game = host.opens(3, ruleset="high_tide", options=options, **wish)
    for person in others:
        person.joins(game)
    return game


def events_of(person: Person, game: str) -> list[Json]:
    found: list[Json] = []
    after = 0
    while True:
        page = person.get(f"/games/{game}/events?after={after}&page_size=100").json["results"]
        if not page:
            return found
        found += page
        after = page[-1]["number"]


def test_each_player_sees_their_own_tile_and_no_other(
    ann: Person, bob: Person, cat: Person, stranger: Person
) -> None:
    game = opened(ann, HIDDEN, bob, cat)
    seen = [person.sees(game) for person in (ann, bob, cat, stranger)]
    assert all(one["options"]["surfers"] == "hidden" for one in seen)
    assert all(one["table"]["surfers"] is None for one in seen)
    assert all({**one, "mine": None} == seen[-1] for one in seen)
    own = [one["mine"]["surfer"] for one in seen[:-1]]
    assert len({*own}) == 3
    assert "surfer" not in json.dumps(events_of(bob, game)[1:])


def test_a_game_with_open_tiles_has_no_word_of_it(ann: Person, bob: Person, cat: Person) -> None:
    game = opened(ann, {**OPEN, "surfers": "open"}, bob, cat)
    seen = ann.sees(game)
    assert "surfers" not in seen["options"]
    assert "surfer" not in seen["mine"]
    assert len({*seen["table"]["surfers"]}) == 3
    assert "surfers" not in events_of(ann, game)[0]["data"]["options"]


def test_an_option_that_is_neither_is_refused(ann: Person) -> None:
    wish = {"ruleset": "high_tide", "seat_count": 3, "options": {**OPEN, "surfers": "half"}}
    refused(ann.post("/games", wish), 400, "invalid_options", "/options/surfers")


def test_who_takes_a_seat_over_sees_its_tile(
    ann: Person, bob: Person, cat: Person, dan: Person
) -> None:
    game = opened(ann, HIDDEN, bob, cat)
    tile = cat.sees(game)["mine"]["surfer"]
    cat.post(f"/games/{game}/resign")
    ann.put(f"/games/{game}/seats/2/offer", {"player": "dan"})
    assert dan.sees(game)["mine"] is None
    dan.post(f"/games/{game}/seats/2/take")
    assert dan.sees(game)["mine"]["surfer"] == tile
    assert cat.sees(game)["mine"] is None


@pytest.mark.parametrize("options", [HIDDEN, OPEN], ids=["hidden", "open"])
def test_a_whole_game_is_scored_by_the_tiles_that_were_dealt(
    ann: Person, stranger: Person, options: Json
) -> None:
    game = opened(ann, options, bots=["careful", "random"])
    tile = ann.sees(game)["mine"].get("surfer")
    botplay.move_bots(game)
    play(ann, game, MAX_ANSWERS)
    over, record = stranger.sees(game), stranger.get(f"/games/{game}/record").json
    dealt = record["setup"]["surfers"]
    assert over["status"] == "finished"
    assert disagreements(record) == []
    assert over["table"]["surfers"] == dealt
    assert over["table"]["scores"] == over["result"]["scores"]
    revealed = [
        one["data"] for one in events_of(stranger, game) if one["type"] == "surfers_revealed"
    ]
    if options is OPEN:
        assert revealed == []
        assert "surfers" not in record["options"]
        return
    assert record["options"]["surfers"] == "hidden"
    assert dealt[0] == tile == ann.sees(game)["mine"]["surfer"]
    assert revealed == [{"round": over["table"]["round"], "surfers": dealt}]
