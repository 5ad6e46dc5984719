"""One call of the API, described where it is written.

Why so: docs/decisions/api-document.md.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, wraps
from typing import Any, TypeVar

from rest_framework.request import Request

from common.rest.serializers import Body, EmptyBody, Query

F = TypeVar("F", bound=Callable[..., Any])
WITH_BODY = frozenset({"post", "put", "patch"})
"""Methods of which a body is read; what others are sent with is not looked at."""


@dataclass(frozen=True)
class SuccessAnswer:
    """The successful answer of a call, as the document states it.

    `schema` and `example` are names: of a schema of the document (None for no body) and of one of its
    examples.
    """

    status: int
    schema: str | None
    text: str
    example: str | None = None
    content: str = "application/json"
    """The media type of the body."""


@dataclass(frozen=True)
class Call:
    """One method at one address, as the document states it.

    `request` is the serializer of the body, `query` that of the parameters, `refuses` the codes that this
    call may be refused with in addition to those that every call shares.
    """

    name: str
    tag: str
    summary: str
    answer: SuccessAnswer
    description: str = ""
    request: type[Body] | None = None
    request_example: Any = None
    request_examples: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Bodies by name, each with a `summary` and a `value`, where one example does not show enough."""
    query: type[Query] = Query
    refuses: tuple[str, ...] = ()
    scope: str | None = None
    """What a token must be allowed, of `common.rest.scopes`; None where no token is looked at."""
    more_scopes: tuple[str, ...] = ()
    """Further scopes that a token needs, because the call also shows what they guard."""
    tokenless: bool = False
    """No token is looked at, so that one which has expired is no obstacle to getting another."""
    streams: bool = False
    """It answers with server-sent events."""
    ends: bool = False
    """Its stream is over some day; asked for again then, it is answered with 204."""
    compressed: bool = False
    """No hand, sealed answer or secret is in it, so it may be compressed (docs/decisions/web-server.md)."""
    localized: bool = False
    """Sentences in its answer are in the language that `Accept-Language` asks for."""
    once: bool = False
    """It takes an `Idempotency-Key` (`players.idempotency.make_idempotent` sets this)."""

    @cached_property
    def needed_scopes(self) -> tuple[str, ...]:
        """All scopes that a token needs, the call's own one first."""
        return (() if self.scope is None else (self.scope,)) + self.more_scopes


def call(**words: Any) -> Callable[[F], F]:
    """Describe a view's handler; the words are the fields of `Call`."""
    described = Call(**words)

    def describe(handler: F) -> F:
        @wraps(handler)
        def handle_without_body(view: Any, request: Request, **parts: Any) -> Any:
            EmptyBody.read(request.data)
            return handler(view, request, **parts)

        takes_none = described.request is None and handler.__name__ in WITH_BODY
        found: Any = handle_without_body if takes_none else handler
        found.call = described
        return found  # type: ignore[no-any-return]

    return describe
