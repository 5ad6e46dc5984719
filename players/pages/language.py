"""In which language somebody reads the pages of an account: those to which letters and sign-ups lead.

The other pages are English; one that has all of its words in `locale/` is added here.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language_from_request, override

from players.mail.language import language_of
from players.models import Player

OVERVIEW = "/account/"
TRANSLATED = (
    "/account/confirm-email/",
    "/account/email/",
    "/account/login/",
    "/account/logout/",
    "/account/password/reset/",
    "/account/reauthenticate/",
    "/account/signup/",
)


class LanguageMiddleware:
    """The language that a player has chosen, else that of her browser."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path != OVERVIEW and not request.path.startswith(TRANSLATED):
            return self.get_response(request)
        with override(_language(request)):
            return self.get_response(request)


def _language(request: HttpRequest) -> str:
    browser = get_language_from_request(request)
    player = request.user
    if not isinstance(player, Player):
        return browser
    with override(browser):
        return language_of(player)
