"""How many requests an address or a player may make, counted in fixed windows in the broker's server.

The headers are those of the IETF draft "RateLimit header fields for HTTP" (draft-ietf-httpapi-
ratelimit-headers-10): `RateLimit-Policy` names the quota and its window in seconds, `RateLimit` what is
left of it and in how many seconds it is full again.
"""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from rest_framework.exceptions import AuthenticationFailed

from players.authentication import caller
from tideapi.errors import away_is_a_problem, respond
from tideapi.rest.client import address
from tideapi.rest.counting import Usage, count

API = "/api/v1/"
SIGN_IN = {"/api/v1/players", "/api/v1/tokens"}
ADMIN_SIGN_IN = {"admin:login", "admin:password_change"}
"""Where the admin asks for a password."""
FREE = {"/healthz", "/readyz", "/metrics"}
"""What watches the server must not be refused because of others; none of it is dear to answer."""


class Limits:
    """Count each call, refuse what is over the limit, and say in every answer what is left."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        usage: Usage | None = request.META.get("tide.usage")
        if usage is not None:
            response["RateLimit-Policy"] = f'"{usage.policy}";q={usage.quota};w={usage.period}'
            response["RateLimit"] = f'"{usage.policy}";r={usage.left};t={usage.reset}'
        return response

    @away_is_a_problem
    def process_view(self, request: HttpRequest, *_: Any) -> HttpResponse | None:
        """Count the call. Every address leads to some view, so that every call is counted."""
        if request.path in FREE:
            return None
        # Not before Django knows the view: who calls is found together with what that will need.
        # A long poll is one call, however often it is made (tideapi/web/application.py).
        usage: Usage = request.META.get("tide.usage") or count(*_caller(request))
        request.META["tide.usage"] = usage
        if not usage.over:
            return None
        response = respond("throttled", f"Try again in {usage.reset} seconds.")
        response["Retry-After"] = str(usage.reset)
        return response


def _caller(request: HttpRequest) -> tuple[str, str]:
    """The quota that a request counts against, and whose it is."""
    # With a password whoever knows one gets in: a token sent along does not lift the limit of these.
    if request.method == "POST" and _takes_a_password(request):
        return "sign_in", address(request)
    if not request.path.startswith(API):
        return "address", address(request)
    try:
        found = caller(request)
    except AuthenticationFailed:
        # Guessing at tokens counts against the address, whatever was guessed.
        found = None
    return ("player", str(found[0].pk)) if found else ("address", address(request))


def _takes_a_password(request: HttpRequest) -> bool:
    match = request.resolver_match
    return request.path in SIGN_IN or (match is not None and match.view_name in ADMIN_SIGN_IN)
