"""One command run to its end."""

import subprocess
from pathlib import Path

from tools.clients import tools
from tools.clients.client import Command

PATIENCE = 600
"""Seconds that any command may take before it is given up."""
LINES = 40
"""So many of a failed command's last lines are shown."""


class Failed(Exception):
    """A command has ended with an error, or something is not as it must be; the message says what."""


def run(folder: Path, command: Command) -> str:
    """All that the command says, run in this folder; Failed if it ends with an error."""
    words = [found for word in tools.filled(command) for found in _files(folder, word)]
    try:
        done = subprocess.run(
            words,
            cwd=folder,
            env=tools.environment(),
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


def _files(folder: Path, word: str) -> list[str]:
    """The files that a word with a star stands for; any other word is itself."""
    if "*" not in word:
        return [word]
    # npm would take `dist/one.tgz` for a repository.
    return sorted(f"./{path.relative_to(folder)}" for path in folder.glob(word))
