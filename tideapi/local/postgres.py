"""PostgreSQL as a child process: data in the state folder, reached by a private socket.

A socket needs no free port and no password: its folder lets in its owner, and root. The wheel's own
`get_server()` is not used: it leaves a server behind when its user is killed.
"""

import contextlib
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

import psycopg

from tideapi.local import account, binaries
from tideapi.local.processes import CannotStart, OneProcess, Process
from tideapi.local.reaper import Reaper

NAME = "tide"
"""The superuser and the database."""

SOCKET = ".s.PGSQL.5432"
MAX_SOCKET_LENGTH = 100  # bytes: a socket's path ends at 107 on Linux, at 103 on macOS
SETTINGS = {
    "listen_addresses": "",
    "max_connections": "100",
    "shared_buffers": "64MB",
    # An error is noted without the statement, the row, and the values in it: they are people's.
    "log_error_verbosity": "terse",
    "log_min_error_statement": "panic",
    "log_parameter_max_length_on_error": "0",
}
FOR_TESTS = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
"""Settings for tests, whose data need not reach the disk."""


class Postgres(OneProcess):
    """One server. `durable=False` is for tests: faster, and gone with the reaper.

    `name` tells it from another one in the same folder; `settings` are added to `SETTINGS`.
    """

    patience = 10.0
    """Seconds that an earlier server on the same data gets to end."""

    def __init__(
        self,
        folder: Path,
        reaper: Reaper,
        *,
        durable: bool = True,
        name: str = "postgres",
        settings: Mapping[str, str] | None = None,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.name = name
        self.folder = folder
        self.log = folder / "logs" / f"{name}.log"
        self.durable = durable
        self.account = account.for_postgres()
        self._place = account.reachable_folder(folder.resolve() / name, self.account)
        self._given = dict(settings or {})
        self.data = self._place / "data"
        self.sockets = short_folder(self._place)
        self.url = f"postgresql://{NAME}@{quote(str(self.sockets), safe='')}/{NAME}"
        self._reaper = reaper
        self.process = Process(
            name,
            [self._binaries() / "postgres", "-D", self.data, *self._settings()],
            log=self.log,
            reaper=reaper,
            cwd=self._place,
            account=self.account,
            stop_with=signal.SIGINT,  # "fast": it ends the sessions and writes a checkpoint
        )

    def start(self) -> None:
        """Start it and return when it accepts connections; the first time the data is created."""
        self._reaper.remove(self.sockets)
        if not self.durable:
            self._reaper.remove(self._place)
        account.own_folder(self.sockets, self.account)
        self._create_data()
        self._wait_for_an_earlier_one()
        self.process.start()
        self.process.wait_until(self._has_database, 300)

    def run(self, program: str, *arguments: str | Path, within: float = 600.0) -> None:
        """Run one of PostgreSQL's own programs, as the user who runs the server, and wait for it."""
        process = Process(
            program,
            [self._binaries() / program, *arguments],
            log=self.log,
            reaper=self._reaper,
            cwd=self._place,
            account=self.account,
        )
        process.start()
        if process.wait(within) != 0:
            raise CannotStart(f"{program} failed:\n{process.tail()}")

    def fresh_path(self) -> Path:
        """Return a path for new data: so unfinished data is never taken for data."""
        partial = self._place / "data.partial"
        shutil.rmtree(partial, ignore_errors=True)
        return partial

    def _binaries(self) -> Path:
        folder = binaries.find_postgres()
        if self.account is None or account.can_enter(self.account, folder):
            return folder
        return binaries.copy_of_postgres(folder, self._place)

    def _settings(self) -> list[str]:
        settings = SETTINGS | ({} if self.durable else FOR_TESTS) | self._given
        settings["unix_socket_directories"] = str(self.sockets)
        return [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]

    def _create_data(self) -> None:
        if (self.data / "PG_VERSION").exists():
            return
        fresh = self.fresh_path()
        options = ["--auth=trust", "--encoding=UTF8", "--locale=C", "--no-instructions"]
        self.run(
            "initdb",
            f"--pgdata={fresh}",
            f"--username={NAME}",
            *options,
            *([] if self.durable else ["--no-sync"]),
            within=120,
        )
        fresh.rename(self.data)

    def _wait_for_an_earlier_one(self) -> None:
        """Wait for a server that is ending, and remove what a killed one has left."""
        file = self.data / "postmaster.pid"
        deadline = time.monotonic() + self.patience
        while file.exists() and (pid := int(file.read_text().split("\n", 1)[0])):
            if not _runs_in(pid, self.data):
                file.unlink(missing_ok=True)
            elif time.monotonic() > deadline:
                raise CannotStart(f"A PostgreSQL, process {pid}, runs on {self.data} already.")
            time.sleep(0.1)
        self._end_orphans(deadline)
        for left in (SOCKET, f"{SOCKET}.lock"):
            (self.sockets / left).unlink(missing_ok=True)

    def _end_orphans(self, deadline: float) -> None:
        """Kill the sessions of a killed server: one may wait for ever for a lock that a dead one held."""
        while (orphans := _orphans_in(self.data)) and time.monotonic() < deadline:
            for pid in orphans:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.02)

    def _has_database(self) -> bool:
        """Create the database if missing; return False while the server starts or recovers."""
        url = f"{self.url.removesuffix(NAME)}postgres"
        try:
            with psycopg.connect(url, autocommit=True) as connection:
                found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [NAME])
                if found.fetchone() is None:
                    connection.execute(f"CREATE DATABASE {NAME}")
        except psycopg.OperationalError:
            return False
        return True


def short_folder(place: Path) -> Path:
    """Return a folder for a socket: the same for the same data, short, and lowercase as a URL's host."""
    name = f"tide-{sha256(str(place).encode()).hexdigest()[:12]}"
    folder = Path(tempfile.gettempdir()).resolve() / name
    fits = len(os.fsencode(folder / SOCKET)) <= MAX_SOCKET_LENGTH
    if fits and str(folder).islower():
        return folder
    return Path("/tmp") / name  # noqa: S108 (it is refused when it is not ours alone)


def _runs_in(pid: int, data: Path) -> bool:
    """Return whether this process is a server on this data: a postmaster works in its data folder."""
    if not Path("/proc/self").exists():  # no Linux: let PostgreSQL judge the file itself
        return False
    try:
        return Path(f"/proc/{pid}/cwd").readlink() == data
    except OSError:
        return False


def _orphans_in(data: Path) -> list[int]:
    """Return the processes that a killed server on this data has left; without /proc none."""
    pids = [int(folder.name) for folder in Path("/proc").glob("[0-9]*")]
    return [pid for pid in pids if _runs_in(pid, data) and _is_postgres(pid)]


def _is_postgres(pid: int) -> bool:
    """Return whether it is a process of PostgreSQL, and not, for instance, a shell in its folder."""
    try:
        return Path(f"/proc/{pid}/exe").readlink().name.startswith("postgres")
    except OSError:
        return False
