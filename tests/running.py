"""A whole server for the tests that call it from outside: web, worker and beat as real processes.

It has a database of its own beside the one that pytest-django makes, and a broker number of its
own. All of it ends with the test process, however that ends.
"""

import os
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from tideapi.local import up
from tideapi.local.guard import Guard
from tideapi.local.processes import CannotStart
from tideapi.local.state import State
from tideapi.local.valkey import free_port

SETTINGS = {
    "TIDE_MIN_PER_TURN": "PT1S",  # games that the clock plays must end while somebody waits
    "TIDE_SWEEP_EVERY": "0.2",
}
READY_WITHIN = 60.0


class Server:
    """One running server; `url` is where it answers."""

    def __init__(self, folder: Path, guard: Guard, database: str, broker: str) -> None:
        self.broker = broker
        self.state = State(folder)
        self.env = {**os.environ, **SETTINGS, "DATABASE_URL": database, "BROKER_URL": broker}
        self.port = free_port()
        self.url = f"http://{up.HOST}:{self.port}"
        self._guard = guard
        self.processes = {
            one.name: one for one in up.programs(self.state, guard, self.env, self.port)
        }

    def start(self) -> None:
        """Migrate, start everything, and return when it can play."""
        up.migrate(self.state, self._guard, self.env)
        for process in self.processes.values():
            process.start()
        deadline = time.monotonic() + READY_WITHIN
        while not (answer := up.ready(self.port))[0]:
            if time.monotonic() > deadline or not self.alive:
                tails = "\n".join(process.tail() for process in self.processes.values())
                raise CannotStart(f"/readyz says {answer[1]!r}\n{tails}")
            time.sleep(0.1)

    @property
    def alive(self) -> bool:
        return all(process.alive for process in self.processes.values())

    def stop(self) -> None:
        for process in self.processes.values():
            process.ask()
        for process in self.processes.values():
            process.stop()

    def tracebacks(self) -> list[str]:
        """Lines of the logs that tell of an error nobody foresaw, with what follows them."""
        found = []
        for process in self.processes.values():
            lines = process.log.read_text(errors="replace").splitlines()
            begins = [at for at, line in enumerate(lines) if line.startswith("Traceback")]
            found += ["\n".join(lines[max(0, at - 1) : at + 40]) for at in begins]
        return found


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that is ready; whatever the tests did to it, it has met no unforeseen error."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
    name = f"tide_server_{os.getpid()}"
    given = os.environ["DATABASE_URL"]
    with ExitStack() as stack:
        _execute(given, f"CREATE DATABASE {name}")
        stack.callback(_execute, given, f"DROP DATABASE {name} WITH (FORCE)")
        guard = Guard()
        stack.callback(guard.close)
        running = Server(
            tmp_path_factory.mktemp("server"),
            guard,
            urlsplit(given)._replace(path=f"/{name}").geturl(),
            # Number 0 is what the tests inside this process use.
            urlsplit(os.environ["BROKER_URL"])._replace(path=f"/{15 - int(worker[2:])}").geturl(),
        )
        stack.callback(running.stop)
        running.start()
        yield running
        assert running.alive
        assert running.tracebacks() == []


def _execute(url: str, statement: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement)
