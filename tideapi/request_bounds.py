"""Bounds of a request, checked before anything reads it.

Why these bounds: docs/security.md.
"""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import DisallowedHost, TooManyFieldsSent
from django.http import HttpRequest
from django.utils.translation import gettext_noop

from common.rest.errors import ApiError
from common.rest.rate_limits import API, FOR_MACHINES

MAX_HEADER = 8 * 1024
"""Characters of a header, of the path and of the query: lists as long as the web server takes cost 70 ms."""
MAX_FORM = 32 * 1024
"""Bytes of a form; the largest of ours has three thousand."""
MAX_FIELDS = 200
"""Fields of a form. A query may have more, because its faults are named one by one."""
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
BOUNDED = ("PATH_INFO", "QUERY_STRING", "CONTENT_TYPE")
"""Of WSGI's environment, beside the headers."""


def check_head(request: HttpRequest) -> None:
    """Raise `ApiError` for a head that is too long or names no host of this server."""
    sent = request.META
    if "\\" in sent.get("HTTP_COOKIE", ""):
        # No cookie of ours has one, and Python 3.11 takes a second to read some thousands (CVE-2024-7592).
        kept = [one for one in sent["HTTP_COOKIE"].split(";") if "\\" not in one]
        sent["HTTP_COOKIE"] = ";".join(kept)
    if any(
        len(value) > MAX_HEADER
        for name, value in sent.items()
        if name.startswith("HTTP_") or name in BOUNDED
    ):
        message = gettext_noop("A header, the path and the query may have 8192 characters each.")
        raise ApiError("bad_request", message)
    if request.path in FOR_MACHINES:
        return  # A load balancer calls by the address of this machine, which has no name of its own.
    try:
        request.get_host()
    except DisallowedHost:
        message = gettext_noop("This server does not answer to the host that the request names.")
        raise ApiError("bad_request", message) from None


def check_body(request: HttpRequest) -> None:
    """Raise `ApiError`, or what Django raises, for a query, a length or a form that cannot be read."""
    sent = request.META
    _check_query_and_length(sent)
    if request.content_type not in FORMS or request.path.startswith(API):
        return
    if int(sent.get("CONTENT_LENGTH") or 0) > MAX_FORM:
        raise ApiError("body_too_large", gettext_noop("A form may have 32 KiB at most."))
    if request.body.count(b"&") >= MAX_FIELDS or request.body.count(b"\r\n--") > MAX_FIELDS:
        raise TooManyFieldsSent
    # Read here, so that what is wrong with it becomes a problem. Later Django would log it with a traceback.
    # The body comes first: a view that wants it as it was sent could not have it after the form.
    _ = request.body, request.POST


def _check_query_and_length(sent: Mapping[str, Any]) -> None:
    """The query is ASCII (RFC 3986, section 2), and a body says its length where nobody has counted it."""
    if not str(sent.get("QUERY_STRING", "")).isascii():
        wanted = gettext_noop("What is not ASCII in the query has to be percent-encoded, as UTF-8.")
        raise ApiError("bad_request", wanted)
    # Under plain WSGI nobody can tell where such a body ends, so it would count as none.
    if "HTTP_TRANSFER_ENCODING" in sent and not sent.get("CONTENT_LENGTH"):
        raise ApiError("length_required", gettext_noop("Send the body with its Content-Length."))
