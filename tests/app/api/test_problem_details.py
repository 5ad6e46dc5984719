"""What a problem says of its faults: all of them, each by its place, in the caller's language."""

import ast
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.utils.translation import gettext, override

from common.rest.error_codes import CODES
from players import idempotency
from tests.app.api.calls import hand, play
from tests.app.api.refusals import nothing_changes, refused
from tests.people import PASSWORD, Answer, Person
from tests.webhooks import webhook_to
from tideapi.local.up import ROOT

pytestmark = pytest.mark.django_db

GERMAN = {"Accept-Language": "de-AT, en;q=0.5"}
GAME = {"ruleset": "turn_the_tide", "seat_count": 3}
PLAYER = {"username": "eve", "password": PASSWORD}


# -- numbers


@pytest.mark.parametrize("written", ["3.0", "3e0", "30E-1"])
def test_a_whole_number_is_one_however_it_is_written(ann: Person, written: str) -> None:
    body = f'{{"ruleset": "turn_the_tide", "seat_count": {written}}}'.encode()
    said = ann.call("POST", "/games", raw=body)
    assert said.status == 201, said.json
    assert b'"seat_count":3,' in said.raw


def test_a_card_is_the_same_with_a_point(ann: Person, table: Callable[..., str]) -> None:
    game = table()
    card = hand(ann, game)[0]
    sealed = ann.seals(game, {"type": "play", "card": float(card)})
    assert sealed.status == 200, sealed.json
    assert f'"card":{card}}}'.encode() in sealed.raw
    assert ann.seals(game, play(card)).json == sealed.json


def test_whole_numbers_in_options_and_queries_may_have_a_point_too(ann: Person) -> None:
    options = {"expansions": ["coins"], "coin_values": [float(one) for one in range(1, 9)]}
    said = ann.post("/games", {"ruleset": "high_tide", "seat_count": 3, "options": options})
    assert b'"coin_values":[1,2,3,4,5,6,7,8]' in said.raw
    first = ann.get(f"/games/{said.json['id']}/events", after="1", page_size="1.00").json
    assert [one["number"] for one in first["results"]] == [2]
    refused(ann.get("/games", page_size="1.5"), 400, "invalid_query", "page_size")


# -- many faults


def unknown(many: int) -> dict[str, int]:
    return {f"x{number:04}": 0 for number in range(many)}


def sends(body: object) -> tuple[Answer, int]:
    raw = json.dumps(body, ensure_ascii=False).encode()
    with nothing_changes():
        said = Person().call("POST", "/players", raw=raw)
    assert said.status == 400
    return said, len(raw)


@pytest.mark.parametrize(("many", "named", "further"), [(20, 20, None), (5000, 20, 4980)])
def test_twenty_are_named_and_the_others_are_counted(
    many: int, named: int, further: int | None
) -> None:
    said, _ = sends({**PLAYER, **unknown(many)})
    assert said.code == "unknown_field"
    assert [one["pointer"] for one in said.json["errors"]] == [f"/{x}" for x in unknown(named)]
    ending = f" {further} further faults are not listed."
    assert said.json["detail"].endswith(ending) == bool(further)
    assert len(said.raw) < 4000


def test_the_code_is_that_of_all_of_them() -> None:
    said, _ = sends({**unknown(500), "username": 7})
    assert (said.code, len(said.json["errors"])) == ("invalid_request", 20)


@pytest.mark.parametrize("name", ["n" * 60_000, "~" * 60_000, "é" * 30_000])
def test_a_long_name_is_not_sent_back_whole(name: str) -> None:
    said, sent = sends({**PLAYER, name: 0})
    (fault,) = said.json["errors"]
    assert fault["code"] == "unknown_field"
    assert fault["pointer"].endswith("…")
    assert len(said.raw) < 2000 < sent


def test_parameters_and_items_of_a_list_are_counted_too(ann: Person) -> None:
    query = ann.get("/games?" + "&".join(f"{name}=0" for name in unknown(900)))
    items = ann.post("/me/receivers", webhook_to("https://bots.example/", events=["x"] * 5000))
    for said in (query, items):
        assert len(said.json["errors"]) == 20
        assert len(said.raw) < 40_000


# -- places


@pytest.mark.parametrize(
    ("change", "there"),
    [
        ({"edition": "bga"}, "/options/edition"),
        ({"per_turn": "PT1H"}, "/clock/per_turn"),
        ({"zone": "UTC"}, "/clock/hours/zone"),
        ({"clock": {"bot_after": 3}}, "/absence/bot_after"),
        ({"options": {"start": "host"}}, "/start"),
        ({"expansions": []}, None),
    ],
)
def test_a_member_in_the_wrong_place_is_told_where_it_belongs(
    ann: Person, change: dict[str, Any], there: str | None
) -> None:
    said = ann.post("/games", {**GAME, **change})
    assert said.code == "unknown_field"
    assert ("belongs at" in said.json["detail"]) == bool(there)
    assert there is None or said.json["detail"].endswith(f" {there}.")


def test_so_are_a_card_beside_its_action_and_an_address_beside_its_channel(
    ann: Person, table: Callable[..., str]
) -> None:
    card = ann.put(f"/games/{table()}/turns/1/submission", {"card": 7})
    channel = {"channel": "ntfy", "address": {}, "url": "https://a.example"}
    assert card.json["detail"].endswith(" /action/card.")
    assert ann.post("/me/receivers", channel).json["detail"].endswith(" /address/url.")


@pytest.mark.parametrize(
    ("action", "place"),
    [
        ({"card": 7}, "/action/type"),
        ({"type": "play", "card": 99}, "/action/card"),
        ({"type": "play", "card": 1, "x": 1}, "/action/x"),
    ],
)
def test_a_detail_names_each_place_once(
    ann: Person, table: Callable[..., str], action: dict[str, Any], place: str
) -> None:
    said = ann.put(f"/games/{table()}/turns/1/submission", {"action": action})
    (fault,) = said.json["errors"]
    assert said.json["detail"] == f"{place}: {fault['detail']}"


def test_a_fault_of_a_query_names_the_parameter(ann: Person) -> None:
    said = ann.get("/games?page_size=0&nope=1").json
    assert [(one["parameter"], one["code"]) for one in said["errors"]] == [
        ("page_size", "out_of_range"),
        ("nope", "unknown_field"),
    ]
    assert said["detail"] == " ".join(
        f"{one['parameter']}: {one['detail']}" for one in said["errors"]
    )


# -- languages


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


def test_title_and_details_are_in_the_language_that_is_accepted(ann: Person) -> None:
    for method, path, body in (
        ("GET", "/games/zzzzzzzzzzzz", None),
        ("POST", "/players", {"username": "admin", "password": PASSWORD}),
        ("POST", "/games", {**GAME, "seat_count": 9}),
        ("POST", "/games", {**GAME, "seat_count": "3", "colour": 1}),
        ("GET", "/games?page_size=0", None),
        ("DELETE", "/games", None),
    ):
        english, german = refused_twice(ann, method, path, body)
        assert english.json["title"] == CODES[english.json["code"]].title
        with override("de"):
            assert german.json["title"] == gettext(english.json["title"])
        assert german.json["detail"] != english.json["detail"]
        faults = [one.json.get("errors", []) for one in (english, german)]
        for one, other in zip(*faults, strict=True):
            assert one["code"] == other["code"]
            assert one["detail"] != other["detail"]


def test_what_the_rules_refuse_is_said_in_that_language(
    ann: Person, table: Callable[..., str]
) -> None:
    game = table()
    other = next(card for card in range(1, 61) if card not in hand(ann, game))
    path = f"/games/{game}/turns/1/submission"
    english, german = refused_twice(ann, "PUT", path, {"action": play(other)})
    assert str(other) in german.json["detail"] != english.json["detail"]


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
    body = {**GAME, "bots": days} if days else {**GAME, "clock": {"hours": hours}}
    for language, ending in (("en", english), ("de", german), ("en", english), ("fr", english)):
        said = ann.call("POST", "/games", body, headers={"Accept-Language": language})
        assert said.json["errors"][0]["detail"].endswith(ending)


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
