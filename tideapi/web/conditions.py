"""Conditional requests (RFC 9110, section 13): decided for reads, refused for writes.

Why so: docs/decisions/api-document.md.
"""

from http import HTTPStatus

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.http import ConditionalGetMiddleware
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from common.rest.errors import ApiError
from tideapi.errors import Problem

WRITES = frozenset({"POST", "PUT", "PATCH", "DELETE"})
WRITE_CONDITIONS = ("If-Match", "If-None-Match", "If-Unmodified-Since")
"""Conditions that a write could have. All others are for reads alone, and mean nothing elsewhere."""


def check_conditions(request: HttpRequest) -> None:
    """Raise `ApiError` for a write with a condition: between its check and the write another could come."""
    if request.method not in WRITES:
        return
    for name in WRITE_CONDITIONS:
        if name in request.headers:
            message = _("Leave out {name}: no call that changes something takes a condition.")
            raise ApiError("precondition_unsupported", message.format(name=name))


class ConditionalReads(ConditionalGetMiddleware):
    """Django's middleware, for HEAD too, and with a problem for a condition that does not hold."""

    def process_request(self, request: HttpRequest) -> None:
        """Ignore dates: no answer that comes by here has one of its last change (section 13.1.4)."""
        if request.method not in WRITES:
            request.META.pop("HTTP_IF_UNMODIFIED_SINCE", None)

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Tag the answer and decide the conditions of the request."""
        asked = request.method
        if asked == "HEAD":
            request.method = (
                "GET"  # Django leaves HEAD aside, as if its answer were empty here already.
            )
        decided = super().process_response(request, response)
        request.method = asked
        if decided.status_code != HTTPStatus.PRECONDITION_FAILED or isinstance(decided, Problem):
            return decided
        message = gettext_noop("What is at this address has none of the tags that If-Match names.")
        return Problem(ApiError("precondition_failed", message))
