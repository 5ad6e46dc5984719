"""What a problem says of its faults: all of them, each by its place, in the caller's language."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.utils.translation import gettext, override

from common.rest.error_codes import CODES
from players import idempotency
from tests.app.api.calls import hand, play
from tests.app.api.refusals import nothing_changes, refused
from tests.document import PROBLEM
from tests.people import API, PASSWORD, Answer, Person
from tests.webhooks import webhook_to
from tideapi.errors import example_problem
from tideapi.examples import INSTANCE
from tideapi.reference.document import operations_by_name

GERMAN = {"Accept-Language": "de-AT, en;q=0.5"}
GAME = {"ruleset": "turn_the_tide", "seat_count": 3}
PLAYER = {"username": "eve", "password": PASSWORD}


def test_a_whole_number_may_have_a_point(ann: Person, table: Callable[..., str]) -> None:
    for written in ("3.0", "3e0", "30E-1"):
        body = f'{{"ruleset": "turn_the_tide", "seat_count": {written}}}'.encode()
        said = ann.call("POST", "/games", raw=body)
        assert said.status == 201, said.json
        assert b'"seat_count":3,' in said.raw
    options = {"expansions": ["coins"], "coin_values": [float(one) for one in range(1, 9)]}
    said = ann.post("/games", {**GAME, "ruleset": "high_tide", "options": options})
    assert b'"coin_values":[1,2,3,4,5,6,7,8]' in said.raw
    first = ann.get(f"/games/{said.json['id']}/events", after="1", page_size="1.00").json
    assert [one["number"] for one in first["results"]] == [2]
    game = table()
    card = hand(ann, game)[0]
    sealed = ann.seals(game, {"type": "play", "card": float(card)})
    assert sealed.status == 200, sealed.json
    assert f'"card":{card}}}'.encode() in sealed.raw
    assert ann.seals(game, play(card)).json == sealed.json


def unknown_fields(many: int) -> dict[str, int]:
    return {f"x{number:04}": 0 for number in range(many)}


def send_bad_player(body: object) -> Answer:
    raw = json.dumps(body, ensure_ascii=False).encode()
    with nothing_changes():
        said = Person().call("POST", "/players", raw=raw)
    assert said.status == 400
    return said


def test_twenty_faults_are_named_and_the_others_are_counted(ann: Person) -> None:
    for many, ending in ((20, ""), (5000, " 4980 further faults are not listed.")):
        said = send_bad_player({**PLAYER, **unknown_fields(many)})
        refused(said, 400, "unknown_field", *(f"/{name}" for name in unknown_fields(20)))
        assert said.json["detail"].endswith(ending)
        assert ("further" in said.json["detail"]) == bool(ending)
        assert len(said.raw) < 4000
    said = send_bad_player({**unknown_fields(500), "username": 7})
    assert (said.code, len(said.json["errors"])) == ("invalid_body", 20)
    query = ann.get("/games?" + "&".join(f"{name}=0" for name in unknown_fields(900)))
    items = ann.post("/me/receivers", webhook_to("https://bots.example/", events=["x"] * 5000))
    for said in (query, items):
        assert len(said.json["errors"]) == 20
        assert len(said.raw) < 40_000


@pytest.mark.parametrize("name", ["n" * 60_000, "~" * 60_000, "é" * 30_000])
def test_a_long_name_is_not_sent_back_whole(name: str) -> None:
    said = send_bad_player({**PLAYER, name: 0})
    (fault,) = said.json["errors"]
    assert fault["pointer"].endswith("…")
    assert len(said.raw) < 2000


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
def test_a_misplaced_member_is_told_where_it_belongs(ann, change, there) -> None:
    said = ann.post("/games", {**GAME, **change})
    assert [one["code"] for one in said.json["errors"]] == ["unknown_field"]
    assert ("belongs at" in said.json["detail"]) == bool(there)
    assert there is None or said.json["detail"].endswith(f" {there}.")


def test_a_detail_names_each_place_once(ann: Person, table: Callable[..., str]) -> None:
    path = f"/games/{table()}/turns/1/submission"
    bad: dict[str, Any] = {
        "/action/type": {"card": 7},
        "/action/card": {"type": "play", "card": "9"},
        "/action/x": {"type": "play", "card": 1, "x": 1},
    }
    for place, action in bad.items():
        said = ann.put(path, {"action": action})
        (fault,) = said.json["errors"]
        assert said.json["detail"] == f"{place}: {fault['detail']}"
    # So are a card beside its action and an address beside its channel.
    channel = {"channel": "ntfy", "address": {}, "url": "https://a.example"}
    assert ann.put(path, {"card": 7}).json["detail"].endswith(" /action/card.")
    assert ann.post("/me/receivers", channel).json["detail"].endswith(" /address/url.")


def test_a_fault_of_a_query_names_the_parameter(ann: Person) -> None:
    said = ann.get("/games?page_size=0&nope=1").json
    assert [(one["parameter"], one["code"]) for one in said["errors"]] == [
        ("page_size", "out_of_range"),
        ("nope", "unknown_field"),
    ]
    told = [f"{one['parameter']}: {one['detail']}" for one in said["errors"]]
    assert said["detail"] == " ".join(told)
    said = ann.get(f"/games/{ann.opens()}/events", after="newest").json
    assert said["errors"][0]["detail"] == (
        "This must be the number of an event, or one of: latest, my_answer."
    )


def test_title_and_details_are_in_the_language_that_is_accepted(ann, table) -> None:
    game = table()
    other = next(card for card in range(1, 61) if card not in hand(ann, game))
    for method, path, body in (
        ("GET", "/games/zzzzzzzzzzzz", None),
        ("POST", "/players", {"username": "admin", "password": PASSWORD}),
        ("POST", "/games", {**GAME, "seat_count": 9}),
        ("POST", "/games", {**GAME, "seat_count": "3", "colour": 1}),
        ("POST", "/games", {**GAME, "bots": ["x"] * 21}),
        ("GET", "/games?page_size=0", None),
        ("DELETE", "/games", None),
        ("PUT", f"/games/{game}/turns/1/submission", {"action": play(other)}),
    ):
        both = [ann.call(method, path, body), ann.call(method, path, body, headers=GERMAN)]
        for answer, language in zip(both, ("en", "de"), strict=True):
            assert answer.headers["Content-Language"] == language
            assert "Accept-Language" in answer.headers["Vary"].split(", ")
        english, german = (answer.json for answer in both)
        for member in ("type", "status", "code"):
            assert english[member] == german[member]
        assert english["title"] == CODES[english["code"]].title
        with override("de"):
            assert german["title"] == gettext(english["title"])
        assert german["detail"] != english["detail"]
        faults = [one.get("errors", []) for one in (english, german)]
        for fault, translated in zip(*faults, strict=True):
            assert fault["code"] == translated["code"]
            assert fault["detail"] != translated["detail"]
    assert str(other) in german["detail"]


def test_a_kept_answer_is_replayed_and_a_refusal_is_said_anew(ann: Person) -> None:
    key = {"Idempotency-Key": "once"}
    first = ann.call("POST", "/games", GAME, headers=key)
    again = ann.call("POST", "/games", GAME, headers={**key, **GERMAN})
    assert again.headers[idempotency.REPLAYED] == "true"
    assert again.raw == first.raw
    other = ann.call("POST", "/games", GAME | {"seat_count": 4}, headers={**key, **GERMAN})
    assert other.json["code"] == "idempotency_key_reused"
    assert other.headers["Content-Language"] == "de"


# -- refusals that a client asks a sandbox for

NUMBERS = {"archive", "seat", "turn"}


def ask_for(person: Person, refusal: str, name: str = "create_game") -> Answer:
    """Ask a call to be refused so. No value in its path stands for anything."""
    call = operations_by_name()[name]
    path = re.sub(r"\{(\w+)\}", lambda one: "1" if one[1] in NUMBERS else "none", call.path)
    return person.call(
        call.method, path.removeprefix(API), headers={"Tide-Refuse": refusal}, fault=True
    )


@pytest.mark.parametrize("name", [name for name, call in operations_by_name().items() if call.path])
def test_each_documented_refusal_of_a_call_can_be_provoked(tester: Person, name: str) -> None:
    for code in operations_by_name()[name].codes:
        with nothing_changes():
            said = ask_for(tester, code, name)
        shown = example_problem(code)
        assert said.status == CODES[code].status, code
        assert said.headers["Content-Type"] == PROBLEM, code
        same = {"instance": INSTANCE, "detail": shown["detail"]} if code == "throttled" else {}
        assert {**said.json, "instance": INSTANCE, **same} == shown, code
        for header in CODES[code].headers:
            assert header in said.headers, code


def test_a_provoked_refusal_has_its_figures(tester: Person, settings: Any) -> None:
    said = ask_for(tester, "insufficient_scope").headers["WWW-Authenticate"]
    assert 'error="insufficient_scope"' in said
    assert 'scope="game:host"' in said
    assert int(ask_for(tester, "busy").headers["Retry-After"]) >= 1
    for limit, (quota, period) in settings.TIDE_LIMITS.items():
        throttled = ask_for(tester, limit)
        refused(throttled, 429, "throttled")
        assert throttled.headers["RateLimit-Policy"] == f'"{limit}";q={quota};w={period}'
        assert throttled.headers["RateLimit"].startswith(f'"{limit}";r=0;')
    refused(ask_for(tester, "throttled"), 429, "throttled")


def test_a_name_that_is_none_is_answered_with_those_of_the_call(tester, bob) -> None:
    path = "/games/none/join"
    for wish in ("game_ful", "", "busy,", "busy; times=0", "busy; times=101", "busy; times=x", "é"):
        headers = {"Authorization": f"Bearer {tester.token}", "Tide-Refuse": wish}
        with nothing_changes():
            # The document states this 400 with no call: it is a fault of the test.
            said = Answer(tester._client.post(f"{API}{path}", headers=headers))
        refused(said, 400, "bad_request")
        assert "Tide-Refuse" in said.json["detail"]
        assert ask_for(bob, wish, "get_me").status == 200, "without a test token it does nothing"
        if wish == "game_ful":
            assert {"game_full", "messages"} <= {*re.findall(r"\w+", said.json["detail"])}


def test_several_in_a_row_are_refused_and_then_one_is_not(tester: Person) -> None:
    for wish in ("busy; times=2", "busy;times=2", "throttled; times=2"):
        seen = [ask_for(tester, wish, "get_me").status for _ in range(6)]
        code = 429 if wish.startswith("throttled") else 503
        assert seen == [code, code, 200] * 2, wish
    # Calls are counted apart.
    names = ("get_me", "list_games", "get_me", "list_games")
    assert [ask_for(tester, "busy; times=1", one).status for one in names] == [503, 503, 200, 200]


def test_only_a_test_token_provokes_and_only_in_a_sandbox(tester, bob, settings) -> None:
    assert ask_for(bob, "busy", "get_me").status == 200
    assert ask_for(tester, "game_full", "get_me").status == 200, "no call that can be refused so"
    settings.TIDE_SANDBOX_ENABLED = False
    assert ask_for(tester, "busy", "get_me").status == 200
