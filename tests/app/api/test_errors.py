"""Whatever is sent, and whatever goes wrong, the answer is a problem; never HTML, never a stack."""

import re
from typing import Any

import pytest
from django.db import connection, transaction

from common.rest import rate_limits
from common.rest.error_codes import CODES
from common.rest.errors import ApiError
from games.models import Turn
from games.play import submissions
from games.visibility.game_view import GameView
from tests import document
from tests.app.api.refusals import nothing_changes, refused
from tests.people import API, Person
from tideapi.errors import Problem
from tideapi.reference.document import operations_by_name

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")


@pytest.fixture(params=[False, True], ids=["", "debug"])
def debug(request: pytest.FixtureRequest, settings: Any) -> None:
    """DEBUG, off and on: with it, Django would show the inside of the server."""
    settings.DEBUG = request.param


def fill_path(path: str) -> str:
    """Put something into each place of a path."""
    return re.sub(
        r"\{(\w+)\}", lambda one: "1" if one[1] in {"turn", "seat", "archive"} else "none", path
    )


NO_JSON = [
    *(b"{", b"nothing", b'{"a": 1,}', b'{"a": NaN}', b'{"a": 1e400}', b'{"a": "\\ud800"}'),
    *(b'{"a": "\xff"}', b'{"a": "\x00"}', b"\xff\xfe{\x00}\x00", b'{"a": ' + b"9" * 5000 + b"}"),
    *(b"[" * 60_000, b"[" * 1000 + b"]" * 1000, b'{"a":' + b"[" * 1000 + b"]" * 1000 + b"}"),
]
NO_OBJECT = [b"[1]", b"null", b"0", b'"x"', b"[" * 32 + b"]" * 32]
OTHER_KINDS = [
    *("application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"),
    *("application/json-patch+json", "json", "é", ";"),
]


@pytest.mark.parametrize(
    ("code", "places", "sent"),
    [
        *(("malformed_json", (), {"raw": raw}) for raw in NO_JSON),
        *(("wrong_type", ("",), {"raw": raw}) for raw in NO_OBJECT),
        *(
            ("unsupported_media_type", (), {"raw": b"{}", "content_type": kind})
            for kind in OTHER_KINDS
        ),
        ("body_too_large", (), {"raw": b"{}".ljust(64 * 1024 + 1)}),
    ],
    ids=lambda part: repr(part)[:30],
)
def test_every_call_refuses_a_body_that_is_no_json_object(ann, code, places, sent) -> None:
    with nothing_changes():
        for call in operations_by_name().values():
            if call.path and call.body:
                said = ann.call(call.method, fill_path(call.path).removeprefix(API), **sent)
                refused(said, CODES[code].status, code, *places)


def test_a_body_may_be_written_in_several_ways(ann: Person, bob: Person) -> None:
    for path in ("/players", "/games"):
        empty = [ann.call("POST", path, raw=raw) for raw in (b"{}", b"", None)]
        assert {(one.status, one.raw_but_request_id) for one in empty} == {
            (400, empty[0].raw_but_request_id)
        }
    assert bob.call("POST", f"/games/{ann.opens(3)}/join").status == 200
    for kind in ("application/json; charset=utf-8", "Application/JSON"):
        assert ann.call("PATCH", "/me", raw=b'{"about": "x"}', content_type=kind).status == 200
    for raw in (b'{"about": "y"}'.ljust(64 * 1024), b'{"about": "first", "about": "y"}'):
        assert ann.call("PATCH", "/me", raw=raw).json["about"] == "y"
    refused(ann.call("POST", "/games", raw=b"x" * 1024 * 1024), 413, "body_too_large")
    # What a server for plain WSGI makes of chunks: it counts as no body at all.
    chunked = {"Transfer-Encoding": "chunked", "Content-Length": ""}
    refused(ann.call("PATCH", "/me", raw=b"", headers=chunked), 411, "length_required")


def test_nothing_is_at_another_address(debug: None, ann: Person) -> None:
    for address in ("/nowhere", "/games/x/y", "/api/v2/games/", "/api/"):
        for method in METHODS:
            refused(ann.call(method, address), 404, "not_found")
            refused(ann.call(method, address, raw=b"{"), 404, "not_found")
    for address in ("/games/", "/games/x/events/", "/me//", "/healthz/"):
        said = ann.get(address)
        refused(said, 404, "not_found")
        assert "without the slash" in said.json["detail"]


ODD_PARTS = ["a%00b", "%ff%fe", "%2e%2e", "a%2Fb", "a%0A", "ä", "%F0%9F%8C%8A", "'--", "*"]


@pytest.mark.parametrize("part", [*ODD_PARTS, "a b", "x" * 41])
def test_odd_characters_in_an_address_are_not_found(ann: Person, part: str) -> None:
    with nothing_changes():
        for call in operations_by_name().values():
            if "{" in call.path:
                path = re.sub(r"\{\w+\}", part, call.path).removeprefix(API)
                refused(ann.call(call.method, path), 404, "not_found")


def test_what_is_no_number_of_a_turn_is_not_found(ann: Person) -> None:
    game = ann.opens(3)
    for number in ("0", "-1", "01", "1.0", "x", "1000000000", "%D9%A1", "1%00"):
        refused(ann.get(f"/games/{game}/turns/{number}"), 404, "not_found")


def test_another_method_is_refused_and_the_right_ones_are_named(ann: Person) -> None:
    with nothing_changes():
        for path, operations in document.document()["paths"].items():
            allowed = {name.upper() for name in operations if name != "parameters"} | {"OPTIONS"}
            allowed |= {"HEAD"} & {"HEAD" if "GET" in allowed else ""}
            for method in {*METHODS, "BREW"} - allowed:
                said = ann.call(method, fill_path(path).removeprefix(API) or "/")
                refused(said, 405, "method_not_allowed")
                assert {*said.headers["Allow"].split(", ")} == allowed, path
                assert all(name in said.json["detail"] for name in allowed)


@pytest.mark.parametrize("address", ["", "/games", "/me", "/games/nosuchgame/join", "/healthz"])
def test_options_names_the_methods_to_everybody(ann: Person, address: str) -> None:
    refusal = ann.call("BREW", address)
    for person in (ann, Person(), Person("void")):
        said = person.call("OPTIONS", address)
        assert (said.status, said.headers["Allow"]) == (204, refusal.headers["Allow"])


@pytest.mark.parametrize(
    "header",
    [
        *("Accept: text/html", "Accept: é", "Accept-Language: ü\xff", "User-Agent: \xe9\x00"),
        *("If-None-Match: \xe9", 'If-None-Match: "', "If-Modified-Since: yesterday"),
        *("X-Forwarded-For: é, ,", "Cookie: sessionid=\xe9; csrftoken=x", "Content-Length: x"),
        *("Range: bytes=0-1", "X-Http-Method-Override: DELETE"),
    ],
)
def test_odd_headers_do_no_harm(ann: Person, header: str) -> None:
    said = ann.get("/me", headers=dict([header.split(": ")]))
    assert (said.status, said.json["username"]) == (200, "ann")


def test_an_unknown_parameter_is_refused_by_name_and_stops_a_deed(ann: Person) -> None:
    game = ann.opens(3)
    for query in ("x=1", "%00=1", "status=%ff&y", "=", "a[]=1", "a%2Fb~=1", "x=" + "9" * 5000):
        for address in ("/games", "/me", "/rulesets", f"/games/{game}", "/healthz", "/players/ann"):
            said = ann.call("GET", f"{address}?{query}")
            assert (said.status, said.code) == (400, "invalid_query")
            assert "unknown_field" in {fault["code"] for fault in said.json["errors"]}
    with nothing_changes():
        said = ann.call("POST", f"/games/{game}/cancel?really=no")
    refused(said, 400, "invalid_query", "really")


def fail(*_: object) -> None:
    raise ArithmeticError("the seed is seven")


def test_a_fault_of_ours_is_a_problem_that_tells_nothing(debug, ann, monkeypatch, caplog) -> None:
    game = ann.opens(3)
    monkeypatch.setattr(GameView, "load", fail)
    said = ann.call("GET", f"/games/{game}", fault=True)
    assert said.headers["RateLimit"]
    monkeypatch.setattr(rate_limits, "count_use", fail)
    before_any_view = Person().call("GET", "/games", fault=True)
    for refusal in (said, before_any_view):
        refused(refusal, 500, "internal_error")
        assert b"seven" not in refusal.raw
        assert b"ArithmeticError" not in refusal.raw
    # The operator hears of it, but not of what may be a secret.
    assert "ArithmeticError" in caplog.text
    assert "the seed is" not in caplog.text


def test_a_fault_amid_a_move_leaves_nothing_half_done(ann, bob, cat, table, monkeypatch) -> None:
    game = table()
    ann.seals_anything(game)
    bob.seals_anything(game)
    address = f"/games/{game}/turns/1/submission"
    wish = {"action": cat.sees(game)["mine"]["legal_actions"][0]}

    def fail_late(*_: object) -> None:
        assert Turn.objects.get(game=game, closed_at=None).number == 2, "all is written but this"
        raise ArithmeticError

    with monkeypatch.context() as patch:
        patch.setattr(submissions, "answer_receipt", fail_late)
        with nothing_changes():
            refused(cat.call("PUT", address, wish, fault=True), 500, "internal_error")
    assert cat.put(address, wish).status == 200
    assert cat.sees(game)["turn"]["number"] == 2


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
def test_trouble_of_the_database_is_no_mistake_of_ours(ann, monkeypatch, code, status) -> None:
    def fail_in_sql(*_: Any) -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '{code}'; END $$")

    game = ann.opens(3)
    monkeypatch.setattr(GameView, "get_game", fail_in_sql)
    said = ann.call("GET", f"/games/{game}", fault=True)
    refused(said, status, "unavailable" if status == 503 else "internal_error")
    assert said.headers.get("Retry-After") == ("5" if status == 503 else None)


def test_whatever_is_refused_for_now_says_until_when() -> None:
    for code, known in CODES.items():
        for_now = known.status in {429, 503} or code == "idempotency_key_in_use"
        assert ("Retry-After" in Problem(ApiError(code, ""))) == for_now, code
