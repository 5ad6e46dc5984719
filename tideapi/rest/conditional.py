"""Conditional requests (RFC 9110, section 13) that are answered before the answer is made.

All other answers get their tag, a hash of their bytes, from Django's ConditionalGetMiddleware.
"""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpResponse, HttpResponseNotModified
from django.utils.cache import get_conditional_response
from rest_framework.request import Request
from rest_framework.response import Response

SEEN = "HTTP_IF_NONE_MATCH"
"""Where WSGI has the tags that a client has already."""


def tagged_response(request: Request, tag: str, make: Callable[[], object]) -> HttpResponse:
    """Return the result of `make` with its tag; it is not made where the client has it already."""
    known: HttpResponse | None = get_conditional_response(request._request, etag=tag)  # noqa: SLF001
    if known is None:
        return Response(make(), headers={"ETag": tag})
    if known.status_code == HTTPStatus.NOT_MODIFIED:
        known["ETag"] = tag
    return known


def not_modified(request: Request, tag: str) -> HttpResponse | None:
    """The answer to a client that has what this tag stands for already, and asks for nothing else."""
    sent = request.META.get(SEEN, "")
    if sent != tag or "HTTP_IF_MATCH" in request.META or "HTTP_IF_UNMODIFIED_SINCE" in request.META:
        return None
    return HttpResponseNotModified(headers={"ETag": tag})
