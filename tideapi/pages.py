"""What Django does around pages for people. The admin needs it; a call of the API passes it by."""

from typing import Any

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest
from django.middleware.csrf import CsrfViewMiddleware

API = "/api/v1/"


class _ForPages:
    """Nobody is known to the API by a cookie, so that nothing has to be looked up or guarded there."""

    get_response: Any

    def __call__(self, request: HttpRequest) -> Any:
        if request.path.startswith(API):
            return self.get_response(request)
        return super().__call__(request)  # type: ignore[misc]


class Sessions(_ForPages, SessionMiddleware):
    pass


class Csrf(_ForPages, CsrfViewMiddleware):
    """DRF exempts its views anyway."""


class Authentication(_ForPages, AuthenticationMiddleware):
    pass


class Messages(_ForPages, MessageMiddleware):
    pass
