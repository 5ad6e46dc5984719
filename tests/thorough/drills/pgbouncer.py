"""PgBouncer as our own child, in session mode, between the web processes and PostgreSQL.

It comes from the system (Debian: `apt-get install pgbouncer`), because there is no wheel of it.
"""

import shutil
import signal
import socket
from pathlib import Path
from urllib.parse import quote

from tideapi.local import account
from tideapi.local.postgres import NAME, Postgres, short_folder
from tideapi.local.processes import CannotStart, OneProcess, Process
from tideapi.local.reaper import Reaper

PORT = 6432
SETTINGS = {
    "listen_addr": "",
    "listen_port": PORT,
    "auth_type": "any",  # only we can open the socket
    "pool_mode": "session",
    "max_client_conn": 500,
    "default_pool_size": 60,
    "server_login_retry": 1,
    "server_connect_timeout": 5,
    # Before 1.20 it cannot pass on what a client wants set: the server is told instead.
    "ignore_startup_parameters": "extra_float_digits,options",
}


def program() -> str | None:
    """Where it is; None where it is not installed."""
    return shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin:/usr/local/sbin")


class PgBouncer(OneProcess):
    """One pooler that leads to this server."""

    def __init__(self, folder: Path, reaper: Reaper, postgres: Postgres) -> None:
        found = program()
        if found is None:
            raise CannotStart("PgBouncer is not here: apt-get install pgbouncer.")
        self._account = account.for_postgres()
        self._reaper = reaper
        self._postgres = postgres
        self.sockets = short_folder(folder.resolve() / "pgbouncer")
        self._config = self.sockets / "pgbouncer.ini"
        self._socket = self.sockets / f".s.PGSQL.{PORT}"
        self.url = (
            f"postgresql://{NAME}@/{NAME}?host={quote(str(self.sockets), safe='')}&port={PORT}"
        )
        self.process = Process(
            "pgbouncer",
            [found, "-q", self._config],
            log=folder / "logs" / "pgbouncer.log",
            reaper=reaper,
            cwd=Path("/"),
            account=self._account,
            stop_with=signal.SIGTERM,
        )

    def start(self) -> None:
        """Start it and return when it takes connections."""
        self._reaper.remove(self.sockets)
        self._configure()
        self._socket.unlink(missing_ok=True)
        self.process.start()
        self.process.wait_until(self._answers, 30)

    def _configure(self) -> None:
        settings = {**SETTINGS, "unix_socket_dir": self.sockets}
        lines = [f"{name} = {value}" for name, value in settings.items()]
        target = f"{NAME} = host={self._postgres.sockets} dbname={NAME} user={NAME}"
        account.own_folder(self.sockets, self._account)
        self._config.write_text("\n".join(["[databases]", target, "[pgbouncer]", *lines, ""]))
        account.give_path(self._config, self._account)

    def _answers(self) -> bool:
        with socket.socket(socket.AF_UNIX) as probe:
            return probe.connect_ex(str(self._socket)) == 0
