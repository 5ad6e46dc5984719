"""JSON in and out, and nothing but JSON."""

from collections.abc import Iterable, Mapping
from typing import IO, Any

import orjson
from django.conf import settings
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from tideapi.rest.refused import Refused

PROBLEM = "application/problem+json"
DEEPEST = 32
"""Levels of a body. What is read by a schema is walked, and shown in errors, level by level."""


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


class Parser(BaseParser):
    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        raw = stream.read(settings.TIDE_MAX_BODY + 1)
        if len(raw) > settings.TIDE_MAX_BODY:
            most = settings.TIDE_MAX_BODY
            raise Refused("body_too_large", f"A body may have {most} bytes at most.")
        try:
            read = orjson.loads(raw)
        except orjson.JSONDecodeError as error:
            raise Refused("malformed_json", "The body is not JSON.") from error
        if _levels_exceed(DEEPEST, read):
            said = f"The body is nested more than {DEEPEST} levels deep."
            raise Refused("malformed_json", said)
        return read


class AlwaysJson(BaseContentNegotiation):
    """Answers are JSON whatever the client says that it accepts."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        sent = (request.content_type or "").split(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == sent), None)

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        only = next(iter(renderers))
        return only, str(only.media_type)


def _levels_exceed(most: int, value: Any) -> bool:
    level = [value]
    for _ in range(most):
        level = [inner for outer in level for inner in _inside(outer)]
    return any(isinstance(inner, dict | list) for inner in level)


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def dump(data: Any) -> bytes:
    """JSON with times in UTC, to the microsecond, with a Z."""
    return orjson.dumps(data, option=orjson.OPT_UTC_Z)
