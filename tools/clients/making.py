"""A client made: generated, with its program beside it, and compiled.

What has not changed is not generated again.
"""

import hashlib
import re
import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass

from tools.clients.client import DOCUMENT, ROOT, Client
from tools.clients.commands import run
from tools.clients.npm import LOCK

WARNING = re.compile(r"warn|error|⚠|cannot|unable|unsupported|invalid", re.IGNORECASE)
"""What a line of a generator's has in it that tells of a fault in the document."""
BUILT = {"__pycache__", "dist"}
"""Folders that a build leaves behind."""
NO_FAULTS = (
    " INFO ",
    "OpenAPI 3.1 support is still in beta",  # said of every document of 3.1
    "Ignoring complex example on request body",  # said of every object that is an example
)


@dataclass(frozen=True)
class Made:
    """What became of a client: the generator's warnings, the number of its files, seconds taken."""

    warnings: Sequence[str]
    files: int
    generated_in: float | None
    """None when it was there already."""
    compiled_in: float | None
    """None when this client is only generated."""

    def line(self) -> str:
        """It in words."""
        made = "kept" if self.generated_in is None else f"{self.generated_in:.0f} s"
        compiled = "" if self.compiled_in is None else f", compiled {self.compiled_in:.0f} s"
        return f"{self.files} files, generated {made}{compiled}, {len(self.warnings)} warnings"


def make(client: Client) -> Made:
    """Generate and compile it; Failed if one of its commands fails."""
    began = time.monotonic()
    fresh = _generate(client)
    between = time.monotonic()
    if not fresh:
        _copy_sources(client)
    for command in client.compile:
        run(client.folder, command)
    return Made(
        warnings=warnings(client),
        files=len(list(client.generated())),
        generated_in=between - began if fresh else None,
        compiled_in=time.monotonic() - between if client.compile else None,
    )


def warnings(client: Client) -> list[str]:
    """What the generator has complained of, each thing once."""
    lines = dict.fromkeys(client.log.read_text().splitlines())
    return [
        line
        for line in lines
        if WARNING.search(line) and not any(part in line for part in (*NO_FAULTS, *client.always))
    ]


def _generate(client: Client) -> bool:
    """Whether it had to be generated."""
    stamp = client.folder / "made-from"
    made_from = _hash(client)
    if stamp.exists() and stamp.read_text() == made_from:
        return False
    shutil.rmtree(client.folder, ignore_errors=True)
    client.folder.mkdir(parents=True)
    _copy_sources(client)  # first, because some generators read a language's own settings there
    client.log.write_text("".join(run(client.folder, command) for command in client.generate))
    stamp.write_text(made_from)
    return True


def _copy_sources(client: Client) -> None:
    for source in client.sources:
        shutil.copy(source, client.folder)


def _hash(client: Client) -> str:
    """It changes with the document, the generators' versions and their options."""
    files = [DOCUMENT, ROOT / "requirements" / "clients.txt", LOCK, *client.sources]
    for folder in client.made_from:
        files += sorted(one for one in folder.rglob("*.*") if one.parent.name not in BUILT)
    parts = [*(one.read_bytes() for one in files), repr(client.generate).encode()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()
