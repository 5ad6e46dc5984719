"""What makes a PostgreSQL a primary or a standby: a file of settings, and a copy of the other's data."""

import time
from collections.abc import Callable, Mapping
from typing import Any

import psycopg

from tideapi.local.postgres import NAME, Postgres
from tideapi.local.processes import CannotStart
from tools.cluster.copies import replace_data, write

ROLE = "role.conf"
"""In the data's folder, read after postgresql.conf: what differs between a primary and a standby."""
SIGNAL = "standby.signal"
WITHIN = 300.0
"""Seconds after which what should come by itself is given up."""


def ask(server: Postgres, question: str, *values: str) -> Any:
    """The first value that the server answers."""
    with psycopg.connect(server.url, autocommit=True, connect_timeout=5) as connection:
        row = connection.execute(question.encode(), values or None).fetchone()
    return row and row[0]


def set_role(server: Postgres, settings: Mapping[str, str]) -> None:
    """Write the settings of its role; a server that runs reads them at once."""
    main = server.data / "postgresql.conf"
    include = f"include_if_exists '{ROLE}'\n"
    if include not in main.read_text():
        write(server, main, main.read_text() + include)
    lines = [f"{name} = '{value}'\n" for name, value in settings.items()]
    write(server, server.data / ROLE, "".join(lines))
    if server.process.alive:
        ask(server, "SELECT pg_reload_conf()")


def follow(standby: Postgres, primary: Postgres) -> None:
    """Make the standby, which must not run, a fresh copy of the primary, and start it."""
    fresh = standby.fresh_path()
    source = ("-h", primary.sockets, "-U", NAME, "--checkpoint=fast", "--wal-method=stream")
    # A server that starts on a copy writes all of it to the disk first, so the copy need not.
    standby.run("pg_basebackup", "-D", fresh, *source, "--no-sync")
    (fresh / ROLE).unlink(missing_ok=True)
    write(standby, fresh / SIGNAL, "")
    replace_data(standby, fresh)
    link = f"host={primary.sockets} user={NAME} application_name={standby.name}"
    set_role(standby, {"primary_conninfo": link})
    standby.start()


def wait_for(primary: Postgres, standby: Postgres, state: str) -> None:
    """Return when the standby has caught up and stands so in the primary's list (`async`, `sync`)."""
    question = (
        "SELECT state || ' ' || sync_state FROM pg_stat_replication WHERE application_name = %s"
    )
    wanted = f"streaming {state}"
    wait_until(
        lambda: ask(primary, question, standby.name) == wanted,
        lambda: f"{standby.name} does not follow:\n{standby.process.tail()}",
    )


def promote(standby: Postgres) -> None:
    """Make it the primary: from here on it takes writes, and waits for no other server."""
    set_role(standby, {})
    if not ask(standby, "SELECT pg_promote(true, 60)"):
        raise CannotStart(f"{standby.name} could not be promoted:\n{standby.process.tail()}")


def wait_until(
    so: Callable[[], bool], otherwise: Callable[[], str], within: float = WITHIN
) -> None:
    """Return when it is so; CannotStart with these words when that takes too long."""
    deadline = time.monotonic() + within
    while not so():
        if time.monotonic() > deadline:
            raise CannotStart(otherwise())
        time.sleep(0.02)
