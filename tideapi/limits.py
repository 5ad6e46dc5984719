"""Rate limits of addresses and players, counted in fixed windows in the broker's server.

The headers are those of the IETF draft "RateLimit header fields for HTTP" (draft-ietf-httpapi-
ratelimit-headers-10): `RateLimit-Policy` names the quota and its window in seconds, `RateLimit` what is
left of it and in how many seconds it is full again.
"""

from collections.abc import Sequence

from django.http import HttpRequest
from rest_framework.exceptions import AuthenticationFailed

from players.authentication import BearerToken
from tideapi.rest.client import client_address
from tideapi.rest.rate_counters import Usage, count_use

API = "/api/v1"
SIGN_IN = {
    "players:player-list",
    "players:me-token-list",
    "players:guests",
    "oauth2_provider:device-authorization",
    "session_guest",
    "admin:login",
    "admin:password_change",
    "account_login",
    "account_signup",
    "account_reauthenticate",
    "account_change_password",
    "account_reset_password",
    "account_reset_password_from_key",
    "account_recover",
    "account_leave",
    "mfa_authenticate",
    "mfa_reauthenticate",
    "mfa_login_webauthn",
    "socialaccount_signup",
}
"""Routes that ask for a password, or for what does in its place, or make an account."""
FREE = {"/healthz", "/readyz", "/metrics"}
"""What watches the server must not be refused because of others; none of it is dear to answer."""
PICTURES = "/pictures/"
"""A client fetches a hundred at once, and then never again; each is made once in a process."""
USAGE = "tide.usage"
"""Where a call's environment says what was counted. A long poll is one call, however often it is made."""


def count_call(request: HttpRequest) -> None:
    """Count a call, once. Raises `ApiError` (`throttled`)."""
    if request.path in FREE or request.path.startswith(PICTURES):
        return
    usage: Usage | None = request.META.get(USAGE)
    if usage is None:
        usage = request.META[USAGE] = count_use(*_find_quota(request))
    usage.raise_if_over()


def _find_quota(request: HttpRequest) -> tuple[str, str]:
    """The quota that a request counts against, and whose it is."""
    match = request.resolver_match
    # A password is enough to get in, so a token sent along does not lift the limit of these.
    if request.method == "POST" and match and match.view_name in SIGN_IN:
        return "sign_in", client_address(request)
    if not request.path.startswith(API):
        return "address", client_address(request)
    # As the view that answers finds the player: some views read more in the same query.
    view = getattr(match and match.func, "cls", None)
    classes: Sequence[type[BearerToken]] = getattr(view, "authentication_classes", ())
    try:
        found = (classes[0] if classes else BearerToken)().authenticate(request)
    except AuthenticationFailed:
        # Guessing at tokens counts against the address, whatever was guessed.
        found = None
    return ("player", str(found[0].pk)) if found else ("address", client_address(request))
