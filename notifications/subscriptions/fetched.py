"""Responses to calendars and news readers: documents outside of the API."""

from django.http import HttpRequest, HttpResponse

from tideapi.rest.view import COMPRESSED


def private(content: bytes, kind: str) -> HttpResponse:
    """Return a response for the player with the address: not cached in between, not indexed."""
    response = HttpResponse(content, content_type=kind)
    response["Cache-Control"] = "private, max-age=300"
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def public(request: HttpRequest, content: bytes, kind: str) -> HttpResponse:
    """Return a public response, compressed for each fetch: there is one a player, and each changes."""
    request.META[COMPRESSED] = True
    response = HttpResponse(content, content_type=kind)
    response["Cache-Control"] = "public, max-age=300"
    return response
