"""The language of the account's pages, and of consent to an app.

Calls of programs are in English, and so is the admin: operators read its log and its guides too.
"""

import re
from collections.abc import Callable

from django.db import Error
from django.http import HttpRequest, HttpResponse
from django.utils.translation import override

from common.rest.language import request_language
from players.mail.letters import language_of
from players.models import Player

PAGES = re.compile(r"/account/|/oauth/(?:authorize|device|not-me)(?:/|\Z)")


class LanguageMiddleware:
    """Middleware for the language that a player has chosen, else that of the browser."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not PAGES.match(request.path):
            return self.get_response(request)
        request.LANGUAGE_CODE = _of_the_reader(request)
        with override(request.LANGUAGE_CODE):
            return self.get_response(request)


def language(request: HttpRequest) -> str:
    """Return the language of a page that answers this request, also without the middleware."""
    known: str | None = getattr(request, "LANGUAGE_CODE", None)
    return known or request_language(request)


def _of_the_reader(request: HttpRequest) -> str:
    browser = request_language(request)
    try:
        player = request.user
        if not isinstance(player, Player):
            return browser
        with override(browser):
            return language_of(player)
    except Error:
        return browser  # The page finds that out too, and says it.
