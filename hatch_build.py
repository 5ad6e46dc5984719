"""The verifiers within the wheel: they are built with it, and not committed."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
from packages.verify import build


class Verifiers(BuildHookInterface[Any]):
    """Builds the verifiers into the folder that the wheel includes."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build them before the files of the wheel are listed."""
        build.write_files()
