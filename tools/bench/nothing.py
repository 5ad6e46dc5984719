"""The API with one address more, at which nothing is done: what a call costs before it begins."""

from django.http import HttpRequest, HttpResponse
from django.urls import get_resolver, path
from django.utils.module_loading import import_string


def asgi() -> object:
    """Return the application that `make up` and the image serve."""
    return _with_nothing(import_string("tideapi.asgi.application"))


def wsgi() -> object:
    """Return the application for calls alone."""
    return _with_nothing(import_string("tideapi.wsgi.start")())


def nothing(request: HttpRequest) -> HttpResponse:
    return HttpResponse(status=204)


def _with_nothing(application: object) -> object:
    # The first, so that no other address is tried before it.
    get_resolver().url_patterns.insert(0, path("bench/nothing", nothing))
    return application
