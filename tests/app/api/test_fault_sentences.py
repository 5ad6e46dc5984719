"""The detail of a refused request alone says what is wrong and where, each once."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.people import Answer, Person

pytestmark = pytest.mark.django_db

NEW = {"ruleset": "turn_the_tide", "seat_count": 3}
HIGH_TIDE = {"ruleset": "high_tide", "seat_count": 3}
ELSEWHERE = "This field is unknown here; it belongs at"


def detail(said: Answer) -> str:
    assert said.status == 400, said.json
    return str(said.json["detail"])


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("page_size=1000", "page_size: This must be at most 100."),
        ("nope=1", "nope: This parameter is unknown."),
        ("cursor=abc", "cursor: This cursor was not given out by this list."),
        ("id=.", "id: This must have the form that the document states."),
        (
            "page_size=0&nope=1",
            "page_size: This must be at least 1. nope: This parameter is unknown.",
        ),
    ],
)
def test_a_query_is_refused_by_the_name_of_its_parameter(query: str, wanted: str) -> None:
    assert detail(Person().get(f"/games?{query}")) == wanted


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ({**HIGH_TIDE, "expansions": []}, f"/expansions: {ELSEWHERE} /options/expansions."),
        ({**NEW, "edition": "bga"}, f"/edition: {ELSEWHERE} /options/edition."),
        ({**NEW, "per_turn": "PT1H"}, f"/per_turn: {ELSEWHERE} /clock/per_turn."),
        ({**NEW, "zone": "UTC"}, f"/zone: {ELSEWHERE} /clock/hours/zone."),
        (
            {**NEW, "clock": {"bot_after": 3}},
            f"/clock/bot_after: {ELSEWHERE} /absence/bot_after.",
        ),
        ({**NEW, "options": {"start": "host"}}, f"/options/start: {ELSEWHERE} /start."),
        ({**NEW, "expansions": []}, "/expansions: This field is unknown."),
        ({**NEW, "nope": 1}, "/nope: This field is unknown."),
    ],
)
def test_a_member_in_the_wrong_place_is_told_where_it_belongs(
    ann: Person, body: dict[str, Any], wanted: str
) -> None:
    assert detail(ann.post("/games", body)) == wanted


def test_a_card_beside_its_action_is_told_where_it_belongs(
    ann: Person, table: Callable[..., str]
) -> None:
    said = ann.put(f"/games/{table()}/turns/1/submission", {"card": 7})
    wanted = f"/action: This field is required. /card: {ELSEWHERE} /action/card."
    assert detail(said) == wanted


def test_an_address_beside_its_channel_is_told_where_it_belongs(ann: Person) -> None:
    said = ann.post("/me/receivers", {"channel": "ntfy", "address": {}, "url": "https://a.example"})
    assert detail(said) == f"/url: {ELSEWHERE} /address/url."


@pytest.mark.parametrize(
    ("action", "wanted"),
    [
        ({"card": 7}, "/action/type: This must be one of: play."),
        ({"type": "play"}, "/action/card: This field is required."),
        (
            {"type": "play", "card": 99},
            "/action/card: This must be a whole number from 1 to 60.",
        ),
        (
            {"type": "play", "card": 1, "x": 1},
            "/action/x: This field is unknown; the fields here are: type, card.",
        ),
    ],
)
def test_what_rules_cannot_read_is_placed_once(
    ann: Person, table: Callable[..., str], action: dict[str, Any], wanted: str
) -> None:
    said = ann.put(f"/games/{table()}/turns/1/submission", {"action": action})
    assert detail(said) == wanted
    (fault,) = said.json["errors"]
    assert f"{fault['pointer']}: {fault['detail']}" == wanted


def test_an_option_is_placed_once_in_german_too(ann: Person) -> None:
    body = {**HIGH_TIDE, "options": {"expansions": ["x"]}}
    said = ann.call("POST", "/games", body, headers={"Accept-Language": "de"})
    wanted = "Das muss eines davon sein: coins, shark_alert, surfer, baywatch."
    assert detail(said) == f"/options/expansions/0: {wanted}"


def test_the_first_three_of_many_faults_are_told() -> None:
    said = Person().post("/players", {"a": 1, "b": 1, "c": 1})
    required = "This field is required."
    wanted = f"/username: {required} /password: {required} /a: This field is unknown."
    assert detail(said) == f"{wanted} 2 more are in `errors`."


@pytest.mark.parametrize(
    ("days", "english", "german"),
    [
        ([], "at least 1 entry.", "mindestens 1 Eintrag haben."),
        (["mon"] * 21, "at most 20 entries.", "höchstens 20 Einträge haben."),
    ],
)
def test_each_caller_hears_of_a_length_in_its_number_and_language(
    ann: Person, days: list[str], english: str, german: str
) -> None:
    hours = {"zone": "UTC", "days": days, "from": "08:00", "to": "20:00"}
    body = {**NEW, "bots": days} if days else {**NEW, "clock": {"hours": hours}}
    for language, ending in (("en", english), ("de", german), ("en", english)):
        said = ann.call("POST", "/games", body, headers={"Accept-Language": language})
        assert said.json["errors"][0]["detail"].endswith(ending)


def test_a_single_game_is_told_in_the_singular(ann: Person, settings: Any) -> None:
    settings.TIDE_MAX_OPEN_GAMES_PER_PLAYER = 1
    ann.opens(3)
    said = ann.post("/games", NEW)
    assert said.json["detail"] == "You may have a seat in 1 game at most that has not started."
