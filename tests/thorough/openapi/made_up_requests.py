"""Requests that schemathesis makes up, and what each response of the running server has to be.

The requests are the same each time; with TIDE_EXAMPLES each call gets so many new ones.
"""

import os
from collections import defaultdict
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import checks
from schemathesis.specs.openapi import checks as openapi

from tests import document
from tests.running import Server
from tests.thorough.openapi.town import Town

WANTED = os.environ.get("TIDE_EXAMPLES")
FORM = {
    *("invalid_query", "malformed_json", "unknown_field", "missing_field", "wrong_type"),
    *("not_a_choice", "out_of_range", "too_short", "too_long", "wrong_format"),
}
"""Codes that say that a request is not as the document wants it."""


def what_fits_is_not_refused_for_its_form(
    _: checks.CheckContext, answer: Any, case: schemathesis.Case[Any]
) -> None:
    """The document states all that the form of a request has to be."""
    meant = case.meta is not None and case.meta.generation.mode.is_positive
    # A cursor is never made up, and so no form can say which are known.
    if (
        meant
        and "cursor" not in (case.query or {})
        and answer.status_code == HTTPStatus.BAD_REQUEST
    ):
        problem = answer.json()
        codes = {fault["code"] for fault in problem.get("errors", ())} or {problem["code"]}
        assert not codes & FORM or is_of_another_kind(problem), problem


def is_of_another_kind(problem: dict[str, Any]) -> bool:
    """Whether all faults are where another ruleset, or another channel, wants what is there."""
    places = [fault.get("pointer", "") for fault in problem["errors"]]
    return all(place.startswith(("/order/", "/action/", "/address/")) for place in places)


CHECKS = [
    checks.not_a_server_error,
    openapi.status_code_conformance,
    openapi.content_type_conformance,
    openapi.response_schema_conformance,
    openapi.response_headers_conformance,
    openapi.ignored_auth,
    what_fits_is_not_refused_for_its_form,
]

RUN = settings(
    max_examples=int(WANTED or "20"),
    derandomize=WANTED is None,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


def answered_with(call: dict[str, Any]) -> dict[str, Any]:
    """The kinds of content that a call answers with when it does what was asked."""
    stated = document.found(document.document(), call["responses"].get("200", {}))
    content: dict[str, Any] = stated.get("content", {})
    return content


schema = schemathesis.openapi.from_dict(document.document())
# A stream never ends, so whoever wants to read all of it waits for ever: tests/system/flows/test_streams.py.
NAMES = [
    call["operationId"]
    for path in schema.raw_schema["paths"].values()
    for call in path.values()
    if "text/event-stream" not in answered_with(call)
]
answered: defaultdict[str, set[int]] = defaultdict(set)


def response_test(name: str) -> Callable[..., None]:
    """Return a test of one call, from its examples, its edge cases and random requests."""

    @schema.include(operation_id=name).parametrize()
    @RUN
    def test(case: schemathesis.Case[Any], server: Server, renewed: Town) -> None:
        headers = renewed.settle(case)
        answer = case.call_and_validate(base_url=server.url, headers=headers, checks=CHECKS)
        answered[name].add(answer.status_code)

    made: Callable[..., None] = test
    return made
