"""Folders of the project that hold no packages: web/, docs/, locale/ and those that are built."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def find_folder(name: str) -> Path:
    """Return a folder of the project: within this package in an installed wheel, beside it in a checkout."""
    installed = _PACKAGE / "data" / name
    return installed if installed.is_dir() else _PACKAGE.parent / name
