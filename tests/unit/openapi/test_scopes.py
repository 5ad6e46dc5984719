"""Every call says which scope it needs, in the code and in the document."""

from typing import Any

from django.urls import get_resolver

from tests.unit.docs.pages import page
from tideapi.management.commands import scopes as reference
from tideapi.rest.describe import Call
from tideapi.rest.scopes import SCOPES
from tideapi.rest.view import View


def calls_of_the_api() -> list[Call]:
    """Every call below /api/v1, as its view describes it."""
    found = []
    patterns: Any = get_resolver().url_patterns
    for include in patterns:
        if str(include.pattern) != "api/v1/":
            continue
        for address in include.url_patterns:
            view: Any = address.callback.cls
            assert issubclass(view, View)
            handlers = [getattr(view, name, None) for name in view.http_method_names]
            found += [one.call for one in handlers if one is not None and hasattr(one, "call")]
    return list({one.name: one for one in found}.values())


def test_every_call_that_looks_at_a_token_needs_a_scope_that_exists() -> None:
    calls = calls_of_the_api()
    assert len(calls) > 50
    without = [one.name for one in calls if not one.tokenless and one.scope not in SCOPES]
    assert without == []


def test_the_document_says_which_scope_each_call_needs(document: Any) -> None:
    scopes = {one.name: [*one.needed_scopes] for one in calls_of_the_api()}
    for methods in document["paths"].values():
        for operation in methods.values():
            name = operation["operationId"]
            if name in scopes:
                needed = [one["bearer"] for one in operation["security"] if "bearer" in one]
                assert needed == ([scopes[name]] if scopes[name] else []), name


def test_the_page_of_scopes_is_what_the_code_says() -> None:
    assert reference.page() == page("docs/scopes.md").text, "Run `make openapi` and commit it."


def test_the_page_of_scopes_has_every_call_once() -> None:
    rows = [line for line in reference.page().splitlines() if line.startswith("| `")]
    assert len(rows) == len(set(rows)) == len(calls_of_the_api())
