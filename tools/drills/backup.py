"""A base backup and an archive of WAL, and a server in a fresh place as it was at a moment in the past.

This is PostgreSQL's continuous archiving with plain copies of files; docs/operators/backup-and-update.md has
the same steps for a server of one's own.
"""

import shutil
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import psycopg

from tests.migrated import adopt, replace_data
from tideapi.local import account
from tideapi.local.postgres import NAME, Postgres
from tideapi.local.processes import CannotStart

SIGNAL = "recovery.signal"
ROLE = "role.conf"
"""In the data's folder, read after postgresql.conf: the settings of a server that restores or follows."""
WITHIN = 300.0
"""Seconds after which what should come by itself is given up."""


def archiving(archive: Path) -> dict[str, str]:
    """Settings by which a server copies each finished piece of its WAL there."""
    copy = f'test ! -e "{archive}/%f" && cp "%p" "{archive}/%f.new" && mv "{archive}/%f.new" "{archive}/%f"'
    return {"archive_mode": "on", "archive_command": copy}


def take_base(server: Postgres, into: Path) -> None:
    """Copy the data of a server that runs. Only with the archive's WAL is it whole."""
    adopt(server, into)
    source = ("-h", server.sockets, "-U", NAME, "--checkpoint=fast", "--wal-method=none")
    server.run("pg_basebackup", "-D", into, *source)


def everything_is_archived(server: Postgres) -> None:
    """Return when all that was written until now is in the archive."""
    # Without anything written since the last switch there would be none, and so nothing to be archived.
    ask(server, "SELECT pg_create_restore_point('everything')")
    last = ask(server, "SELECT pg_walfile_name(pg_switch_wal())")
    question = "SELECT last_archived_wal >= %s FROM pg_stat_archiver"
    wait_until(
        lambda: ask(server, question, last) is True,
        lambda: f"The archive has not got {last}:\n{server.process.tail()}",
    )


def restore(server: Postgres, base: Path, archive: Path, at: datetime) -> None:
    """Start this server, which has no data yet, with everything that was committed until then."""
    if server.data.exists():
        raise CannotStart(f"{server.data} has data already; name another place.")
    fresh = server.fresh_path()
    shutil.copytree(base, fresh)
    (fresh / SIGNAL).touch()
    adopt(server, fresh)
    replace_data(server, fresh)
    wish = {
        "restore_command": f'cp "{archive}/%f" "%p"',
        "recovery_target_time": at.isoformat(),
        "recovery_target_action": "promote",
    }
    set_role(server, wish)
    server.start()
    wait_until(
        lambda: ask(server, "SELECT NOT pg_is_in_recovery()") is True,
        lambda: f"It does not come to {at}:\n{server.process.tail()}",
    )
    set_role(server, {})


def write(server: Postgres, file: Path, text: str) -> None:
    """Write a file that the user who runs the server can read."""
    file.write_text(text)
    account.give_path(file, server.account)


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


def wait_until(
    so: Callable[[], bool], otherwise: Callable[[], str], within: float = WITHIN
) -> None:
    """Return when it is so; CannotStart with these words when that takes too long."""
    deadline = time.monotonic() + within
    while not so():
        if time.monotonic() > deadline:
            raise CannotStart(otherwise())
        time.sleep(0.02)
