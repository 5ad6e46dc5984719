"""The wheel's generated modules: they are made while it is built, and not committed."""

import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parents[2]))
from packages.generator import python


class Core(BuildHookInterface[Any]):
    """Adds the core to the package."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Generate the core from the OpenAPI document."""
        for name, file in python.write_core(Path(mkdtemp())).items():
            build_data["force_include"][str(file)] = f"tideapi_client/{name}"
