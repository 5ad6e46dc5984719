"""A whole server for the tests that call it from outside: web, worker and beat as real processes.

It has a database of its own beside the one that pytest-django makes, and a broker number of its
own; a `MortalServer` has a PostgreSQL and a Valkey of its own, for tests that kill them. All of it ends
with the test process, however that ends.
"""

import os
import re
import signal
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import psycopg
import pytest

from tests import machine, migrated
from tideapi.local import up
from tideapi.local.postgres import Postgres
from tideapi.local.processes import CannotStart, Process, Service
from tideapi.local.reaper import Reaper
from tideapi.local.state import StateFolder
from tideapi.local.valkey import Valkey, free_port

SETTINGS = {
    "TIDE_MIN_TIME_PER_TURN": "PT1S",  # games that the clock plays must end while somebody waits
    "TIDE_SWEEP_INTERVAL_SECONDS": "0.2",
    "TIDE_MAX_OPEN_GAMES_PER_PLAYER": "1000",  # few people stand for many here
    "TIDE_MAX_GAMES_PER_PLAYER": "1000",
    "TIDE_SANDBOX_ENABLED": "true",  # tests with a test token need not wait for deadlines
    "TIDE_PRIVATE_ADDRESSES_ENABLED": "true",  # the receivers are on this machine
    "TIDE_WEBHOOK_INTERVAL_SECONDS": "0.5",
    "TIDE_NOTICE_DELAY": "PT0S",
    "TIDE_NOTICE_INTERVAL_SECONDS": "0.5",
    "TIDE_PUSH_KEY": "oq2KODD0mtBHPzW3kBLGQFv2BG-RTVQyzdlV_-xRXvY",  # for tests alone
    "TIDE_BODY_TIMEOUT_SECONDS": "5",  # some bodies never come
    "TIDE_DELIVERY_RETRY_DELAYS": "PT0.2S,PT0.5S,PT1S,PT1S",
}
READY_WITHIN = 120.0
UNFORESEEN = re.compile(r"^Traceback| ERROR (tideapi|games)")
"""What a line has in it that tells of an error. Ours come without a traceback: it might quote a card."""


CELERY = ["-m", "celery", "-A", "tideapi"]
WORKER = [*CELERY, "worker", "--loglevel", "INFO"]
HOOKS = ["--queues", "hooks", "--pool", "threads", "--concurrency", "8", "--hostname", "hooks@%h"]
THINKERS = ["--queues", "thinkers", "--concurrency", "1", "--hostname", "thinkers@%h"]


def list_commands(env: Mapping[str, str], port: int) -> dict[str, list[str]]:
    """The processes of docker/compose.yaml, in the order of starting: more than `make up` has."""
    return {
        "worker": [*WORKER, "--concurrency", "2"],
        "hooks": [*WORKER, *HOOKS],
        "thinkers": [*WORKER, *THINKERS],
        "beat": [*CELERY, "beat", "--pidfile", ""],
        "web": up.web_command(up.HOST, port),
        **up.taking_replies(env),
    }


class Server:
    """One running server; `url` is where it answers."""

    ready_within = READY_WITHIN
    has_tables = False

    def __init__(
        self,
        folder: Path,
        reaper: Reaper,
        database: str,
        broker: str,
        *,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.broker = broker
        self.state = StateFolder(folder)
        given = {**os.environ, **SETTINGS} if environment is None else environment
        self.env = {**given, "DATABASE_URL": database, "BROKER_URL": broker}
        self.port = free_port()
        self.url = f"http://{up.HOST}:{self.port}"
        self._reaper = reaper
        self.processes = {one.name: one for one in self._programs()}

    def _programs(self) -> list[Process]:
        env = {"PROMETHEUS_MULTIPROC_DIR": f"{self.state.folder}/metrics", **self.env}
        commands = list_commands(env, self.port)
        return up.make_programs(self.state, self._reaper, env, commands)

    def start(self) -> None:
        """Start everything, and return when it can play; before that migrate what has no tables yet."""
        if not self.has_tables:
            up.migrate_database(self.state, self._reaper, self.env)
            self.has_tables = True
        for process in self.processes.values():
            process.start()
        self.is_ready()

    def is_ready(self) -> None:
        """Return when it can play; CannotStart when that takes too long or something has died."""
        deadline = time.monotonic() + self.ready_within
        while not (answer := up.ready(self.port))[0]:
            if time.monotonic() > deadline or not self.alive:
                raise CannotStart(f"/readyz says {answer[1]!r}\n{self}")
            time.sleep(0.1)

    @property
    def alive(self) -> bool:
        return all(process.alive for process in self.processes.values())

    def __str__(self) -> str:
        """The last that its processes have said."""
        return "\n".join(process.tail() for process in self.processes.values())

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
            begins = [at for at, line in enumerate(lines) if UNFORESEEN.search(line)]
            found += ["\n".join(lines[max(0, at - 1) : at + 40]) for at in begins]
        return found


class MortalServer(Server):
    """A server all of whose parts may be killed, its own PostgreSQL and Valkey too.

    What PostgreSQL has committed outlives that; the broker comes back with nothing.
    """

    def __init__(
        self, folder: Path, reaper: Reaper, environment: Mapping[str, str] | None = None
    ) -> None:
        self.postgres, self.valkey = self._stores(folder, reaper)
        self.backing: dict[str, Service] = {"postgres": self.postgres, "broker": self.valkey}
        urls = self.postgres.url, self.valkey.url
        super().__init__(folder, reaper, *urls, environment=environment)

    def _stores(self, folder: Path, reaper: Reaper) -> tuple[Postgres, Valkey]:
        return Postgres(folder, reaper), Valkey(folder, reaper, durable=False)

    def start(self) -> None:
        if migrated.put_into(self.postgres):
            self.has_tables = True
        for server in self.backing.values():
            server.start()
        super().start()

    def stop(self) -> None:
        super().stop()
        for server in self.backing.values():
            server.stop()

    @property
    def dead(self) -> list[str]:
        """Which parts do not run, in the order in which they are started."""
        parts = {name: server.process for name, server in self.backing.items()} | self.processes
        return [name for name, process in parts.items() if not process.alive]

    @property
    def alive(self) -> bool:
        return not self.dead

    def add(
        self, name: str, like: str, *options: str, environment: Mapping[str, str] | None = None
    ) -> None:
        """One more process like one of the others; it is started with them, or by `restart`.

        `environment` is what it gets beside their settings.
        """
        self.processes[name] = Process(
            name,
            [*self.processes[like].command, *options],
            log=self.state.logs / f"{name}.log",
            reaper=self._reaper,
            env={**self.env, **(environment or {})},
            cwd=up.ROOT,
            patience=6.0,
        )

    def beside(self, name: str, command: Sequence[str], stdin: str = "") -> Process:
        """A program that is no part of the server, not started yet; it ends with the server."""
        return Process(
            name,
            [up.PYTHON, *command],
            log=self.state.logs / f"{name}.log",
            reaper=self._reaper,
            cwd=up.ROOT,
            patience=2.0,
            stdin=stdin,
        )

    def kill(self, name: str) -> None:
        """SIGKILL to a process and all its children.

        Those of PostgreSQL are in groups of their own: on a busy machine they would answer once more.
        It is stopped first, so that it starts no further one meanwhile.
        """
        part = self.backing[name].process if name in self.backing else self.processes[name]
        part.signal(signal.SIGSTOP)
        children = machine.family(part.pid)[1:] if part.pid else []
        part.kill()
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)

    def restart(self, name: str) -> None:
        """Start what was killed; a database takes connections when this returns."""
        (self.backing.get(name) or self.processes[name]).start()

    def pids(self) -> dict[str, int | None]:
        """The process numbers of web, worker and beat: the same as long as they live."""
        return {name: process.pid for name, process in self.processes.items() if process.alive}

    def asks(self, question: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """What the database answers; with nothing to answer, what it was told is done."""
        with psycopg.connect(self.postgres.url) as connection:
            said = connection.execute(question.encode(), values)
            return said.fetchall() if said.description else []


M = TypeVar("M", bound=MortalServer)


@contextmanager
def one_of(kind: type[M], environment: Mapping[str, str] | None = None) -> Iterator[M]:
    """A server of this kind that does not run yet; at the end nothing of it is left.

    `environment` is all that its processes get, instead of the tests' own settings.
    """
    # Not below pytest's own folders, which PostgreSQL's user cannot reach.
    folder = Path(tempfile.mkdtemp(prefix="tide-mortal-")).resolve()
    folder.chmod(0o755)
    reaper = Reaper()
    reaper.remove(folder)
    with ExitStack() as stack:
        stack.callback(reaper.close)
        server = kind(folder, reaper, environment)
        stack.callback(server.stop)
        yield server


def mortal_server(
    environment: Mapping[str, str] | None = None,
) -> AbstractContextManager[MortalServer]:
    """One on a single machine."""
    return one_of(MortalServer, environment)


@pytest.fixture(scope="session")
def server(backing: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that is ready; whatever the tests did to it, it has met no unforeseen error."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
    name = f"tide_server_{os.getpid()}"
    given = os.environ["DATABASE_URL"]
    with ExitStack() as stack:
        _execute(given, f"CREATE DATABASE {name}{migrated.copied()}")
        stack.callback(_execute, given, f"DROP DATABASE {name} WITH (FORCE)")
        reaper = Reaper()
        stack.callback(reaper.close)
        running = Server(
            tmp_path_factory.mktemp("server"),
            reaper,
            urlsplit(given)._replace(path=f"/{name}").geturl(),
            # Number 0 is what the tests inside this process use.
            urlsplit(os.environ["BROKER_URL"])._replace(path=f"/{15 - int(worker[2:])}").geturl(),
        )
        running.has_tables = bool(migrated.copied())
        stack.callback(running.stop)
        running.start()
        yield running
        assert running.alive
        assert running.tracebacks() == []


def _execute(url: str, statement: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement)
