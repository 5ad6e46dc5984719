"""One call of the API, described where it is written.

Why so: docs/decisions/api-document.md.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


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

    `refuses` has the codes that this call may be refused with in addition to those that every call shares.
    """

    name: str
    tag: str
    summary: str
    answer: SuccessAnswer
    description: str = ""
    request_example: Any = None
    request_examples: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Bodies by name, each with a `summary` and a `value`, where one example does not show enough."""
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
        found: Any = handler
        found.call = described
        return handler

    return describe
