"""One call of the API, described where it is written."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from tideapi.rest.deprecation import Deprecated
from tideapi.rest.schemas import Schema, closed

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Answer:
    """What a call answers when it does what was asked.

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

    `request` names the schema of the body, `query` holds the query's properties, `refuses` the codes
    that this call may be refused with besides those that every call shares.
    """

    name: str
    tag: str
    summary: str
    answer: Answer
    description: str = ""
    needs: tuple[str, ...] = ()
    """The parameters of the query that may not be left out."""
    request: str | None = None
    request_example: Any = None
    query: Schema = field(default_factory=dict)
    refuses: tuple[str, ...] = ()
    scope: str | None = None
    """What a token must be allowed, of `tideapi.rest.scopes`; None where no token is looked at."""
    more_scopes: tuple[str, ...] = ()
    """The scopes that a token needs besides, because the call also shows what they guard."""
    tokenless: bool = False
    """No token is looked at, so that one which has expired is no obstacle to getting another."""
    streams: bool = False
    """It answers with server-sent events."""
    ends: bool = False
    """Its stream is over some day; asked for again then, it is answered with 204."""
    compressed: bool = False
    """Nothing in its answer is its viewer's alone, so it may be compressed (docs/why.md#compression)."""
    once: bool = False
    """It takes an `Idempotency-Key` (`players.idempotency.once` sets this)."""
    deprecated: Deprecated | None = None
    """It is going to be removed."""

    @cached_property
    def needed_scopes(self) -> tuple[str, ...]:
        """All scopes that a token needs, the call's own one first."""
        return (() if self.scope is None else (self.scope,)) + self.more_scopes

    @cached_property
    def query_schema(self) -> Schema:
        """The schema of the whole query."""
        return closed(self.query, optional=self.query.keys() - set(self.needs))


def call(**words: Any) -> Callable[[F], F]:
    """Describe a view's handler; the words are the fields of `Call`."""
    described = Call(**words)

    def describe(handler: F) -> F:
        handler.call = described  # type: ignore[attr-defined]
        return handler

    return describe
