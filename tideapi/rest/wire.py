"""Answers are JSON, and nothing but JSON."""

from collections.abc import Iterable, Mapping
from typing import Any

import orjson
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

PROBLEM = "application/problem+json"


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
    """Whatever the client says that it accepts. Bodies are read by `tideapi.rest.reading`."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        only = next(iter(renderers))
        return only, str(only.media_type)


def dump(data: Any) -> bytes:
    """JSON with times in UTC, to the microsecond, with a Z."""
    return orjson.dumps(data, option=orjson.OPT_UTC_Z)
