"""What judges every answer of the tests: one library, and another that explains."""

import json
from collections.abc import Iterator
from typing import Any

from tests import document

WRONG: tuple[Any, ...] = (None, [], "x", -1, {})


def stated() -> Iterator[tuple[str, Any]]:
    """Each example of an answer in the document, with its schema as JSON."""
    whole = document.document()
    calls = [call for path in whole["paths"].values() for call in path.values()]
    for answer in (one for call in calls for one in call["responses"].values()):
        for kind, content in document.found(whole, answer).get("content", {}).items():
            if kind.endswith("json"):
                for example in content.get("examples", {}).values():
                    yield json.dumps(content["schema"]), document.found(whole, example)["value"]


def spoilt(value: dict[str, Any]) -> Iterator[Any]:
    """The same with something more, less or else in it, which is wrong in most places."""
    yield {**value, "unheard of": 1}
    for name in value:
        yield {one: value[one] for one in value if one != name}
        yield from ({**value, name: other} for other in WRONG)


def test_both_libraries_judge_alike() -> None:
    refused = 0
    for schema, example in stated():
        judge, explainer = document.judge(schema), document.explainer(schema)
        assert judge.is_valid(example)
        assert explainer.is_valid(example)
        for other in spoilt(example) if isinstance(example, dict) else ():
            assert judge.is_valid(other) == explainer.is_valid(other), other
            refused += not judge.is_valid(other)
    assert refused > 1000
