"""The server that is attacked: everything of `make up`, with the settings of a production that has set none.

What differs from it is named in `DIFFERS`.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from tests import machine
from tests.running import MortalServer, mortal_server
from tests.servers import FOR_TESTS
from tideapi.local import up
from tideapi.local.processes import Process

DIFFERS = {"TIDE_PRIVATE_ADDRESSES_ENABLED": "true"}
"""Receivers of webhooks are on this machine."""
NEEDED = {"SECRET_KEY": FOR_TESTS["SECRET_KEY"], "ALLOWED_HOSTS": up.HOST, "TIDE_DEBUG": "false"}
"""What a production cannot do without."""
NUMBERS = count(1)


def shipped() -> dict[str, str]:
    """The environment of its processes: no setting but these, whatever is set around us."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("TIDE_") and name != "CACHE_URL"
    }
    return {**kept, **NEEDED, **DIFFERS}


@contextmanager
def besieged() -> Iterator[MortalServer]:
    """A server of its own that is ready; nothing of it is left at the end."""
    with mortal_server(shipped()) as server:
        server.start()
        yield server


def attacker(server: MortalServer, order: str) -> Process:
    """A process that reads this order and carries it out, not started yet."""
    return server.beside(f"attacker-{next(NUMBERS)}", ["-m", "tools.siege.attacker"], order)


def memory(server: MortalServer) -> float:
    """Megabytes of all processes of the web server."""
    web = server.processes["web"].pid
    return sum(machine.memory(one) for one in machine.family(web)) if web else 0.0


def log_of(server: MortalServer) -> Path:
    """What the web server says."""
    return server.processes["web"].log


def lines(log: Path) -> int:
    """How many there are."""
    with log.open("rb") as text:
        return sum(1 for _ in text)
