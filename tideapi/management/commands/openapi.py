"""Command that writes the OpenAPI document: drf-spectacular's, with the renderer that serves it."""

from typing import Any

from drf_spectacular.management.commands.spectacular import Command as Spectacular

from tideapi.yaml_renderer import YamlRenderer


class Command(Spectacular):
    help = "Write the OpenAPI document."

    def get_renderer(self, format: str) -> Any:  # noqa: A002  The name is drf-spectacular's.
        if format == "openapi":
            return YamlRenderer()
        return super().get_renderer(format)  # type: ignore[no-untyped-call]
