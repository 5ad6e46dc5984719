"""The npm packages of all clients, installed above their folders, where node looks for them."""

import shutil

from tools.clients import tools
from tools.clients.client import HERE, MADE
from tools.clients.commands import run

FILES = ("package.json", "package-lock.json", ".npmrc")
LOCK = HERE / "npm" / "package-lock.json"


def install() -> bool:
    """Install what the lock says, unless that is there already; whether anything had to be done."""
    stamp = tools.NODE_MODULES / "made-from"
    if stamp.exists() and stamp.read_bytes() == LOCK.read_bytes():
        return False
    MADE.mkdir(exist_ok=True)
    for name in FILES:
        shutil.copy(HERE / "npm" / name, MADE)
    # No package gets to run a program of its own while it is installed.
    run(MADE, ("node", "{npm}", "ci", "--ignore-scripts", "--no-audit", "--no-fund"))
    stamp.write_bytes(LOCK.read_bytes())
    return True
