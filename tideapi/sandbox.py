"""Refusals that a sandbox makes on demand, so that a client can be tested against them."""

from django.conf import settings
from django.http import HttpRequest

from players.authentication import BearerToken
from tideapi.rest.error_codes import CODES
from tideapi.rest.errors import ApiError
from tideapi.rest.rate_counters import Usage

ASKED = "HTTP_TIDE_REFUSE"
"""The header `Tide-Refuse` as WSGI names it: a code that is for now, or the name of a limit."""

ON_DEMAND = "The call asked a sandbox to be refused."


def refuse_as_asked(request: HttpRequest) -> None:
    """Refuse a call of a test token as it asks. Raises `ApiError`."""
    code = request.META[ASKED]
    if not settings.TIDE_SANDBOX_ENABLED:
        return
    found = BearerToken().authenticate(request)
    if found is None or not found[1].test:
        return
    policy = "player" if code == "throttled" else code
    if policy in settings.TIDE_LIMITS:
        quota, period = settings.TIDE_LIMITS[policy]
        Usage(policy, quota, period, quota + 1, 1, ("", "")).raise_if_over()
    if code in CODES and CODES[code].is_for_now:
        raise ApiError(code, ON_DEMAND)
