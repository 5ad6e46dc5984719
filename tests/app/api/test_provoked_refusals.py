"""Refusals that a client asks a sandbox for."""

import re
from typing import Any

import pytest

from common.rest.error_codes import CODES
from tests.app.api.refusals import nothing_changes, refused
from tests.document import PROBLEM
from tests.people import API, Answer, Person
from tideapi.errors import example_problem
from tideapi.examples import INSTANCE
from tideapi.reference.document import Operation, operations_by_name

pytestmark = pytest.mark.django_db

NUMBERS = {"archive", "number", "seat"}


def find_calls() -> list[Operation]:
    """Return all calls of the document, without the message to a webhook."""
    return [call for call in operations_by_name().values() if call.path]


def asks_for(person: Person, refusal: str, name: str = "create_game") -> Answer:
    """Ask a call to be refused so. No value in its path stands for anything."""
    call = operations_by_name()[name]
    path = re.sub(r"\{(\w+)\}", lambda one: "1" if one[1] in NUMBERS else "none", call.path)
    return person.call(
        call.method, path.removeprefix(API), headers={"Tide-Refuse": refusal}, fault=True
    )


@pytest.mark.parametrize("name", [call.name for call in find_calls()])
def test_each_documented_refusal_of_a_call_can_be_provoked(tester: Person, name: str) -> None:
    call = operations_by_name()[name]
    for code in call.codes:
        with nothing_changes():
            said = asks_for(tester, code, name)
        where = f"{name}: {code}"
        shown = example_problem(code)
        assert said.status == CODES[code].status, where
        assert said.headers["Content-Type"] == PROBLEM, where
        same = {"instance": INSTANCE, "detail": shown["detail"]} if code == "throttled" else {}
        assert {**said.json, "instance": INSTANCE, **same} == shown, where
        assert said.json["instance"] == said.headers["X-Request-Id"], where
        for header in CODES[code].headers:
            assert header in said.headers, where


def test_almost_the_whole_catalogue_is_documented_with_some_call() -> None:
    unstated = CODES.keys() - {code for call in find_calls() for code in call.codes}
    general = {"bad_request", "internal_error", "method_not_allowed", "permission_denied"}
    assert unstated == {*general, "precondition_failed"}


def test_a_missing_scope_is_named(tester: Person) -> None:
    said = asks_for(tester, "insufficient_scope")
    assert 'error="insufficient_scope"' in said.headers["WWW-Authenticate"]
    assert 'scope="game:host"' in said.headers["WWW-Authenticate"]


def test_what_comes_again_says_when(tester: Person) -> None:
    said = asks_for(tester, "busy")
    refused(said, 503, "busy")
    assert int(said.headers["Retry-After"]) >= 1


def test_each_limit_can_be_provoked_with_its_own_figures(tester: Person, settings: Any) -> None:
    for limit, (quota, period) in settings.TIDE_LIMITS.items():
        said = asks_for(tester, limit)
        refused(said, 429, "throttled")
        assert said.headers["RateLimit-Policy"] == f'"{limit}";q={quota};w={period}'
        assert said.headers["RateLimit"].startswith(f'"{limit}";r=0;')
    refused(asks_for(tester, "throttled"), 429, "throttled")


def asks_badly(tester: Person, wish: str, path: str = "/me") -> str:
    """Return the detail of a 400 that the document states with no call: it is a fault of the test."""
    headers = {"Authorization": f"Bearer {tester.token}", "Tide-Refuse": wish}
    with nothing_changes():
        said = Answer(tester._client.post(f"{API}{path}", headers=headers))
    refused(said, 400, "bad_request")
    return str(said.json["detail"])


@pytest.mark.parametrize(
    "wish", ["busi", "Busy", "", "busy,", "busy; times=0", "busy; times=101", "busy; times=x", "é"]
)
def test_a_name_that_is_none_is_refused_as_such(tester: Person, bob: Person, wish: str) -> None:
    assert "Tide-Refuse" in asks_badly(tester, wish)
    assert asks_for(bob, wish, "get_me").status == 200, "without a test token it does nothing"


def test_a_name_that_is_none_is_answered_with_those_of_the_call(tester: Person) -> None:
    said = asks_badly(tester, "game_ful", "/games/none/join")
    assert {"game_full", "messages"} <= set(re.findall(r"\w+", said))


def test_several_in_a_row_are_refused_and_then_one_is_not(tester: Person) -> None:
    for wish in ("busy; times=2", "busy;times=2", "throttled; times=2"):
        seen = [asks_for(tester, wish, "get_me").status for _ in range(6)]
        code = 429 if wish.startswith("throttled") else 503
        assert seen == [code, code, 200] * 2, wish


def test_calls_are_counted_apart(tester: Person) -> None:
    wish = "busy; times=1"
    names = ("get_me", "list_games", "get_me", "list_games")
    assert [asks_for(tester, wish, name).status for name in names] == [503, 503, 200, 200]


def test_only_a_test_token_provokes_and_only_in_a_sandbox(
    tester: Person, bob: Person, settings: Any
) -> None:
    assert asks_for(bob, "busy", "get_me").status == 200
    assert asks_for(tester, "game_full", "get_me").status == 200, "no call that can be refused so"
    settings.TIDE_SANDBOX_ENABLED = False
    assert asks_for(tester, "busy", "get_me").status == 200
