"""The modules of production code."""

from pathlib import Path

from tests.unit.docs.pages import ROOT

PACKAGES = ("common", "games", "notifications", "players", "tideapi")


def modules() -> list[Path]:
    """Production code, without migrations: these keep the names of their day."""
    found = (path for package in PACKAGES for path in ROOT.glob(f"{package}/**/*.py"))
    return sorted(path for path in found if "migrations" not in path.parts)
