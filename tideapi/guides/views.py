"""Views of the guides and of the problem pages.

Each page is the same for everyone, so each process renders it once. The headers forbid all scripts but the
server's own files, and requests to other servers.
"""

import json
from functools import cache
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe

from common.rest.error_codes import CODES
from common.rest.errors import PROBLEM_PAGES
from common.rest.json_codec import Json
from tideapi.errors import example_problem
from tideapi.guides.markdown import list_headings, render_page
from tideapi.guides.pages import BY_NAME, CHANGELOG, LISTS
from tideapi.openapi_views import Kept, keep_bytes, page_view
from tideapi.packages import with_own_addresses
from tideapi.reference.document import Operation, operations_by_name
from tideapi.version import VERSION

FEW = 12
"""Calls that are listed at once; more are folded."""
DEPTH = (2, 3)
"""Levels of the headings that a guide's contents list."""
MAX_HEADINGS = 40
"""Headings that are listed on both levels; of more, the upper level is."""


@cache
def _render_guides() -> Kept:
    return _render_page("guides.html", title="Guides", lists=LISTS, source=settings.TIDE_SOURCE_URL)


@cache
def _render_guide(name: str) -> Kept:
    page = BY_NAME[name]
    text = with_own_addresses(page.file.read_text())
    headings = [one for one in list_headings(text) if one.level in DEPTH]
    if len(headings) > MAX_HEADINGS:
        headings = [one for one in headings if one.level == DEPTH[0]]
    title, of_list = next(one for one in LISTS.items() if page in one[1])
    place = of_list.index(page)
    return _render_page(
        "guide.html",
        contents="guide_contents.html",
        title=page.title,
        # The text is the project's own, and raw HTML in it is shown and not used.
        body=mark_safe(render_page(text, page.file)),  # noqa: S308
        page=page,
        list=title,
        guides=of_list,
        headings=headings,
        previous=of_list[place - 1] if place else None,
        next=next(iter(of_list[place + 1 :]), None),
        version=VERSION if name == CHANGELOG else None,
    )


@cache
def _render_problems() -> Kept:
    return _render_page(
        "problems.html", title="Problems", pages=PROBLEM_PAGES, problems=CODES.items()
    )


@cache
def _render_problem(code: str) -> Kept:
    return _render_page("problem.html", **code_page(code))


def _render_page(template: str, **shown: Any) -> Kept:
    return keep_bytes(render_to_string(template, shown).encode())


guides = page_view(_render_guides)
guide = page_view(_render_guide)
all_problems = page_view(_render_problems)
one_problem = page_view(_render_problem)


def code_page(code: str) -> Json:
    """Return the content of a code's page."""
    known = CODES[code]
    calls = _by_code().get(code, [])
    return {
        "code": code,
        "title": known.title,
        "is_fault": known.is_fault,
        "status": f"{known.status} {HTTPStatus(known.status).phrase}",
        "means": known.means,
        "do": known.do,
        "calls": calls,
        "given_by": known.given_by,
        "few": len(calls) <= FEW,
        "example": json.dumps(example_problem(code), indent=2),
    }


@cache
def _by_code() -> dict[str, list[Operation]]:
    """Return the calls with each code in the document."""
    found: dict[str, list[Operation]] = {}
    for call in operations_by_name().values():
        for code in call.codes:
            found.setdefault(code, []).append(call)
    return found
