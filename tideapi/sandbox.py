"""Refusals that a sandbox makes on demand, so that a client can be tested against them."""

from django.conf import settings
from django.http import HttpRequest

from players.authentication import caller
from tideapi.errors import CODES, is_for_now
from tideapi.rest.counting import OverLimit, Usage
from tideapi.rest.refused import Refused

ASKED = "HTTP_TIDE_REFUSE"
"""The header `Tide-Refuse` as WSGI names it: a code that `is_for_now`, or the name of a limit."""


def refuse_as_asked(request: HttpRequest) -> None:
    """Refuse a call of a test token as it asks. Raises `Refused`."""
    code = request.META[ASKED]
    if not settings.TIDE_SANDBOX:
        return
    found = caller(request)
    if found is None or not found[1].test:
        return
    policy = "player" if code == "throttled" else code
    if policy in settings.TIDE_LIMITS:
        quota, period = settings.TIDE_LIMITS[policy]
        raise OverLimit(Usage(policy, quota, period, quota + 1, 1, ("", "")))
    if code in CODES and is_for_now(code):
        raise Refused(code, "The call asked a sandbox to be refused.")
