"""Which version this is: pyproject.toml says it, and nothing else does."""

import tomllib
from pathlib import Path

_PROJECT = Path(__file__).resolve().parents[1] / "pyproject.toml"

VERSION: str = tomllib.loads(_PROJECT.read_text())["project"]["version"]
"""By https://semver.org; what stays the same within it is in docs/versioning.md."""
