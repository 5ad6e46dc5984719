"""Refusals that a sandbox makes on demand, so that a client can be tested against them."""

import re
from hashlib import sha256

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext

from common.rest.error_codes import CODES
from common.rest.errors import ApiError, Fault
from common.rest.rate_limits import Usage, ask_server
from common.rest.scopes import insufficient_scope
from players.authentication import BearerToken
from players.models import Token
from tideapi.errors import example_problem
from tideapi.reference.document import Operation, operations_by_name

ASKED = "HTTP_TIDE_REFUSE"
"""The header `Tide-Refuse` as WSGI names it: a code of the call, or the name of a limit."""
PARAMETER = re.compile("<[a-z]+:([a-z]+)>")
"""A part of a route that stands in the document in braces."""
MAX_TIMES = 100
WISH = re.compile(r"([a-z_]+)(?:[ \t]*;[ \t]*times=([1-9][0-9]{0,2}))?", re.ASCII)
COUNT_TTL_SECONDS = 600
"""How long a count of refusals in a row is kept after the last of them."""


def refuse_as_asked(request: HttpRequest) -> None:
    """Refuse a call of a test token as it asks. Raises `ApiError`."""
    if not settings.TIDE_SANDBOX_ENABLED:
        return
    found = BearerToken().authenticate(request)
    if found is None or not found[1].token.test:
        return
    made = _find_call(request)
    codes = () if made is None else made.codes
    code, times = _read_wish(request.META[ASKED], [*codes, *settings.TIDE_LIMITS])
    policy = "player" if code == "throttled" else code
    is_limit = policy in settings.TIDE_LIMITS
    if not is_limit and code not in codes:
        return
    if times is not None and not _is_next_refused(request, found[1].token, times):
        return
    if is_limit:
        quota, period = settings.TIDE_LIMITS[policy]
        Usage(policy, quota, period, quota + 1, 1, ("", "")).raise_if_over()
    if made is not None:
        raise _example_error(code, made)


def _read_wish(sent: str, usable: list[str]) -> tuple[str, int | None]:
    """Return the code or limit that the header names, and how often in a row it refuses.

    Raises `ApiError` (`bad_request`) for a name that is none, and names the `usable` ones.
    """
    read = WISH.fullmatch(sent.strip())
    if read is None or int(read[2] or 1) > MAX_TIMES:
        message = gettext(
            "`Tide-Refuse` is a code, or a code and `times` from 1 to {most}: {example}."
        )
        example = "`busy; times=2`"
        raise ApiError("bad_request", message.format(most=MAX_TIMES, example=example))
    if read[1] not in CODES and read[1] not in settings.TIDE_LIMITS:
        message = gettext("`Tide-Refuse` names no code. This call can be refused with: {names}.")
        raise ApiError("bad_request", message.format(names=", ".join(usable)))
    return read[1], int(read[2]) if read[2] else None


def _is_next_refused(request: HttpRequest, token: Token, times: int) -> bool:
    """Count this call; return whether it is one of the first `times`, after which one goes through.

    Where nothing is counted, every call goes through.
    """
    call = "\n".join((str(request.method), request.path, request.META[ASKED]))
    key = f"tide:refuse:{token.pk}:{sha256(call.encode()).hexdigest()}"
    used = ask_server("INCR", key)
    if used is None or used > times:
        ask_server("DEL", key)
        return False
    ask_server("EXPIRE", key, COUNT_TTL_SECONDS)
    return True


def _find_call(request: HttpRequest) -> Operation | None:
    """Return the call of a request; None for an address or a method that the document does not have."""
    method = "GET" if request.method == "HEAD" else request.method
    route = request.resolver_match.route if request.resolver_match else ""
    path = "/" + PARAMETER.sub(r"{\1}", route).rstrip("/")
    known = (one for one in operations_by_name().values() if one.path == path)
    return next((one for one in known if one.method == method), None)


def _example_error(code: str, made: Operation) -> ApiError:
    """Return the error that the document shows as the example of this code."""
    shown = example_problem(code)
    message: str = shown["detail"]
    faults = tuple(map(_read_fault, shown.get("errors", ())))
    needed = code == "insufficient_scope" and made.scopes
    headers = insufficient_scope(made.scopes[0]).headers if needed else {}
    return ApiError(code, message, faults=faults, headers=headers)


def _read_fault(shown: dict[str, str]) -> Fault:
    place = shown["pointer"] if "pointer" in shown else shown["parameter"]
    code, message = shown["code"], shown["detail"]
    return Fault(place, code, message)
