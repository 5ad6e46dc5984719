"""What the document says of each call: its problems, with the server's own examples, and its scope."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import RequestFactory
from django.urls import get_resolver

from common.rest.describe import Call
from common.rest.error_codes import CODES
from common.rest.errors import ApiError
from common.rest.scopes import DANGEROUS, SCOPES
from common.rest.view import View
from players.authentication import HasScopes
from tests.document import PROBLEM, codes_in, found
from tests.kept_problems import own_codes
from tests.unit.docs.pages import page
from tests.unit.openapi.test_document import operations
from tideapi.examples import INSTANCE, PROBLEMS

Json = dict[str, Any]


def problems(document: Json) -> Iterator[tuple[str, Json]]:
    """Every response that is a problem, with its place; references are followed."""
    for call, operation in operations(document):
        for status, response in operation["responses"].items():
            stated = found(document, response)
            if PROBLEM in stated.get("content", {}):
                yield f"{call} {status}", stated


def test_an_error_response_shows_each_of_its_codes_and_no_other(document: Json) -> None:
    stated = list(problems(document))
    assert len(stated) > 600
    for place, response in stated:
        examples = response["content"][PROBLEM]["examples"]
        assert examples.keys() == codes_in(response), place
        for code, example in examples.items():
            value = found(document, example)["value"]
            assert (value["code"], value["status"]) == (code, CODES[code].status), place


def test_only_what_may_be_in_use_says_when_to_come_again(document: Json) -> None:
    for place, response in problems(document):
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


def views_of_the_api() -> Iterator[Any]:
    """Every view below /api/v1."""
    patterns: Any = get_resolver().url_patterns
    for include in patterns:
        if str(include.pattern) == "api/v1/":
            for address in include.url_patterns:
                assert issubclass(address.callback.cls, View)
                yield address.callback.cls


def calls_of_the_api() -> list[Call]:
    """Every call below /api/v1, as its view describes it."""
    found = []
    for view in views_of_the_api():
        handlers = [getattr(view, name, None) for name in view.http_method_names]
        found += [one.call for one in handlers if one is not None and hasattr(one, "call")]
    return list({one.name: one for one in found}.values())


def test_every_call_that_looks_at_a_token_needs_a_scope_that_exists() -> None:
    calls = calls_of_the_api()
    assert len(calls) > 50
    without = [one.name for one in calls if not one.tokenless and one.scope not in SCOPES]
    assert without == []


def test_every_view_checks_the_scopes_that_its_calls_need() -> None:
    checked = 0
    for view in views_of_the_api():
        for method in view.http_method_names:
            described = getattr(getattr(view, method, None), "call", None)
            if described is None or not described.needed_scopes:
                continue
            made = view()
            made.request = RequestFactory().generic(method.upper(), "/")
            classes = [type(one) for one in made.get_permissions()]
            assert HasScopes in classes, f"{method} of {view.__name__}"
            checked += 1
    assert checked > 80


def test_the_document_says_which_scope_each_call_needs(document: Any) -> None:
    scopes = {one.name: [*one.needed_scopes] for one in calls_of_the_api()}
    for methods in document["paths"].values():
        for operation in methods.values():
            name = operation["operationId"]
            if name in scopes:
                needed = [one["bearer"] for one in operation["security"] if "bearer" in one]
                assert needed == ([scopes[name]] if scopes[name] else []), name


def test_authors_of_clients_read_of_every_scope() -> None:
    section = page("docs/apps.md").text.partition("\n## Scopes\n")[2].partition("\n## ")[0]
    assert dict(re.findall(r"^\| `(\S+)` \| (.+) \|$", section, re.MULTILINE)) == SCOPES
    assert {name for name in SCOPES if name.endswith(":write")} == DANGEROUS
