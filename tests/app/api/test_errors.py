"""Whatever is sent, and whatever goes wrong, the answer is a problem; never HTML, never a stack."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from common.rest import rate_limits
from common.rest.error_codes import CODES
from common.rest.errors import ApiError
from games.background import due_turns
from games.models import Turn
from games.play import submissions, turns
from games.visibility.game_view import GameView
from tests import document
from tests.app.api.events import sealing
from tests.app.api.refusals import nothing_changes, refused, rows
from tests.people import API, Answer, Person
from tideapi.errors import Problem
from tideapi.reference.document import operations_by_name

pytestmark = pytest.mark.django_db

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")


@pytest.fixture(params=[False, True], ids=["", "debug"])
def debug(request: pytest.FixtureRequest, settings: Any) -> None:
    """DEBUG, off and on: with it, Django would show the inside of the server."""
    settings.DEBUG = request.param


def fill(path: str) -> str:
    """Put something into each place of a path."""
    return re.sub(
        r"\{(\w+)\}", lambda one: "1" if one[1] in {"number", "seat", "archive"} else "none", path
    )


def calls_with_bodies() -> list[tuple[str, str]]:
    return [
        (one.method, fill(one.path))
        for one in operations_by_name().values()
        if one.path and one.body
    ]


def refuses_each_call(ann: Person, code: str, *places: str, **sent: Any) -> None:
    with nothing_changes():
        for method, path in calls_with_bodies():
            said = ann.call(method, path.removeprefix(API), **sent)
            refused(said, CODES[code].status, code, *places)


# -- bodies


@pytest.mark.parametrize(
    "raw",
    [
        b"{",
        b"nothing",
        b'{"a": 1,}',
        b'{"a": NaN}',
        b'{"a": 1e400}',
        b'{"a": ' + b"9" * 5000 + b"}",
        b'{"a": "\\ud800"}',
        b'{"a": "\xff"}',
        b'{"a": "\x00"}',
        b"\xff\xfe{\x00}\x00",
        b"[" * 60_000,
        b"[" * 1000 + b"]" * 1000,
        b'{"username":' + b"[" * 1000 + b"]" * 1000 + b"}",
    ],
    ids=lambda raw: repr(raw[:20]),
)
def test_what_is_not_json_is_malformed(ann: Person, raw: bytes) -> None:
    refuses_each_call(ann, "malformed_json", raw=raw)


@pytest.mark.parametrize("raw", [b"[1]", b"null", b"0", b'"x"', b"[" * 32 + b"]" * 32])
def test_a_body_is_an_object(ann: Person, raw: bytes) -> None:
    refuses_each_call(ann, "wrong_type", "", raw=raw)


def test_an_empty_body_is_an_empty_object(ann: Person, bob: Person) -> None:
    for path in ("/players", "/games"):
        said = [ann.call("POST", path, raw=raw) for raw in (b"{}", b"", None)]
        assert {(one.status, one.raw_but_id) for one in said} == {(400, said[0].raw_but_id)}
    assert bob.call("POST", f"/games/{ann.opens(3)}/join").status == 200


def test_a_body_has_64_kib_at_most(ann: Person) -> None:
    raw = b'{"about": "ok"}'.ljust(64 * 1024)
    assert ann.call("PATCH", "/me", raw=raw).json["about"] == "ok"
    refuses_each_call(ann, "body_too_large", raw=raw + b" ")
    refused(ann.call("POST", "/games", raw=b"x" * 1024 * 1024), 413, "body_too_large")


@pytest.mark.parametrize(
    "kind",
    [
        *("application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"),
        *("application/json-patch+json", "json", "é", ";"),
    ],
)
def test_another_kind_of_body_is_refused(ann: Person, kind: str) -> None:
    refuses_each_call(ann, "unsupported_media_type", raw=b"{}", content_type=kind)


@pytest.mark.parametrize("kind", ["application/json; charset=utf-8", "Application/JSON"])
def test_json_may_be_called_so_in_other_ways(ann: Person, kind: str) -> None:
    assert ann.call("PATCH", "/me", raw=b'{"about": "x"}', content_type=kind).status == 200


def test_the_last_of_two_equal_names_counts(ann: Person) -> None:
    raw = b'{"about": "first", "about": "last"}'
    assert ann.call("PATCH", "/me", raw=raw).json["about"] == "last"


def test_a_body_whose_length_nobody_knows_is_refused(ann: Person) -> None:
    # What a server for plain WSGI makes of chunks: it counts as no body at all.
    chunked = {"Transfer-Encoding": "chunked", "Content-Length": ""}
    refused(ann.call("PATCH", "/me", raw=b"", headers=chunked), 411, "length_required")


# -- addresses and methods


@pytest.mark.parametrize("address", ["/nowhere", "/games/x/y", "/api/v2/games/", "/api/"])
def test_nothing_is_at_another_address(debug: None, ann: Person, address: str) -> None:
    for method in METHODS:
        refused(ann.call(method, address), 404, "not_found")
        refused(ann.call(method, address, raw=b"{"), 404, "not_found")


@pytest.mark.parametrize("address", ["/games/", "/games/x/events/", "/me//", "/healthz/"])
def test_a_slash_too_many_is_named(debug: None, ann: Person, address: str) -> None:
    for method in METHODS:
        said = ann.call(method, address)
        refused(said, 404, "not_found")
        assert "without the slash" in said.json["detail"]


@pytest.mark.parametrize(
    "part",
    [
        "a%00b",
        "%ff%fe",
        "%2e%2e",
        "a%2Fb",
        "a%0A",
        "x" * 41,
        "ä",
        "%F0%9F%8C%8A",
        "'--",
        "a b",
        "*",
    ],
)
def test_odd_characters_in_an_address_are_not_found(ann: Person, part: str) -> None:
    paths = {
        (one.method, re.sub(r"\{\w+\}", part, one.path))
        for one in operations_by_name().values()
        if "{" in one.path
    }
    with nothing_changes():
        for method, path in paths:
            refused(ann.call(method, path.removeprefix(API)), 404, "not_found")


@pytest.mark.parametrize("number", ["0", "-1", "01", "1.0", "x", "1000000000", "%D9%A1", "1%00"])
def test_what_is_no_number_of_a_turn_is_not_found(ann: Person, number: str) -> None:
    refused(ann.get(f"/games/{ann.opens(3)}/turns/{number}"), 404, "not_found")


def test_another_method_is_refused_and_the_right_ones_are_named(ann: Person) -> None:
    with nothing_changes():
        for path, operations in document.document()["paths"].items():
            allowed = {name.upper() for name in operations if name != "parameters"} | {"OPTIONS"}
            allowed |= {"HEAD"} & {"HEAD" if "GET" in allowed else ""}
            for method in {*METHODS, "BREW"} - allowed:
                said = ann.call(method, fill(path).removeprefix(API) or "/")
                refused(said, 405, "method_not_allowed")
                assert {*said.headers["Allow"].split(", ")} == allowed, path
                assert all(name in said.json["detail"] for name in allowed)


@pytest.mark.parametrize("address", ["", "/games", "/me", "/games/nosuchgame/join", "/healthz"])
def test_options_names_the_methods_to_everybody(
    ann: Person, stranger: Person, address: str
) -> None:
    refusal = ann.call("BREW", address)
    for person in (ann, stranger, Person("void")):
        said = person.call("OPTIONS", address)
        assert (said.status, said.headers["Allow"]) == (204, refusal.headers["Allow"])


def test_pages_for_people_refuse_in_json_too(debug: None, ann: Person) -> None:
    for address in ("/api/schema/", "/api/docs/", "/api/docs/turns"):
        for method in ("PUT", "POST", "DELETE"):
            said = ann.call(method, address)
            refused(said, 405, "method_not_allowed")
            assert said.headers["Allow"] == "GET, HEAD"


def test_head_is_get_without_a_body(ann: Person, table: Callable[..., str]) -> None:
    game = table()
    for address in ("/me", "/games", f"/games/{game}", f"/games/{game}/events", "/healthz"):
        said = ann.call("HEAD", address)
        assert (said.status, said.raw) == (200, b"")
    assert ann.call("HEAD", "/games/nosuchgame").status == 404


def test_browsers_may_call_from_other_sites(stranger: Person) -> None:
    asked = stranger._client.options(
        "/api/v1/games",
        headers={"Origin": "https://client.example", "Access-Control-Request-Method": "POST"},
    )
    assert asked.status_code == 200
    assert asked.headers["Access-Control-Allow-Origin"] == "*"
    assert "authorization" in asked.headers["Access-Control-Allow-Headers"]
    said = stranger.get("/games", headers={"Origin": "https://client.example"})
    exposed = said.headers["Access-Control-Expose-Headers"].split(", ")
    assert {"ETag", "X-Request-Id"} <= {*exposed}


# -- headers and parameters


@pytest.mark.parametrize(
    "headers",
    [
        {"Accept": "text/html"},
        {"Accept": "é"},
        {"Accept-Language": "ü\xff"},
        {"User-Agent": "\xe9\x00"},
        {"If-None-Match": "\xe9"},
        {"If-None-Match": '"'},
        {"If-Modified-Since": "yesterday"},
        {"X-Forwarded-For": "é, ,"},
        {"Cookie": "sessionid=\xe9; csrftoken=x"},
        {"Content-Length": "x"},
        {"Range": "bytes=0-1"},
        {"X-Http-Method-Override": "DELETE"},
    ],
)
def test_odd_headers_do_no_harm(ann: Person, headers: dict[str, str]) -> None:
    said = ann.get("/me", headers=headers)
    assert (said.status, said.json["username"]) == (200, "ann")


def test_another_host_is_refused(debug: None, stranger: Person) -> None:
    said = stranger._client.get("/api/v1/games", headers={"Host": "elsewhere.example"})
    assert said.status_code == 400
    assert said.headers["Content-Type"] == "application/problem+json"
    assert json.loads(said.content)["code"] == "bad_request"


@pytest.mark.parametrize(
    "query", ["x=1", "%00=1", "status=%ff&y", "=", "a[]=1", "a%2Fb~=1", "x=" + "9" * 5000]
)
def test_an_unknown_parameter_is_refused_by_name(ann: Person, query: str) -> None:
    game = ann.opens(3)
    for address in ("/games", "/me", "/rulesets", f"/games/{game}", "/healthz", "/players/ann"):
        said = ann.call("GET", f"{address}?{query}")
        assert (said.status, said.code) == (400, "invalid_query")
        assert "unknown_field" in {fault["code"] for fault in said.json["errors"]}


def test_a_parameter_too_many_stops_a_deed(ann: Person) -> None:
    game = ann.opens(3)
    with nothing_changes():
        said = ann.call("POST", f"/games/{game}/cancel?really=no")
    refused(said, 400, "invalid_query", "really")


# -- faults of our own


def fails(*_: object) -> None:
    raise ArithmeticError("the seed is seven")


def test_a_fault_in_a_view_is_a_problem_that_tells_nothing(
    debug: None,
    ann: Person,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    game = ann.opens(3)
    monkeypatch.setattr(GameView, "load", fails)
    said = ann.call("GET", f"/games/{game}", fault=True)
    refused(said, 500, "internal_error")
    assert said.headers["RateLimit"]
    assert b"seven" not in said.raw
    assert b"ArithmeticError" not in said.raw
    # The operator hears of it, but not of what may be a secret.
    assert "ArithmeticError" in caplog.text
    assert "the seed is" not in caplog.text


def test_a_fault_before_any_view_is_a_problem_too(
    debug: None, stranger: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "count_use", fails)
    said = stranger.call("GET", "/games", fault=True)
    refused(said, 500, "internal_error")
    assert b"seed" not in said.raw


@pytest.fixture
def last_answer(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> tuple[str, Callable[..., Answer], Any]:
    """A game that waits for cat alone: its id, the call that answers, and the action."""
    game = table()
    ann.seals_anything(game)
    bob.seals_anything(game)
    action = cat.sees(game)["mine"]["legal_actions"][0]

    def answer(**how: Any) -> Answer:
        return cat.call("PUT", f"/games/{game}/turns/1/submission", {"action": action}, **how)

    return game, answer, action


def test_a_fault_in_the_middle_of_a_move_leaves_nothing_half_done(
    cat: Person, last_answer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, answer, _ = last_answer

    def fails_late(*_: object) -> None:
        assert Turn.objects.get(game=game, closed_at=None).number == 2, "all is written but this"
        raise ArithmeticError

    with monkeypatch.context() as patch:
        patch.setattr(submissions, "answer_receipt", fails_late)
        with nothing_changes():
            refused(answer(fault=True), 500, "internal_error")
    assert answer().status == 200
    assert cat.sees(game)["turn"]["number"] == 2


def test_a_fault_of_the_rules_while_a_turn_closes_keeps_what_was_sealed(
    cat: Person, last_answer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, answer, action = last_answer
    before = rows()
    with monkeypatch.context() as patch:
        patch.setattr(turns, "_open_turn", fails)
        said = answer()
    assert said.status == 200
    assert cat.get(f"/games/{game}/turns/1/submission").raw == said.raw
    told = cat.get(f"/games/{game}/events", page_size=100).json["results"]
    assert (told[-1]["type"], told[-1]["data"]) == ("sealed", sealing(said.json))
    # Nothing else but a count of events, and when the turn is tried again.
    after = rows()
    assert {name for name in before if before[name] != after[name]} == {"Submission", "Log", "Turn"}
    assert len(after["Submission"]) == len(before["Submission"]) + 1
    assert changed(before["Turn"], after["Turn"]) == {"faults", "fault", "next_check_at"}
    Turn.objects.update(next_check_at=timezone.now())
    due_turns.sweep_due_turns()
    assert cat.sees(game)["turn"]["number"] == 2
    played = cat.get(f"/games/{game}/turns/1").json["actions"][2]
    assert played == {"seat": 2, "action": action, "by": "player", "nonce": said.json["nonce"]}


def changed(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> set[str]:
    """Return the columns in which the only row of a table has changed."""
    ((old,), (new,)) = before, after
    return {name for name in old if old[name] != new[name]}


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("53100", 503),  # the disk is full
        ("53300", 503),  # too many connections
        ("57P01", 503),  # it is being stopped
        ("25006", 503),  # a copy that takes no writes
        ("40P01", 500),  # a deadlock is a mistake of ours
        ("23505", 500),
    ],
)
def test_what_is_the_databases_trouble_is_no_mistake_of_ours(
    ann: Person, monkeypatch: pytest.MonkeyPatch, code: str, status: int
) -> None:
    def fails_in_sql(*_: Any) -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '{code}'; END $$")

    game = ann.opens(3)
    monkeypatch.setattr(GameView, "get_game", fails_in_sql)
    said = ann.call("GET", f"/games/{game}", fault=True)
    refused(said, status, "unavailable" if status == 503 else "internal_error")
    assert said.headers.get("Retry-After") == ("5" if status == 503 else None)


def test_whatever_is_refused_for_now_says_until_when() -> None:
    for code, known in CODES.items():
        assert ("Retry-After" in Problem(ApiError(code, ""))) == (
            known.status in {429, 503} or code == "idempotency_key_in_use"
        ), code
