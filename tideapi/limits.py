"""How many requests an address or a player may make, counted in fixed windows in the broker's server.

The headers are those of the IETF draft "RateLimit header fields for HTTP" (draft-ietf-httpapi-
ratelimit-headers-10): `RateLimit-Policy` names the quota and its window in seconds, `RateLimit` what is
left of it and in how many seconds it is full again.
"""

from collections.abc import Sequence

from django.http import HttpRequest
from rest_framework.exceptions import AuthenticationFailed

from players.authentication import BearerToken
from tideapi.rest.client import address
from tideapi.rest.counting import Usage, count

API = "/api/v1"
SIGN_IN = {
    "/api/v1/players",
    "/api/v1/tokens",
    "/api/v1/guests",
    "/oauth/device-authorization",
    "/session/guest",
}
WITH_PASSWORD = {
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
"""Pages that ask for a password, or for what does in its place."""
FREE = {"/healthz", "/readyz", "/metrics"}
"""What watches the server must not be refused because of others; none of it is dear to answer."""
USAGE = "tide.usage"
"""Where a call's environment says what was counted. A long poll is one call, however often it is made."""


def count_call(request: HttpRequest) -> None:
    """Count a call, once. Raises `ApiError` (`throttled`)."""
    if request.path in FREE:
        return
    usage: Usage | None = request.META.get(USAGE)
    if usage is None:
        usage = request.META[USAGE] = count(*_caller(request))
    usage.raise_if_over()


def _caller(request: HttpRequest) -> tuple[str, str]:
    """The quota that a request counts against, and whose it is."""
    match = request.resolver_match
    with_password = request.path in SIGN_IN or (match and match.view_name in WITH_PASSWORD)
    # With a password whoever knows one gets in: a token sent along does not lift the limit of these.
    if request.method == "POST" and with_password:
        return "sign_in", address(request)
    if not request.path.startswith(API):
        return "address", address(request)
    # As the view finds her that answers: one may read more together with her.
    view = getattr(match and match.func, "cls", None)
    classes: Sequence[type[BearerToken]] = getattr(view, "authentication_classes", ())
    try:
        found = (classes[0] if classes else BearerToken)().authenticate(request)
    except AuthenticationFailed:
        # Guessing at tokens counts against the address, whatever was guessed.
        found = None
    return ("player", str(found[0].pk)) if found else ("address", address(request))
