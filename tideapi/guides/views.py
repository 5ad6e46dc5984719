"""The addresses of the guides and of the problems' pages.

Each is the same for everybody, so each process makes it once. A browser that obeys what is sent with them
asks no other server and runs no script.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from tideapi.docs import Kept, kept
from tideapi.guides import problems
from tideapi.guides.markdown import MARKDOWN, render
from tideapi.guides.pages import BY_NAME, GUIDES
from tideapi.rest.error_codes import CODES


@csrf_exempt
@require_safe
def guides(request: HttpRequest) -> HttpResponse:
    """All pages that there are."""
    return _answer(_guides)


@csrf_exempt
@require_safe
def guide(request: HttpRequest, name: str) -> HttpResponse:
    """One page of docs/."""
    if name not in BY_NAME:
        raise Http404
    return _answer(_guide, name)


@csrf_exempt
@require_safe
def all_problems(request: HttpRequest) -> HttpResponse:
    """Every code, each with a link to its page."""
    return _answer(_all_problems)


@csrf_exempt
@require_safe
def one_problem(request: HttpRequest, code: str) -> HttpResponse:
    """The page of a code: where the `type` of a problem leads."""
    if code not in CODES:
        raise Http404
    return _answer(_one_problem, code)


def _answer(make: Callable[..., Kept], *of: str) -> HttpResponse:
    return make(*of).answer("text/html; charset=utf-8")


@cache
def _guides() -> Kept:
    return _page("guides.html", title="Guides", guides=GUIDES)


@cache
def _guide(name: str) -> Kept:
    page = BY_NAME[name]
    body = render(page.file.read_text(), page.file)
    # The text is the project's own, and raw HTML in it is shown and not used.
    return _page("guide.html", title=page.title, body=mark_safe(body))  # noqa: S308


@cache
def _all_problems() -> Kept:
    return _page("problems.html", title="Problems", problems=problems.index())


@cache
def _one_problem(code: str) -> Kept:
    shown = problems.everything(code)
    text = [mark_safe(MARKDOWN.renderInline(one)) for one in shown["text"]]  # noqa: S308
    return _page("problem.html", **{**shown, "means": text[0], "do": text[1]})


def _page(template: str, **shown: Any) -> Kept:
    return kept(render_to_string(template, shown).encode())
