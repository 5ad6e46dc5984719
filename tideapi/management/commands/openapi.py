"""The OpenAPI document as a file: drf-spectacular's command with the renderer that serves it."""

from typing import Any

from drf_spectacular.management.commands.spectacular import Command as Spectacular

from tideapi.rendering import Renderer


class Command(Spectacular):
    help = "Write the OpenAPI document."

    def get_renderer(self, format: str) -> Any:  # noqa: A002  The name is drf-spectacular's.
        if format == "openapi":
            return Renderer()
        return super().get_renderer(format)  # type: ignore[no-untyped-call]
