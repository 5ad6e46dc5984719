"""Exceptions as answers: DRF's exception handler, and what the log says of a refused call."""

import logging
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.core.exceptions import (
    BadRequest,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
)
from django.http import Http404, HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.urls import ResolverMatch
from django.utils.translation import get_language, gettext, gettext_noop, ngettext
from rest_framework.exceptions import APIException, MethodNotAllowed

from common.rest.error_codes import CODES
from common.rest.errors import ApiError
from common.rest.json_codec import PROBLEM, dump
from common.rest.language import name_language
from common.rest.log_lines import route_pattern
from common.rest.outages import is_away
from players.authentication import CALLER
from tideapi.examples import INSTANCE, PROBLEMS

log = logging.getLogger(__name__)

BY_STATUS = {
    400: "bad_request",
    401: "not_authenticated",
    403: "permission_denied",
    404: "not_found",
    405: "method_not_allowed",
    408: "body_too_slow",
    411: "length_required",
    413: "body_too_large",
    415: "unsupported_media_type",
    429: "throttled",
    503: "unavailable",
}

DJANGOS: tuple[tuple[Any, str], ...] = (
    (Http404, "not_found"),
    (PermissionDenied, "permission_denied"),
    (RequestDataTooBig, "body_too_large"),
    (SuspiciousOperation | BadRequest | MultiPartParserError | UnreadablePostError, "bad_request"),
)
"""Django's exceptions. The first of which one is an instance counts."""


class Problem(HttpResponse):
    """An answer that is a problem, in the active language.

    Written at once: a view's own renderer may be one for YAML or HTML.
    """

    def __init__(self, error: ApiError) -> None:
        self.members = error.members()
        self.code: str = self.members["code"]
        super().__init__(
            dump(self.members), status=error.status, content_type=PROBLEM, headers=error.headers
        )
        name_language(self, get_language() or settings.LANGUAGE_CODE)


def exception_handler(error: Exception, context: Mapping[str, Any]) -> Problem | None:
    """Answer what a view raises; None for what nobody foresaw. DRF calls this."""
    if isinstance(error, MethodNotAllowed) and "view" in context:
        return Problem(wrong_method(context["view"].allowed_methods))
    known = to_api_error(error)
    return None if known is None else Problem(known)


def to_api_error(error: Exception) -> ApiError | None:
    """Return the refusal that an exception stands for; None for one that nobody foresaw."""
    match error:
        case ApiError():
            return error
        case APIException():
            code = str(getattr(error.detail, "code", error.default_code))
            code = code if code in CODES else BY_STATUS.get(error.status_code, "bad_request")
            detail = str(error.detail)
            return ApiError(code, detail) if detail.endswith(".") else bare_error(code)
        case _ if is_away(error):
            log.warning("The database is away: %s", type(error).__name__)
            message = gettext_noop("The database does not answer now. Try again soon.")
            return ApiError("unavailable", message)
        case _:
            known = next((code for kind, code in DJANGOS if isinstance(error, kind)), None)
            return bare_error(known) if known else None


def bare_error(code: str) -> ApiError:
    """Return an error of which only the code is known."""
    return ApiError(code, f"{gettext(CODES[code].title)}.")


def wrong_method(allowed: Iterable[str]) -> ApiError:
    """Return the error of a method that an address does not have; it names those that it has."""
    names = list(allowed)
    message = ngettext(
        "This address knows the method {names} alone.",
        "This address knows the methods {names} alone.",
        len(names),
    )
    return ApiError("method_not_allowed", message.format(names=", ".join(names)))


def example_problem(code: str) -> dict[str, Any]:
    """Return a problem as the document and the pages show it: a real one, where one was recorded."""
    return PROBLEMS.get(code) or bare_error(code).members() | {"instance": INSTANCE}


def error_for_status(status: int, allowed: str = "") -> ApiError:
    """Return an error of which only the HTTP status is known, and the header `Allow`."""
    if status == HTTPStatus.METHOD_NOT_ALLOWED and allowed:
        return wrong_method(allowed.split(", "))
    other = "internal_error" if status >= HTTPStatus.INTERNAL_SERVER_ERROR else "bad_request"
    code = BY_STATUS.get(status, other)
    return bare_error(code)


def log_refusal(refused: Problem, environ: Mapping[str, Any], match: ResolverMatch | None) -> None:
    """Say in the log that a call was refused: which one, in which game, and to which player.

    Of the address its pattern is said and not what stands in it, of the body nothing.
    """
    parts: Mapping[str, Any] = match.kwargs if match else {}
    known = environ.get(CALLER)
    log.info(
        "refused %s: %s %s, game %s, player %s",
        refused.code,
        environ["REQUEST_METHOD"],
        route_pattern(match),
        parts.get("game", "-"),
        known[0].pk if isinstance(known, tuple) else "-",
    )
