"""What the document says of each call: its problems, with the server's own examples, and its scope."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import RequestFactory
from django.urls import get_resolver

from common.rest.error_codes import CODES
from common.rest.errors import ApiError
from common.rest.responses import problems
from common.rest.scopes import DANGEROUS, SCOPES, required_scopes
from common.rest.view import View
from players.authentication import HasScopesIfSignedIn
from tests.document import PROBLEM, codes_in, found
from tests.document import document as stated_document
from tests.kept_problems import own_codes
from tests.unit.docs.pages import page
from tests.unit.openapi.test_document import operations
from tideapi.examples import INSTANCE, PROBLEMS

Json = dict[str, Any]


def stated_problems(document: Json) -> Iterator[tuple[str, Json]]:
    """Every response that is a problem, with its place; references are followed."""
    for call, operation in operations(document):
        for status, response in operation["responses"].items():
            stated = found(document, response)
            if PROBLEM in stated.get("content", {}):
                yield f"{call} {status}", stated


def test_an_error_response_shows_each_of_its_codes_and_no_other(document: Json) -> None:
    stated = list(stated_problems(document))
    assert len(stated) > 600
    for place, response in stated:
        examples = response["content"][PROBLEM]["examples"]
        assert examples.keys() == codes_in(response), place
        for code, example in examples.items():
            value = found(document, example)["value"]
            is_fault = CODES[code].is_fault
            kind = "invalid_body" if is_fault else code
            assert (value["code"], value["status"]) == (kind, CODES[code].status), place
            assert not is_fault or {one["code"] for one in value["errors"]} == {code}, place


def test_only_what_may_be_in_use_says_when_to_come_again(document: Json) -> None:
    for place, response in stated_problems(document):
        if place.endswith(" 409"):
            waits = "idempotency_key_in_use" in codes_in(response)
            assert ("Retry-After" in response["headers"]) == waits, place


def test_every_code_has_a_real_example() -> None:
    """Where one is missing: docs/add-a-call.md."""
    assert PROBLEMS.keys() == own_codes()
    assert {one["instance"] for one in PROBLEMS.values()} == {INSTANCE}


@pytest.mark.parametrize("code", PROBLEMS)
def test_an_example_is_what_the_server_says(code: str) -> None:
    """Where it is not: delete it, and have the test of this refusal keep it anew."""
    usual = ApiError(code, "").members()
    for member in ("type", "title", "status", "code"):
        assert PROBLEMS[code][member] == usual[member]


# -- scopes


@dataclass(frozen=True, slots=True)
class ApiCall:
    """An operation of the document, and the view that answers it."""

    name: str
    view: Any
    method: str
    actions: dict[str, str]
    """The handlers of a view set, by method."""

    @property
    def handler(self) -> Any:
        return getattr(self.view, self.actions.get(self.method, self.method))

    def requested(self) -> Any:
        """Return the view with a request by this method."""
        view = self.view()
        view.request = RequestFactory().generic(self.method.upper(), "/")
        view.action_map, view.action = self.actions, self.actions.get(self.method)
        return view


def calls_of_the_api() -> list[ApiCall]:
    """Every call below /api/v1."""
    found = []
    patterns: Any = get_resolver().url_patterns
    for include in patterns:
        if str(include.pattern) == "api/v1/":
            for address in include.url_patterns:
                view = address.callback.cls
                assert issubclass(view, View)
                path = "/api/v1/" + re.sub(r"<\w+:(\w+)>", r"{\1}", str(address.pattern))
                stated = stated_document()["paths"][path.rstrip("/")]
                actions = getattr(address.callback, "actions", None) or {}
                methods = {name for name in view.http_method_names if hasattr(view, name)}
                assert (methods - {"options"}) | (actions.keys() - {"head"}) == stated.keys(), path
                found += [
                    ApiCall(one["operationId"], view, method, actions)
                    for method, one in stated.items()
                ]
    return found


def test_every_call_that_looks_at_a_token_needs_a_scope_that_exists() -> None:
    calls = [one for one in calls_of_the_api() if one.requested().get_authenticators()]
    assert len(calls) > 80
    for one in calls:
        scopes = required_scopes(one.requested(), one.method.upper())
        assert scopes, one.name
        assert {*scopes} <= SCOPES.keys(), one.name


def test_every_view_checks_the_scopes_that_its_calls_need() -> None:
    checked = 0
    for one in calls_of_the_api():
        view = one.requested()
        checks = [isinstance(check, HasScopesIfSignedIn) for check in view.get_permissions()]
        assert checks == ([True] if view.get_authenticators() else []), one.name
        checked += any(checks)
    assert checked > 80


def test_a_method_without_scopes_is_not_taken_for_one_that_needs_none() -> None:
    class Forgotten(View):
        required_scopes = {"GET": ["game:read"]}

        def get(self, request: Any) -> None: ...
        def put(self, request: Any) -> None: ...

    with pytest.raises(KeyError):
        required_scopes(Forgotten, "PUT")
    assert required_scopes(Forgotten, "GET") == ["game:read"]
    assert required_scopes(Forgotten, "POST") == ()


def test_a_code_that_is_in_no_table_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="no_such_code"):
        problems("game_not_found", "no_such_code")


def test_the_document_says_which_scope_each_call_needs(document: Any) -> None:
    calls = {one.name: one for one in calls_of_the_api()}
    for methods in document["paths"].values():
        for operation in methods.values():
            one = calls.get(operation["operationId"])
            if one is None:
                continue
            stated = [by["bearer"] for by in operation["security"] if "bearer" in by]
            read = bool(one.requested().get_authenticators())
            needed = [[*required_scopes(one.requested(), one.method.upper())]] if read else []
            assert stated == needed, one.name


def test_authors_of_clients_read_of_every_scope() -> None:
    section = page("docs/apps.md").text.partition("\n## Scopes\n")[2].partition("\n## ")[0]
    assert dict(re.findall(r"^\| `(\S+)` \| (.+) \|$", section, re.MULTILINE)) == SCOPES
    assert {name for name in SCOPES if name.endswith(":write")} == DANGEROUS
