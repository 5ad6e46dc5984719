"""Whatever is sent, and whatever goes wrong, the answer is a problem; never HTML, never a stack."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from common.rest import rate_limits
from games.background import due_turns
from games.models import Turn
from games.play import submissions, turns
from games.visibility.game_view import GameView
from tests.app.api.hearing import sealing
from tests.app.api.refusals import nothing_changes, refused, rows
from tests.people import Answer, Person

pytestmark = pytest.mark.django_db


@pytest.fixture(params=[False, True], ids=["", "debug"], autouse=True)
def debug(request: pytest.FixtureRequest, settings: Any) -> None:
    """All of it once more with DEBUG on, when Django would show the inside of the server."""
    settings.DEBUG = request.param


def calls(game: str) -> list[tuple[str, str]]:
    """Every call that takes a body, or could be sent one."""
    return [
        ("POST", "/players"),
        ("POST", "/me/tokens"),
        ("PATCH", "/me"),
        ("POST", "/games"),
        ("POST", f"/games/{game}/join"),
        ("POST", f"/games/{game}/leave"),
        ("POST", f"/games/{game}/start"),
        ("POST", f"/games/{game}/cancel"),
        ("PUT", f"/games/{game}/turns/1/submission"),
        ("PUT", f"/games/{game}/standing-order"),
        ("POST", f"/games/{game}/resign"),
        ("POST", f"/games/{game}/return"),
        ("PUT", f"/games/{game}/seats/1/offer"),
        ("POST", f"/games/{game}/seats/1/take"),
        ("POST", f"/games/{game}/seats/1/decline"),
        ("PUT", f"/games/{game}/pause"),
        ("POST", f"/games/{game}/clock/forward"),
        ("POST", "/me/vacations"),
        ("POST", "/me/receivers"),
        ("PATCH", "/me/receivers/x"),
        ("POST", "/me/receivers/x/secret"),
        ("POST", "/me/receivers/x/test"),
        ("POST", "/me/receivers/x/deliveries/x/redeliver"),
    ]


# -- bodies


@pytest.mark.parametrize(
    "raw",
    [
        b"{",
        b"nothing",
        b"'single'",
        b'{"a": 1,}',
        b'{"a": NaN}',
        b'{"a": 1e400}',
        b'{"a": "\\ud800"}',
        b'{"a": "\xff"}',
        b'{"a": "\x00"}',
        b"\x00",
        b"\xff\xfe{\x00}\x00",
        b"[" * 60_000,
        b"[" * 30_000 + b"]" * 30_000,
        b"[" * 1000 + b"]" * 1000,
        b'{"action":' + b'{"a":' * 900 + b"1" + b"}" * 901,
        b'{"username":' + b"[" * 1000 + b"]" * 1000 + b"}",
    ],
    ids=lambda raw: repr(raw[:20]),
)
def test_what_is_not_json_is_malformed(ann: Person, raw: bytes) -> None:
    game = ann.opens(3)
    with nothing_changes():
        for method, address in calls(game):
            refused(ann.call(method, address, raw=raw), 400, "malformed_json")


@pytest.mark.parametrize(
    "raw", [b"[]", b"[1]", b"null", b"true", b"0", b'"x"', b"[" * 32 + b"]" * 32]
)
def test_a_body_is_an_object(ann: Person, raw: bytes) -> None:
    game = ann.opens(3)
    with nothing_changes():
        for method, address in calls(game):
            refused(ann.call(method, address, raw=raw), 400, "wrong_type", "")


def test_an_empty_body_is_an_empty_object(ann: Person, bob: Person) -> None:
    game = ann.opens(3)
    with nothing_changes():
        for method, address in calls(game)[:4]:
            empty, none = ann.call(method, address, raw=b"{}"), ann.call(method, address)
            assert (empty.status, empty.raw_but_id) == (none.status, none.raw_but_id)
    assert bob.call("POST", f"/games/{game}/join").status == 200


@pytest.mark.parametrize("size", [64 * 1024 + 1, 1024 * 1024])
def test_a_huge_body_is_too_large(ann: Person, size: int) -> None:
    game = ann.opens(3)
    with nothing_changes():
        for raw in (b"x" * size, b'{"about": "' + b"x" * (size - 13) + b'"}'):
            for method, address in calls(game):
                refused(ann.call(method, address, raw=raw), 413, "body_too_large")


def test_64_kib_are_not_too_large(ann: Person) -> None:
    raw = b'{"about": "ok"}'.ljust(64 * 1024)
    assert ann.call("PATCH", "/me", raw=raw).json["about"] == "ok"


@pytest.mark.parametrize(
    "kind",
    [
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "text/plain",
        "text/html",
        "application/xml",
        "application/json-patch+json",
        "json",
        "é",
        ";",
    ],
)
def test_another_kind_of_body_is_refused(ann: Person, kind: str) -> None:
    game = ann.opens(3)
    with nothing_changes():
        for method, address in calls(game):
            said = ann.call(method, address, raw=b"{}", content_type=kind)
            refused(said, 415, "unsupported_media_type")


@pytest.mark.parametrize("kind", ["application/json; charset=utf-8", "Application/JSON"])
def test_json_may_be_called_so_in_other_ways(ann: Person, kind: str) -> None:
    assert ann.call("PATCH", "/me", raw=b'{"about": "x"}', content_type=kind).status == 200


def test_the_last_of_two_equal_names_counts(ann: Person) -> None:
    raw = b'{"about": "first", "about": "last"}'
    assert ann.call("PATCH", "/me", raw=raw).json["about"] == "last"


# -- addresses and methods


@pytest.mark.parametrize(
    "address",
    [
        "/nowhere",
        "/nowhere/",
        "/games/x/y",
        "/api/v2/games",
        "/api/v2/games/",
        "/api/",
    ],
)
def test_nothing_is_at_another_address(ann: Person, address: str) -> None:
    with nothing_changes():
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"):
            refused(ann.call(method, address), 404, "not_found")
            refused(ann.call(method, address, raw=b"{"), 404, "not_found")
    assert ann.get(address).json["detail"] == "Nothing is at this address."


@pytest.mark.parametrize(
    ("address", "hint"),
    [
        ("/games/", "without the slash"),
        ("/games/x/events/", "without the slash"),
        ("/me/", "without the slash"),
        ("/me//", "without the slash"),
        ("/healthz/", "without the slash"),
    ],
)
def test_a_slash_too_many_or_too_few_is_named(ann: Person, address: str, hint: str) -> None:
    with nothing_changes():
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"):
            refused(ann.call(method, address), 404, "not_found")
    said = ann.get(address).json["detail"]
    assert said == f"Nothing is at this address. It is there {hint} at its end."


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
    with nothing_changes():
        for method, address in [
            ("GET", "/games/{}"),
            ("GET", "/games/{}/events"),
            ("POST", "/games/{}/join"),
            ("PUT", "/games/{}/turns/1/submission"),
            ("PUT", "/games/{}/standing-order"),
            ("POST", "/games/{}/resign"),
            ("PUT", "/games/x/seats/{}/offer"),
            ("POST", "/games/x/seats/{}/take"),
            ("DELETE", "/me/vacations/{}"),
            ("GET", "/rulesets/{}"),
            ("GET", "/players/{}"),
            ("DELETE", "/me/tokens/{}"),
            ("GET", "/me/receivers/{}"),
            ("GET", "/me/receivers/{}/deliveries"),
            ("POST", "/me/receivers/x/deliveries/{}/redeliver"),
        ]:
            refused(ann.call(method, address.format(part)), 404, "not_found")


@pytest.mark.parametrize(
    ("method", "address", "allowed"),
    [
        ("PUT", "/players", "GET, HEAD, POST"),
        ("PUT", "/games", "GET, HEAD, POST"),
        ("POST", "/me", "DELETE, GET, HEAD, PATCH"),
        ("POST", "/me/turns", "GET, HEAD"),
        ("POST", "/me/events", "GET, HEAD"),
        ("GET", "/me/tokens/x", "DELETE"),
        ("GET", "/games/x/join", "POST"),
        ("PATCH", "/games/x", "GET, HEAD"),
        ("POST", "/games/x/turns/1/submission", "DELETE, GET, HEAD, PUT"),
        ("POST", "/games/x/standing-order", "DELETE, PUT"),
        ("GET", "/games/x/resign", "POST"),
        ("GET", "/games/x/return", "POST"),
        ("POST", "/games/x/seats/1/offer", "DELETE, PUT"),
        ("GET", "/games/x/seats/1/take", "POST"),
        ("GET", "/games/x/seats/1/decline", "POST"),
        ("GET", "/games/x/pause", "DELETE, PUT"),
        ("GET", "/games/x/clock/forward", "POST"),
        ("DELETE", "/me/vacations", "GET, HEAD, POST"),
        ("GET", "/me/vacations/1", "DELETE"),
        ("DELETE", "/me/receivers", "GET, HEAD, POST"),
        ("PUT", "/me/receivers/x", "DELETE, GET, HEAD, PATCH"),
        ("GET", "/me/receivers/x/secret", "POST"),
        ("GET", "/me/receivers/x/test", "POST"),
        ("POST", "/me/receivers/x/deliveries", "GET, HEAD"),
        ("GET", "/me/receivers/x/deliveries/x/redeliver", "POST"),
        ("POST", "/healthz", "GET, HEAD"),
        ("TRACE", "/games", "GET, HEAD, POST"),
        ("BREW", "/games", "GET, HEAD, POST"),
    ],
)
def test_another_method_is_refused_and_the_right_ones_are_named(
    ann: Person, method: str, address: str, allowed: str
) -> None:
    with nothing_changes():
        said = ann.call(method, address)
    refused(said, 405, "method_not_allowed")
    assert allows(said) == allowed
    assert all(name in said.json["detail"] for name in allowed.split(", "))


@pytest.mark.parametrize(
    ("address", "allowed"),
    [
        ("", "GET, HEAD"),
        ("/", "GET, HEAD"),
        ("/games", "GET, HEAD, POST"),
        ("/me", "DELETE, GET, HEAD, PATCH"),
        ("/games/nosuchgame/join", "POST"),
        ("/healthz", "GET, HEAD"),
    ],
)
def test_options_names_the_methods_to_everybody(
    ann: Person, stranger: Person, address: str, allowed: str
) -> None:
    with nothing_changes():
        for person in (ann, stranger, Person("void")):
            said = person.call("OPTIONS", address)
            assert (said.status, allows(said)) == (204, allowed)


def allows(said: Answer) -> str:
    """Return the methods that `Allow` names besides OPTIONS, which every address of the API answers."""
    methods = sorted(said.headers["Allow"].split(", "))
    methods.remove("OPTIONS")
    return ", ".join(methods)


def test_pages_for_people_refuse_in_json_too(ann: Person) -> None:
    for address in ("/api/schema/", "/api/docs/", "/api/docs/turns"):
        for method in ("PUT", "POST", "DELETE"):
            said = ann.call(method, address)
            refused(said, 405, "method_not_allowed")
            assert "GET, HEAD" in said.json["detail"]


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
    assert "ETag" in said.headers["Access-Control-Expose-Headers"]


# -- headers


@pytest.mark.parametrize(
    "headers",
    [
        {"Accept": "text/html"},
        {"Accept": "application/xml;q=1"},
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


def test_another_host_is_refused(stranger: Person) -> None:
    said = stranger._client.get("/api/v1/games", headers={"Host": "elsewhere.example"})
    assert said.status_code == 400
    assert said.headers["Content-Type"] == "application/problem+json"
    assert json.loads(said.content)["code"] == "bad_request"


@pytest.mark.parametrize(
    "query",
    ["x=1", "%00=1", "status=%ff&y", "status=&status=open&x", "=", "a[]=1", "x=" + "9" * 5000],
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


def test_a_fault_in_a_view_is_a_problem_that_tells_nothing(
    ann: Person,
    table: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    game = table()

    def fails(*_: object) -> None:
        raise RuntimeError("the seed is seven")

    monkeypatch.setattr(GameView, "load", fails)
    said = ann.call("GET", f"/games/{game}", fault=True)
    refused(said, 500, "internal_error")
    assert said.headers["RateLimit"]
    assert b"seven" not in said.raw
    assert b"RuntimeError" not in said.raw
    # The operator hears of it, but not of what may be a secret.
    assert "RuntimeError" in caplog.text
    assert "the seed is" not in caplog.text


def test_a_fault_in_the_middle_of_a_move_leaves_nothing_half_done(
    ann: Person,
    bob: Person,
    cat: Person,
    table: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = table()
    ann.seals_anything(game)
    bob.seals_anything(game)
    card = cat.sees(game)["mine"]["legal_actions"][0]

    def fails(*_: object) -> None:
        assert Turn.objects.get(game=game, closed_at=None).number == 2, "all is written but this"
        raise ArithmeticError

    with monkeypatch.context() as patch:
        patch.setattr(submissions, "answer_receipt", fails)
        address = f"/games/{game}/turns/1/submission"
        with nothing_changes():
            said = cat.call("PUT", address, {"action": card}, fault=True)
        refused(said, 500, "internal_error")
    assert cat.seals(game, card).status == 200
    assert cat.sees(game)["turn"]["number"] == 2


def test_a_fault_of_the_rules_while_a_turn_closes_keeps_what_was_sealed(
    ann: Person,
    bob: Person,
    cat: Person,
    table: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = table()
    ann.seals_anything(game)
    bob.seals_anything(game)
    card = cat.sees(game)["mine"]["legal_actions"][0]

    def fails(*_: object) -> None:
        raise ArithmeticError

    before = rows()
    with monkeypatch.context() as patch:
        patch.setattr(turns, "_open_turn", fails)
        said = cat.seals(game, card)
    assert said.status == 200
    assert cat.get(f"/games/{game}/turns/1/submission").raw == said.raw
    told = cat.get(f"/games/{game}/events", page_size=100).json["results"]
    assert (said.json["turn"], said.json["seat"]) == (1, 2)
    assert (told[-1]["type"], told[-1]["data"]) == ("sealed", sealing(said.json))
    # Nothing else but a count of events, and when the turn is tried again.
    after = rows()
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {"Submission", "Log", "Turn"}
    assert len(after["Submission"]) == len(before["Submission"]) + 1
    assert differences(before["Log"], after["Log"]) == {
        "acted",
        "event_at",
        "event_number",
        "head",
        "newest_at",
        "recent",
    }
    assert differences(before["Turn"], after["Turn"]) == {"faults", "fault", "next_check_at"}

    Turn.objects.update(next_check_at=timezone.now())
    due_turns.sweep_due_turns()
    assert cat.sees(game)["turn"]["number"] == 2
    played = cat.get(f"/games/{game}/turns/1").json["actions"][2]
    nonce = said.json["nonce"]
    assert played == {"seat": 2, "action": card, "by": "player", "nonce": nonce}


def differences(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> set[str]:
    """The columns in which the only row of a table has changed."""
    ((old,), (new,)) = before, after
    return {name for name in old if old[name] != new[name]}


def test_a_fault_before_any_view_is_a_problem_too(
    stranger: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("the seed is 42")

    monkeypatch.setattr(rate_limits, "count_use", fails)
    said = stranger.call("GET", "/games", fault=True)
    refused(said, 500, "internal_error")
    assert b"seed" not in said.raw
