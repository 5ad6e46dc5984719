"""Security headers of every answer.

`SecurityHeaders` is the outermost middleware. The ASGI front calls `add_security_headers` for its refusals
before a view is called. A view names only the sources that its page loads; the rest follows here.
"""

from collections.abc import Callable
from functools import lru_cache
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse

POLICY = "Content-Security-Policy"
ADMIN = "/admin/"
ACCOUNT = "/account/"
OAUTH = "/oauth/"
PLAY = "/play/"
SESSION = "/session/"
NEVER_STORED = (ACCOUNT, OAUTH, PLAY, SESSION)
"""Addresses whose answers no cache may keep, unless a view says otherwise."""
WITH_SECRETS = (PLAY, "/calendar/", "/atom/mine/")
"""Addresses that are secrets themselves, so no other page may see them as a referrer."""
PICTURES = "/pictures/"
"""Addresses whose content pages of other sites may show."""
HSTS_SECONDS = 365 * 24 * 60 * 60
FIXED = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    # Pages from elsewhere call the API by CORS, which this does not touch.
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Headers with the same value in every answer."""
STRICTEST = {
    "default-src": "'none'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}
"""Directives of every policy; these values hold where the policy does not name them."""
WITH_FORMS = (
    "style-src 'self'; font-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:"
)
TO_READ = "style-src 'self'; font-src 'self'; img-src 'self'"
WITH_SEARCH = (
    f"{TO_READ}; script-src 'self'; connect-src 'self'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
SOURCES = {
    ADMIN: f"{WITH_FORMS}; form-action 'self'",
    PLAY: f"{TO_READ}; form-action 'self'",
    "/api/swagger/": WITH_FORMS,
    "/docs/": WITH_SEARCH,
    "/api/docs/": WITH_SEARCH,
}
"""Sources of the pages below these addresses, unless a view says otherwise."""


class SecurityHeaders:
    """The outermost middleware, so that no error page is made outside of it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        add_security_headers(request, response)
        return response


def add_security_headers(request: HttpRequest, response: HttpResponse) -> None:
    """Add the headers that every answer has, and `no-store` where no cache may keep it."""
    for name, value in FIXED.items():
        response[name] = value
    if request.path.startswith(PICTURES):
        response["Cross-Origin-Resource-Policy"] = "cross-origin"
    # RFC 6797, section 7.2: never over plain http.
    if settings.TIDE_URL.startswith("https://") and request.is_secure():
        response["Strict-Transport-Security"] = f"max-age={HSTS_SECONDS}"
    if request.path.startswith(NEVER_STORED):
        response.setdefault("Cache-Control", "no-store")
    if response.status_code == HTTPStatus.NOT_MODIFIED:
        # A cache would take them over into the answer that it has (RFC 9111, section 3.2), whose own
        # policy is gone here: Django leaves it out of a 304.
        return
    policy = _complete_policy(response.get(POLICY) or _default_sources(request.path))
    response[POLICY] = policy
    framed_by_us = "frame-ancestors 'self'" in policy
    response["X-Frame-Options"] = "SAMEORIGIN" if framed_by_us else "DENY"
    # Django's forms need the referrer of our own pages.
    secret = request.path.startswith(WITH_SECRETS)
    response["Referrer-Policy"] = "no-referrer" if secret else "same-origin"


def _default_sources(path: str) -> str:
    if path.startswith((ACCOUNT, OAUTH)):
        # A form that signs in with another server ends there, and that server may lead on to a third.
        servers = [one["server"] for one in settings.TIDE_SIGN_IN_PROVIDERS]
        targets = " ".join(["'self'", *(["https:", *servers] if servers else [])])
        return f"{WITH_FORMS}; form-action {targets}"
    return next((policy for start, policy in SOURCES.items() if path.startswith(start)), "")


@lru_cache(maxsize=64)
def _complete_policy(policy: str) -> str:
    """Return the policy with each directive of `STRICTEST` that it lacks."""
    parts = [part.strip() for part in policy.split(";") if part.strip()]
    named = {part.split()[0] for part in parts}
    lacking = [f"{name} {value}" for name, value in STRICTEST.items() if name not in named]
    # The order means nothing to browsers; readers look for the default first.
    return "; ".join(
        sorted([*parts, *lacking], key=lambda part: not part.startswith("default-src"))
    )
