"""Refusals that a sandbox makes on demand, so that a client can be tested against them.

Why so: docs/decisions/deadlines.md.
"""

from django.conf import settings
from django.http import HttpRequest

from players.authentication import BearerToken
from tideapi.errors import example_problem
from tideapi.reference.document import operations_by_name
from tideapi.rest.describe import Call
from tideapi.rest.errors import ApiError, Fault
from tideapi.rest.rate_limits import Usage
from tideapi.rest.scopes import insufficient_scope

ASKED = "HTTP_TIDE_REFUSE"
"""The header `Tide-Refuse` as WSGI names it: a code of the call, or the name of a limit."""


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
    made = _find_call(request)
    if made is not None and code in operations_by_name()[made.name].codes:
        raise _example_error(code, made)


def _find_call(request: HttpRequest) -> Call | None:
    """Return the call of a request; None for an address or a method that the document does not have."""
    method = "get" if request.method == "HEAD" else str(request.method).lower()
    view = getattr(request.resolver_match.func, "cls", None) if request.resolver_match else None
    made: Call | None = getattr(getattr(view, method, None), "call", None)
    return made if made is not None and made.name in operations_by_name() else None


def _example_error(code: str, made: Call) -> ApiError:
    """Return the error that the document shows as the example of this code."""
    shown = example_problem(code)
    said: str = shown["detail"]
    faults = tuple(map(_read_fault, shown.get("errors", ())))
    needed = code == "insufficient_scope" and made.scope
    headers = insufficient_scope(made.scope or "").headers if needed else {}
    return ApiError(code, said, faults=faults, headers=headers)


def _read_fault(shown: dict[str, str]) -> Fault:
    place = shown["pointer"] if "pointer" in shown else shown["parameter"]
    code, said = shown["code"], shown["detail"]
    return Fault(place, code, said)
