"""What is shipped: the files that .dockerignore lets in, and an environment of one lock alone."""

import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement

from tests.unit.docker.files import DOCKERIGNORE, passes_dockerignore
from tideapi.local.up import ROOT


def copy_context(folder: Path) -> None:
    """Copy what `COPY . .` of the Dockerfile finds into a new folder."""
    for line in DOCKERIGNORE.read_text().splitlines():
        if not line.startswith("!"):
            continue
        named = ROOT / line.removeprefix("!").rstrip("/")
        for path in [named, *named.rglob("*")]:
            if path.is_file() and passes_dockerignore(path):
                target = folder / path.relative_to(ROOT)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, target)


def make_environment(folder: Path, lock: str, *wheels: Path) -> Path:
    """Make a virtual environment of what requirements/LOCK.txt names, linked from ours, and of wheels."""
    python = folder / "bin/python"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    for line in (ROOT / f"requirements/{lock}.txt").read_text().splitlines():
        if "==" in line and not line.startswith((" ", "#")):
            named = Requirement(line.rstrip(" \\"))
            if named.marker is None or named.marker.evaluate():
                _link_package(named, packages, python)
    if wheels:
        pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
        subprocess.run([*pip, "--no-deps", "--no-index", *wheels], check=True)
    return folder


def _link_package(named: Requirement, packages: Path, python: Path) -> None:
    """Put a package that is installed here at `packages` too; its programs are run by this Python."""
    installed = distribution(named.name)
    assert installed.version in named.specifier, named
    ours = re.escape(f"{sys.prefix}/bin/python".encode()) + rb"[\d.]*"
    for file in installed.files or ():
        source, target = Path(str(file.locate())), packages / file
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.parent.name == "bin" and ".." in file.parts:
            target.write_bytes(re.sub(ours, bytes(python), source.read_bytes()))
            target.chmod(0o755)
        elif source.exists():
            _link(source, target)


def _link(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:  # It lies on another file system.
        shutil.copy2(source, target)
