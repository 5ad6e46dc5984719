"""Codes of errors: the status, the title and the page of each.

Here are those that any call may be refused with. Each room has its own in its `error_codes.py`, which its
`AppConfig` registers.
"""

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

NO_HEADERS: Mapping[str, str] = {}


class ErrorCode(NamedTuple):
    """Description of a code: a title, and a sentence or two each on its meaning and what to do.

    The title is translated where it is shown.
    """

    status: int
    title: str
    means: str
    do: str
    headers: Mapping[str, str] = NO_HEADERS
    """Headers of every answer with this code."""
    given_by: str = "None by itself: the server answers so to any request."
    """Sentence on the requests that are refused so, for a code that the document states with no call."""
    is_fault: bool = False
    """Whether it is that of one member: it stands in `errors` of a problem of its kind."""


bad_request = partial(ErrorCode, 400)
fault_code = partial(ErrorCode, 400, is_fault=True)
forbidden = partial(ErrorCode, 403)
not_found = partial(ErrorCode, 404)
conflict = partial(ErrorCode, 409)

HOW_TO_GET_ANOTHER = (
    "An app refreshes its token, and asks the player again if that fails; it never asks for the "
    "player's password. A script of your own calls `POST /me/tokens`."
)

CODES: dict[str, ErrorCode] = {
    # the request itself
    "malformed_json": bad_request(
        "The body is not JSON",
        "The body cannot be read as JSON, or is nested more than 32 levels deep.",
        "Send JSON in UTF-8. The same body will be refused again.",
    ),
    "invalid_body": bad_request(
        "The body does not fit its schema",
        "A member of the body is unknown, missing, or has a value that it cannot have. `errors` lists the "
        "first 20, each with its place and a code of its own.",
        "Mend each place that `errors` names.",
    ),
    "invalid_query": bad_request(
        "The query does not fit its schema",
        "A parameter of the query is unknown, or has a value that it cannot have. `errors` names each.",
        "Mend the parameters that `errors` names; the call's description lists those that it takes.",
    ),
    "bad_request": bad_request(
        "The request cannot be read",
        "The request cannot be read at all, before the server looks at what it asks for. A body "
        "that breaks off or comes in more than 256 pieces is among them, and so is a header, a "
        "path or a query of more than 8192 characters.",
        "See `detail`. Percent-encode what is not ASCII in an address, send headers as HTTP has them, "
        "and write a body at once or in pieces of 256 bytes and more.",
    ),
    "unknown_field": fault_code(
        "The body has an unknown field",
        "There is a field that the call does not know. Nothing that is sent is ignored, so that a "
        "misspelt field is noticed.",
        "Leave the field out, or look for its name in the call's description.",
    ),
    "missing_field": fault_code(
        "The body lacks a field",
        "A field that has to be there is not.",
        "Send it; the call's description says which fields may be left out.",
    ),
    "wrong_type": fault_code(
        "A field has the wrong type",
        "A field has a value of another type, for example a text in the place of a number.",
        "Send the type that the call's description states.",
    ),
    "not_a_choice": fault_code(
        "A field has none of the known values",
        "A field has a value that is none of those it can have; `detail` lists them.",
        "Choose one of them.",
    ),
    "out_of_range": fault_code(
        "A number is out of range",
        "A number is too small or too large; `detail` says where the bound is.",
        "Stay within the bounds that the call's description states.",
    ),
    "too_short": fault_code(
        "A field is too short",
        "A text or a list is too short.",
        "Send at least as much as `detail` says.",
    ),
    "too_long": fault_code(
        "A field is too long",
        "A text or a list is too long.",
        "Send at most as much as `detail` says.",
    ),
    "wrong_format": fault_code(
        "A field has the wrong form",
        "A text does not have the required form, for example a time without its zone.",
        "Send the form that `detail` names.",
    ),
    "precondition_failed": ErrorCode(
        412,
        "The condition of the request does not hold",
        "What is at this address has none of the tags that `If-Match` names. A tag that begins with `W/` "
        "never matches there (RFC 9110, section 13.1.1).",
        "Read without the header. To be answered only when something has changed, send the tag as "
        "`If-None-Match`.",
        given_by="Each call that only reads, for a request with `If-Match`.",
    ),
    "precondition_unsupported": ErrorCode(
        412,
        "Calls that change something take no condition",
        "A call that changes something has one of the headers `If-Match`, `If-None-Match` and "
        "`If-Unmodified-Since`. It would promise that nothing changes in between, which no call does, so it "
        "is refused instead of ignored.",
        "Leave the header out. A POST with an `Idempotency-Key` can be sent again, and so can a PUT.",
    ),
    "body_too_large": ErrorCode(
        413,
        "The body is too large",
        "The body has more than 64 KiB, or a form more than 32 KiB. No call needs that much.",
        "Send a smaller one.",
    ),
    "body_too_slow": ErrorCode(
        408,
        "The body did not come in time",
        "The body was not there in time, usually within 10 seconds.",
        "Send the call again.",
    ),
    "length_required": ErrorCode(
        411,
        "The length of the body is needed",
        "The body came without its length, and this server cannot tell where it ends.",
        "Send the header `Content-Length`.",
    ),
    "unsupported_media_type": ErrorCode(
        415,
        "The body must be application/json",
        "The body is not declared as JSON.",
        "Send it with `Content-Type: application/json`.",
    ),
    "method_not_allowed": ErrorCode(
        405,
        "This address does not know this method",
        "The address exists, but not with this method.",
        "The header `Allow` has the methods that it knows.",
    ),
    "not_found": not_found(
        "Nothing is at this address",
        "No call has this address, or an id in it has a wrong form.",
        "Compare the address with the description of the call. All calls begin with `/api/v1`.",
    ),
    "throttled": ErrorCode(
        429,
        "Too many requests",
        "More calls were made than are allowed in this span of time, a password was guessed too often, "
        "or too many calls of one player or address wait.",
        "Wait as many seconds as `Retry-After` says. `RateLimit` says in every answer what is left.",
        headers={"Retry-After": "60"},
    ),
    # who calls
    "not_authenticated": ErrorCode(
        401,
        "A token is needed",
        "The call needs a token, and none was sent.",
        "Send `Authorization: Bearer` and a token: an app asks the player for one (OAuth), a script of your"
        " own calls `POST /players` or `POST /me/tokens`.",
        headers={"WWW-Authenticate": "Bearer"},
    ),
    "token_invalid": ErrorCode(
        401,
        "The token is not known",
        "The server does not know the token: it was given back, its password was changed since, or it was"
        " copied wrongly.",
        HOW_TO_GET_ANOTHER,
        headers={"WWW-Authenticate": 'Bearer error="invalid_token"'},
    ),
    "token_expired": ErrorCode(
        401,
        "The token has expired",
        "The token was valid until its time was over.",
        HOW_TO_GET_ANOTHER,
        headers={"WWW-Authenticate": 'Bearer error="invalid_token"'},
    ),
    "permission_denied": forbidden(
        "This is not allowed",
        "The caller may not do this.",
        "See `detail`.",
    ),
    "insufficient_scope": forbidden(
        "The token does not allow this",
        "The token is valid, but lacks a scope that this call needs.",
        "Get a token with the scope that `detail` and the header `WWW-Authenticate` name.",
    ),
    # the server
    "internal_error": ErrorCode(
        500,
        "The server made a mistake",
        "The server made a mistake, and has noted it.",
        "Read again what the call should have changed, and try once more. If it stays so, tell the "
        "operator the problem's `instance`.",
    ),
    "unavailable": ErrorCode(
        503,
        "The server cannot answer now",
        "The database, or something else that the server needs, does not answer now.",
        "Wait as many seconds as `Retry-After` says, and make the same call again.",
        headers={"Retry-After": "5"},
    ),
    "busy": ErrorCode(
        503,
        "Too many calls at once",
        "The server has more calls than it can answer at this moment.",
        "Wait as many seconds as `Retry-After` says, and make the same call again.",
        headers={"Retry-After": "1"},
    ),
}
"""Every code of this server, in the order in which the pages list them."""


def register_codes(codes: Mapping[str, ErrorCode]) -> None:
    """Add the codes of a room. Each is declared once."""
    if twice := CODES.keys() & codes.keys():
        raise ValueError(f"These codes are declared already: {', '.join(sorted(twice))}.")
    CODES.update(codes)
