"""Responses, problems and headers as `extend_schema` takes them."""

from http import HTTPStatus
from typing import Annotated, Any, NotRequired, TypedDict

from django.core.exceptions import ImproperlyConfigured
from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse
from rest_framework.response import Response

from common.rest.error_codes import CODES
from common.rest.json_codec import PROBLEM
from common.rest.language import ACCEPT_LANGUAGE
from common.rest.schemas import reference_schema
from common.rest.shapes import Keywords, TypedBody

LANGUAGE = (
    OpenApiParameter(
        ACCEPT_LANGUAGE,
        str,
        OpenApiParameter.HEADER,
        description="Language of texts for people: English (`en`) or German (`de`).",
    ),
    OpenApiParameter("Content-Language", str, OpenApiParameter.HEADER, response=True),
)
"""Headers of a call whose response has texts for people."""
LOCATION = OpenApiParameter("Location", str, OpenApiParameter.HEADER, response=[201, 202])
"""Header of a response that says where that is which was created."""
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="The `ETag` of the response that the client has.",
)
LAST_EVENT_ID = OpenApiParameter(
    "Last-Event-ID",
    str,
    OpenApiParameter.HEADER,
    description="The `id` of the last message received; it overrides `after`.",
)
HEADERS: dict[str, Any] = {
    "Content-Language": {
        "description": "Language of the texts for people.",
        "required": False,
        "schema": {"type": "string"},
    },
    "ETag": {
        "description": "Sent back as `If-None-Match`, it gets 304 while nothing has changed.",
        "schema": {"type": "string"},
    },
    "RateLimit": {
        "description": 'The rest of the quota, and seconds until it is full again: `"player";r=9;t=3`.',
        "schema": {"type": "string"},
    },
    "RateLimit-Policy": {
        "description": 'The quota, and its window in seconds: `"player";q=600;w=60`.',
        "schema": {"type": "string"},
    },
    "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}},
    "X-Request-Id": {
        "description": (
            "Id of this request, by which the operator finds it in the log. The server keeps a "
            "client's own id of 1 to 64 letters, digits, `.`, `_` and `-`."
        ),
        "schema": {"type": "string"},
    },
    "Idempotency-Replayed": {
        "description": "`true` for a repeated response to the same `Idempotency-Key`.",
        "required": False,
        "schema": {"type": "string"},
    },
    "Location": {"description": "Address of what was created.", "schema": {"type": "string"}},
    "WWW-Authenticate": {
        "description": (
            "`Bearer`, with the error or the missing scope; the document at `resource_metadata` names "
            "the issuer of tokens (RFC 9728)."
        ),
        "schema": {"type": "string"},
    },
}
"""Headers of responses by name."""
STREAM = "text/event-stream"

BODY_CODES = (
    "malformed_json",
    "invalid_body",
    "unknown_field",
    "missing_field",
    "wrong_type",
    "not_a_choice",
    "out_of_range",
    "too_short",
    "too_long",
    "wrong_format",
)
UNREAD = "4XX"
UNREAD_CODES = (
    "precondition_unsupported",
    "body_too_large",
    "body_too_slow",
    "length_required",
    "unsupported_media_type",
)
"""Why a call that changes something does not even read what is asked for. These are stated together."""
SOON = frozenset({HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE})
"""Statuses of which every answer says when to make the call again."""
CALL_CODES = ("busy", "unavailable")
"""What any call may be refused with when others have too much to do, or the database is away."""
SHARED_CODES = frozenset(
    {
        *BODY_CODES,
        *UNREAD_CODES,
        *CALL_CODES,
        "not_authenticated",
        "token_invalid",
        "token_expired",
        "account_suspended",
        "insufficient_scope",
        "throttled",
        "invalid_query",
        "not_found",
        "rules_missing",
    }
)
"""Codes that a call has for what it is like: has a body, takes a token, is about a game."""


def created_response(body: Any, name: str, *parts: object, status: int = 201) -> Response:
    """Return the response to a call that creates what has the address `name`."""
    return Response(body, status=status, headers={"Location": reverse(name, args=parts)})


class FaultBody(TypedDict):
    pointer: NotRequired[
        Annotated[str, "For a fault in the body: JSON pointer (RFC 6901) to its place."]
    ]
    parameter: NotRequired[Annotated[str, "For a fault in the query: the parameter's name."]]
    code: Annotated[str, "Stable code for programs."]
    detail: Annotated[str, "One sentence for people."]


class ProblemBody(TypedDict):
    type: Annotated[
        str,
        "Address of a page about the code, on this server.",
        Keywords(format="uri-reference"),
    ]
    title: Annotated[str, "Title of the code, for people."]
    status: Annotated[int, "The HTTP status.", Keywords(minimum=400, maximum=599)]
    code: Annotated[str, "Stable code for programs."]
    detail: Annotated[str, "One sentence about this case, for people."]
    instance: Annotated[str, "Id of the request, as in the header `X-Request-Id`."]
    errors: NotRequired[
        Annotated[
            list[FaultBody],
            "The first 20 faults of the request; `detail` has the number of the others.",
        ]
    ]


class ProblemResponse(OpenApiResponse):
    """The problems of one status, by their codes."""

    def __init__(self, codes: list[str]) -> None:
        self.codes = codes
        super().__init__(TypedBody(ProblemBody), "; ".join(f"`{code}`" for code in codes))


def typed_response(shape: Any, description: str, example: str = "") -> OpenApiResponse:
    """Return a response with a body of this type; `example` is a name in `tideapi/examples.json`."""
    examples = [OpenApiExample(example)] if example else []
    return OpenApiResponse(TypedBody(shape), description, examples)


def problems(*codes: str) -> dict[tuple[int, str], ProblemResponse]:
    """Return the problems with these codes, by status: those that not every call may be refused with.

    Raises `ImproperlyConfigured` for a code that is in no table, as a misspelt one.
    """
    if unknown := {*codes} - CODES.keys():
        raise ImproperlyConfigured(f"A call is refused with {sorted(unknown)}: no such code.")
    by_status: dict[int, list[str]] = {}
    for code in codes:
        by_status.setdefault(CODES[code].status, []).append(code)
    return {(status, PROBLEM): ProblemResponse(same) for status, same in by_status.items()}


def problem_response(codes: list[str]) -> dict[str, Any]:
    """Return the response with a problem of one of these codes, all of one status."""
    status = CODES[codes[0]].status
    names = ["Retry-After"] if status in SOON else []
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        names += ["RateLimit", "RateLimit-Policy"]
    if status == HTTPStatus.UNAUTHORIZED:
        names += ["WWW-Authenticate"]
    headers = reference_headers(*names)
    if "idempotency_key_in_use" in codes:
        headers["Retry-After"] = {
            "description": "Seconds, with `idempotency_key_in_use`.",
            "schema": {"type": "integer"},
            "required": False,
        }
    content = {"schema": reference_schema("Problem"), "examples": reference_examples(*codes)}
    kinds = [f"`{code}`" for code in codes if not CODES[code].is_fault]
    faults = [f"`{code}`" for code in codes if CODES[code].is_fault]
    if faults:
        kinds.append(f"faults: {', '.join(faults)}")
    return {
        "description": "; ".join(kinds),
        "headers": headers,
        "content": {PROBLEM: content},
    }


def reference_headers(*names: str) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in ("X-Request-Id", *names)}


def reference_examples(*names: str) -> dict[str, Any]:
    """References to examples; that of a problem has its code for a name."""
    return {name: {"$ref": f"#/components/examples/{name}"} for name in names}
