"""Data for a PostgreSQL that it has not made itself: a copy of another server's."""

import shutil
from pathlib import Path

from tideapi.local import account
from tideapi.local.postgres import Postgres


def adopt(server: Postgres, folder: Path) -> None:
    """Give a folder, and all that is in it, to the user who runs the server, and to nobody else."""
    account.own_folder(folder, server.account)
    for path in folder.rglob("*"):
        account.give_path(path, server.account)


def replace_data(server: Postgres, fresh: Path) -> None:
    """Put what was made at `server.fresh()` in the place of its data."""
    shutil.rmtree(server.data, ignore_errors=True)
    fresh.rename(server.data)


def write(server: Postgres, file: Path, text: str) -> None:
    """Write a file that the user who runs the server can read."""
    file.write_text(text)
    account.give_path(file, server.account)
