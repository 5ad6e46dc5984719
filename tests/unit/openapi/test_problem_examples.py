"""Examples of problems: each error response shows its own codes alone, in the server's own words."""

import ast
import inspect
import re
from collections.abc import Iterator
from typing import Any

import django.contrib.auth.password_validation as django_passwords
import pytest
import rest_framework.exceptions

from common.rest.error_codes import CODES
from common.rest.errors import ApiError
from tests.document import PROBLEM, codes_in, found
from tests.kept_problems import own_codes
from tests.unit.api.test_codes import TREES
from tests.unit.openapi.test_document import operations
from tideapi.examples import INSTANCE, PROBLEMS

Json = dict[str, Any]
FRAMEWORKS = (rest_framework.exceptions, django_passwords)
"""What they raise is answered in their words."""
LEAST = 10
"""Characters that are written out in any sentence."""


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
    problem = PROBLEMS[code]
    usual = ApiError(code, "").members()
    assert {name: problem[name] for name in ("type", "title", "status", "code")} == {
        name: usual[name] for name in ("type", "title", "status", "code")
    }
    for said in [fault["detail"] for fault in problem.get("errors", ())] or [problem["detail"]]:
        assert any(_says(sentence, said) for sentence in SENTENCES), said


def sentences() -> Iterator[re.Pattern[str]]:
    """Every text in the code that could be a sentence, with a gap where something is put in."""
    yield from (_pattern([f"{known.title}."]) for known in CODES.values())
    for tree in (*TREES.values(), *(ast.parse(inspect.getsource(one)) for one in FRAMEWORKS)):
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                yield _pattern(
                    [part.value if isinstance(part, ast.Constant) else None for part in node.values]
                )
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                parts = re.split(r"(\{\w*(?::[^}]*)?\}|%\(\w+\)\w)", node.value)
                yield _pattern([None if at % 2 else part for at, part in enumerate(parts)])


def _pattern(parts: list[Any]) -> re.Pattern[str]:
    return re.compile("".join(".*" if part is None else re.escape(part) for part in parts))


def _says(sentence: re.Pattern[str], said: str) -> bool:
    """Whether this is the sentence, and not a text that is hardly more than its gaps."""
    written = len(sentence.pattern.replace("\\", "").replace(".*", ""))
    return written >= LEAST and sentence.fullmatch(said) is not None


SENTENCES = set(sentences())
