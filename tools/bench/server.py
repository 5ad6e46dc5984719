"""What is measured: a durable PostgreSQL, Valkey, and the API as a production would run it.

Each town has a database of its own on the one PostgreSQL, and a web server of its own that idles when it
is not asked, so that towns of different size can be measured in turns.
"""

import http.client
import os
import time
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path

import psycopg

from tideapi.local import up
from tideapi.local.postgres import NAME, Postgres
from tideapi.local.processes import CannotStart, Process
from tideapi.local.reaper import Reaper
from tideapi.local.valkey import Valkey, free_port
from tools.bench import copies

POSTGRES = {
    # What is played of a million games has room in it. Much more makes every backend slower at first, until
    # it has touched all of it once.
    "shared_buffers": "2GB",
    "max_wal_size": "4GB",
    "checkpoint_timeout": "30min",
    # What would run at some moment or other is done before each measurement instead.
    "autovacuum": "off",
    # Statements are read from here, as PostgreSQL was asked to execute them.
    "logging_collector": "on",
    "log_destination": "csvlog",
    "log_filename": "bench.log",
    "log_rotation_age": "0",
    "log_rotation_size": "0",
}
"""Settings of the server besides those of `make up`; fsync and synchronous_commit are on."""

PRODUCTION = {
    "TIDE_DEBUG": "false",
    "SECRET_KEY": "only-for-measurements-and-therefore-no-secret-0123456789",
    "ALLOWED_HOSTS": up.HOST,
    # Counted as ever, but nobody is refused.
    "TIDE_LIMIT_ADDRESS": "1000000000/m",
    "TIDE_LIMIT_PLAYER": "1000000000/m",
    "TIDE_LIMIT_SIGN_IN": "1000000000/m",
    "TIDE_LIMIT_WRONG_PASSWORDS": "1000000000/m",
    "TIDE_LIMIT_INVITATIONS": "1000000000/m",
    "TIDE_LIMIT_MESSAGES": "1000000000/m",
    "TIDE_LIMIT_REDELIVERIES": "1000000000/m",
}


class Backing:
    """PostgreSQL and Valkey, with an empty database that all towns are copied from."""

    def __init__(self, folder: Path, stack: ExitStack, processes: int = 2) -> None:
        self.folder = folder
        self.processes = processes
        self.reaper = Reaper()
        stack.callback(self.reaper.close)
        self.reaper.remove(folder)
        self.postgres = Postgres(folder, self.reaper)
        self.postgres.process.command += [
            part for name, value in POSTGRES.items() for part in ("-c", f"{name}={value}")
        ]
        self.valkey = Valkey(folder, self.reaper, durable=False)
        self._stack = stack
        for server in (self.postgres, self.valkey):
            stack.callback(server.stop)
            server.start()

    @property
    def binaries(self) -> Path:
        """The folder of PostgreSQL's programs."""
        return Path(self.postgres.process.command[0]).parent

    @property
    def pid(self) -> int:
        """PostgreSQL's."""
        assert self.postgres.process.pid is not None
        return self.postgres.process.pid

    @property
    def log(self) -> Path:
        """What PostgreSQL says, as CSV."""
        return self.postgres.data / "log" / "bench.csv"

    def url(self, database: str) -> str:
        return f"{self.postgres.url.removesuffix(NAME)}{database}"

    def environment(self, database: str) -> dict[str, str]:
        """What a process that works on this database gets."""
        urls = {"DATABASE_URL": self.url(database), "BROKER_URL": self.valkey.url}
        return {**os.environ, **PRODUCTION, **urls}

    def connect(self, database: str) -> copies.Db:
        return psycopg.connect(self.url(database), autocommit=True)

    def create(self, database: str, template: str = "template1") -> None:
        """Make a database, and whatever had this name is gone."""
        with self.connect("postgres") as db:
            db.execute(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)".encode())
            db.execute(f"CREATE DATABASE {database} TEMPLATE {template}".encode())

    def settle(self) -> None:
        """Write down what is to be written, so that no measurement pays for the one before it."""
        with self.connect("postgres") as db:
            db.execute("CHECKPOINT")

    def process(
        self, name: str, command: list[str], env: dict[str, str], stdin: str = ""
    ) -> Process:
        """A Python program of ours, not started yet."""
        return Process(
            name,
            [up.PYTHON, "-m", *command],
            log=self.folder / "logs" / f"{name}.log",
            reaper=self.reaper,
            env=env,
            cwd=up.ROOT,
            patience=6.0,
            stdin=stdin,
        )

    def web_server(self, database: str, interface: str) -> "Server":
        """The API on this database, ready to be called."""
        server = Server(self, database, interface)
        self._stack.callback(server.process.stop)
        server.start()
        return server


class Server:
    """granian as `make up` starts it; with `wsgi`, processes of one thread for calls alone."""

    def __init__(self, backing: Backing, database: str, interface: str) -> None:
        self.port = free_port()
        name = f"{interface}-{database}"
        module, *options, _ = up.web_command(up.HOST, self.port, backing.processes)[1:]
        if interface == "wsgi":
            options[options.index("asgi")] = interface
            options += ["--blocking-threads", "1"]
        self.process = backing.process(
            name,
            [module, *options, "--factory", f"tools.bench.nothing:{interface}"],
            {**backing.environment(database), up.COUNTED: str(backing.folder / "metrics" / name)},
        )

    @property
    def pid(self) -> int:
        assert self.process.pid is not None
        return self.process.pid

    def start(self) -> None:
        self.process.start()
        deadline = time.monotonic() + 60
        while not self._answers():
            if not self.process.alive or time.monotonic() > deadline:
                raise CannotStart(f"The web server does not answer:\n{self.process.tail()}")
            time.sleep(0.1)

    def _answers(self) -> bool:
        connection = http.client.HTTPConnection(up.HOST, self.port, timeout=5)
        try:
            connection.request("GET", "/bench/nothing")
            return connection.getresponse().status == http.client.NO_CONTENT
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()


class Town:
    """A database with so many games, and web servers that serve it, each started when it is first asked."""

    def __init__(self, backing: Backing, games: int) -> None:
        self.backing = backing
        self.games = games
        self.database = f"town{games}"
        backing.create(self.database, template=NAME)
        self.db = backing.connect(self.database)
        copies.grow(self.db, games)
        backing.settle()

    @cached_property
    def server(self) -> Server:
        """What people run."""
        return self.backing.web_server(self.database, "asgi")

    @cached_property
    def wsgi(self) -> Server:
        return self.backing.web_server(self.database, "wsgi")

    def count(self, rows: str) -> int:
        """How many rows there are, by a table and a condition."""
        ((number,),) = self.db.execute(f"SELECT count(*) FROM {rows}".encode()).fetchall()
        return int(str(number))

    def restore(self) -> None:
        """Every game is as it was when nobody had played."""
        copies.restore(self.db)
        self.backing.settle()
