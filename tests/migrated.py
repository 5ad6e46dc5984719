"""A database whose tables are there already: made once where several processes share the tests.

To migrate an empty one takes six seconds of a core, and to find that there is nothing to migrate two.
That an empty one can be migrated is seen by whoever needs the first.
"""

import fcntl
import os
import shutil
from contextlib import closing
from pathlib import Path

import psycopg

from tideapi.local import account, up
from tideapi.local.postgres import NAME, Postgres
from tideapi.local.reaper import Reaper
from tideapi.local.state import StateFolder

FOLDER = "TIDE_TEST_MIGRATED"
"""The environment's name for the folder in which it is made. Without it every server begins with nothing."""
TEMPLATE = "tide_migrated"
"""A database of the tests' own server that others are copied from. Nobody connects to it."""


def put_into(postgres: Postgres) -> bool:
    """Give the tables to a server that has no data yet, and return whether it got them."""
    if FOLDER not in os.environ or postgres.data.exists():
        return False
    fresh = postgres.fresh_path()
    shutil.copytree(_data(Path(os.environ[FOLDER])), fresh)
    adopt(postgres, fresh)
    replace_data(postgres, fresh)
    return True


def adopt(server: Postgres, folder: Path) -> None:
    """Give a folder, and all that is in it, to the user who runs the server, and to nobody else."""
    account.own_folder(folder, server.account)
    for path in folder.rglob("*"):
        account.give_path(path, server.account)


def replace_data(server: Postgres, fresh: Path) -> None:
    """Put what was made at `server.fresh_path()` in the place of its data."""
    shutil.rmtree(server.data, ignore_errors=True)
    fresh.rename(server.data)


def make_template(url: str) -> None:
    """On a server with the tables, which nobody else uses yet."""
    with psycopg.connect(url.removesuffix(NAME) + "postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {TEMPLATE} TEMPLATE {NAME}".encode())


def copied() -> str:
    """What has a new database of the tests' own server begin with the tables, where there is a template."""
    return f" TEMPLATE {TEMPLATE}" if FOLDER in os.environ else ""


def _data(folder: Path) -> Path:
    """The data, made by the first who asks while others wait."""
    folder.mkdir(mode=0o755, exist_ok=True)
    data = folder / "data"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not data.exists():
            _make(folder / "making", data)
    return data


def _make(folder: Path, data: Path) -> None:
    with closing(Reaper()) as reaper:
        reaper.remove(folder)
        postgres = Postgres(folder, reaper, durable=False)
        postgres.start()
        up.migrate_database(
            StateFolder(folder), reaper, {**os.environ, "DATABASE_URL": postgres.url}
        )
        postgres.stop()
        postgres.data.rename(data)
