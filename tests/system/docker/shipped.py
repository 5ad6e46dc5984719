"""What is shipped: the files that .dockerignore lets in, and an environment of one lock alone."""

import shutil
import subprocess
import sys
from pathlib import Path

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
    """Make a virtual environment of requirements/LOCK.txt, and of wheels beside it."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    install: list[str | Path] = [
        folder / "bin/pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
    ]
    lock_file = ROOT / f"requirements/{lock}.txt"
    subprocess.run([*install, "--require-hashes", "--requirement", lock_file], check=True)
    if wheels:
        subprocess.run([*install, "--no-index", *wheels], check=True)
    return folder
