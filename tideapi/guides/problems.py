"""The page of a problem code: what it means, what to do, and which calls are refused with it."""

import json
from functools import cache
from http import HTTPStatus
from typing import Any

from tideapi.errors import example_problem
from tideapi.reference.document import Operation, operations_by_name
from tideapi.rest.error_codes import CODES
from tideapi.rest.errors import PROBLEM_PAGES

FEW = 12
"""Calls that are listed at once; more are folded."""

Json = dict[str, Any]


def code_page(code: str) -> Json:
    """Return the content of a code's page."""
    known = CODES[code]
    calls = _by_code().get(code, [])
    return {
        "code": code,
        "title": known.title,
        "status": f"{known.status} {HTTPStatus(known.status).phrase}",
        "means": known.means,
        "do": known.do,
        "calls": calls,
        "few": len(calls) <= FEW,
        "example": json.dumps(example_problem(code), indent=2),
    }


def list_codes() -> list[Json]:
    """Return all codes in their order."""
    return [
        {
            "code": code,
            "title": known.title,
            "status": known.status,
            "address": f"{PROBLEM_PAGES}{code}",
        }
        for code, known in CODES.items()
    ]


@cache
def _by_code() -> dict[str, list[Operation]]:
    """Return the calls with each code in the document."""
    found: dict[str, list[Operation]] = {}
    for call in operations_by_name().values():
        for code in call.codes:
            found.setdefault(code, []).append(call)
    return found
