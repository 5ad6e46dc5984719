"""Bodies and answers are JSON, and nothing but JSON."""

import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Mapping
from typing import IO, Any

import orjson
from django.conf import settings
from django.utils.translation import gettext
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from common.rest.errors import ApiError

Json = dict[str, Any]
"""An object of JSON."""
PROBLEM = "application/problem+json"
MAX_LEVELS = 32
"""Levels of a body. What is read by a schema is walked, and shown in errors, level by level."""
NO_PLAIN_NUMBER = re.compile(rb"[0-9][.eE]|[0-9]{20}")
"""What stands in every number that orjson does not read as an integer, and seldom anywhere else."""


class Parser(BaseParser):
    """Reads a body of at most `TIDE_MAX_BODY_BYTES`. An empty one never gets here: for DRF it is `{}`."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return what the body says. Raises `ApiError` (`body_too_large`, `malformed_json`)."""
        raw: bytes = stream.read(settings.TIDE_MAX_BODY_BYTES + 1)
        if len(raw) > settings.TIDE_MAX_BODY_BYTES:
            most = settings.TIDE_MAX_BODY_BYTES
            raise ApiError(
                "body_too_large", gettext("A body may have {most} bytes at most.").format(most=most)
            )
        try:
            # A byte order mark is no fault (RFC 8259, section 8.1).
            data = orjson.loads(raw.removeprefix(BOM_UTF8))
        except orjson.JSONDecodeError as error:
            raise ApiError("malformed_json", "The body is not JSON.") from error
        if _is_deep(data):
            message = gettext("The body is nested more than {most} levels deep.").format(
                most=MAX_LEVELS
            )
            raise ApiError("malformed_json", message)
        return _with_whole_numbers(data) if NO_PLAIN_NUMBER.search(raw) else data


class Renderer(BaseRenderer):
    media_type = "application/json"
    format = "json"
    charset = None

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        return b"" if data is None else dump(data)


class AlwaysJson(BaseContentNegotiation):
    """Whatever the client says that it accepts, the answer is JSON; a body has to say that it is."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        kind = request._request.content_type  # noqa: SLF001  Django has read it without parameters.
        return next((parser for parser in parsers if parser.media_type == kind), None)

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        only = next(iter(renderers))
        return only, str(only.media_type)


def dump(data: Any) -> bytes:
    """JSON with times in UTC, to the microsecond, with a Z."""
    return orjson.dumps(data, option=orjson.OPT_UTC_Z)


def _with_whole_numbers(value: Any) -> Any:
    """The same with 3 in the place of 3.0, which JSON Schema takes for the same number."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case dict():
            return {name: _with_whole_numbers(inner) for name, inner in value.items()}
        case list():
            return [_with_whole_numbers(inner) for inner in value]
        case _:
            return value


def _is_deep(value: Any) -> bool:
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(MAX_LEVELS):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
        if not level:
            return False
    return True
