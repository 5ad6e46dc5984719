"""What a calendar or a reader of news fetches: documents that are no calls of the API."""

from django.http import HttpRequest, HttpResponse

from tideapi.rest.view import COMPRESSED


def private(content: bytes, kind: str) -> HttpResponse:
    """For her who knows the address: kept by nobody in between, and found by no search engine."""
    response = HttpResponse(content, content_type=kind)
    response["Cache-Control"] = "private, max-age=300"
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def public(request: HttpRequest, content: bytes, kind: str) -> HttpResponse:
    """For everybody. It is compressed for each fetch: there are as many as players, and each changes."""
    request.META[COMPRESSED] = True
    response = HttpResponse(content, content_type=kind)
    response["Cache-Control"] = "public, max-age=300"
    return response
