"""Views of the guides and of the problem pages.

Each page is the same for everyone, so each process renders it once. The headers forbid all scripts but the
server's own files, and requests to other servers.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from tideapi.docs import Kept, keep_bytes
from tideapi.guides import problems
from tideapi.guides.markdown import render_page
from tideapi.guides.pages import BY_NAME, CHANGELOG, GUIDES
from tideapi.rest.error_codes import CODES
from tideapi.version import VERSION


@csrf_exempt
@require_safe
def guides(request: HttpRequest) -> HttpResponse:
    """Return the list of pages."""
    return _page_response(_render_guides)


@csrf_exempt
@require_safe
def guide(request: HttpRequest, name: str) -> HttpResponse:
    """Return one page of docs/."""
    if name not in BY_NAME:
        raise Http404
    return _page_response(_render_guide, name)


@csrf_exempt
@require_safe
def all_problems(request: HttpRequest) -> HttpResponse:
    """Return the list of codes, each with a link to its page."""
    return _page_response(_all_problems)


@csrf_exempt
@require_safe
def one_problem(request: HttpRequest, code: str) -> HttpResponse:
    """Return the page of a code, to which the `type` of a problem leads."""
    if code not in CODES:
        raise Http404
    return _page_response(_one_problem, code)


def _page_response(make: Callable[..., Kept], *of: str) -> HttpResponse:
    return make(*of).answer("text/html; charset=utf-8")


@cache
def _render_guides() -> Kept:
    return _render_page("guides.html", title="Guides", guides=GUIDES)


@cache
def _render_guide(name: str) -> Kept:
    page = BY_NAME[name]
    body = render_page(page.file.read_text(), page.file)
    # The text is the project's own, and raw HTML in it is shown and not used.
    shown = {"title": page.title, "body": mark_safe(body)}  # noqa: S308
    return _render_page("guide.html", **shown, version=VERSION if name == CHANGELOG else None)


@cache
def _all_problems() -> Kept:
    return _render_page("problems.html", title="Problems", problems=problems.list_codes())


@cache
def _one_problem(code: str) -> Kept:
    return _render_page("problem.html", **problems.code_page(code))


def _render_page(template: str, **shown: Any) -> Kept:
    return keep_bytes(render_to_string(template, shown).encode())
