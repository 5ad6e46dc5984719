"""The API with one address more, at which nothing is done: what a call costs before it begins."""

from django.http import HttpRequest, HttpResponse
from django.urls import get_resolver, path

from tideapi.wsgi import application

__all__ = ["application"]


def nothing(request: HttpRequest) -> HttpResponse:
    return HttpResponse(status=204)


# The first, so that no other address is tried before it.
get_resolver().url_patterns.insert(0, path("bench/nothing", nothing))
