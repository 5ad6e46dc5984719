"""A base backup and the archive of what was written after it, without the server that uses them."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest

from tests import backup
from tests.backup import adopt
from tideapi.local.postgres import Postgres
from tideapi.local.processes import CannotStart
from tideapi.local.reaper import Reaper


@pytest.fixture
def place(folder: Path) -> Path:
    folder.mkdir()
    return folder


def archived(place: Path, reaper: Reaper) -> Postgres:
    """A server whose WAL goes to a folder beside it."""
    settings = backup.archiving(place / "archive")
    server = Postgres(place / "first", reaper, durable=False, settings=settings)
    adopt(server, place / "archive")
    server.start()
    return server


def write(server: Postgres, statement: str) -> datetime:
    """Write, and say when that was done."""
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute(statement.encode())
        row = connection.execute("SELECT clock_timestamp()").fetchone()
        assert row is not None
        return datetime.fromisoformat(str(row[0]))


def moves(server: Postgres) -> list[int]:
    with psycopg.connect(server.url) as connection:
        return [one for (one,) in connection.execute("SELECT number FROM move ORDER BY number")]


def test_it_is_as_it_was_at_the_moment_and_takes_writes(place: Path, reaper: Reaper) -> None:
    first = archived(place, reaper)
    write(first, "CREATE TABLE move AS SELECT 1 AS number")
    backup.take_base(first, place / "base")
    moment = write(first, "INSERT INTO move VALUES (2)")
    write(first, "DELETE FROM move")  # the mistake
    backup.everything_is_archived(first)
    first.kill()
    second = Postgres(place / "second", reaper, durable=False)
    backup.restore(second, place / "base", place / "archive", moment)
    assert moves(second) == [1, 2]
    write(second, "INSERT INTO move VALUES (3)")
    second.stop()
    second.start()
    assert moves(second) == [1, 2, 3], "it does not restore again"
    second.stop()


def test_a_moment_that_the_archive_does_not_reach_is_refused(place: Path, reaper: Reaper) -> None:
    first = archived(place, reaper)
    write(first, "CREATE TABLE move AS SELECT 1 AS number")
    backup.take_base(first, place / "base")
    backup.everything_is_archived(first)
    first.stop()
    second = Postgres(place / "second", reaper, durable=False)
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    with pytest.raises(CannotStart, match="before configured recovery target"):
        backup.restore(second, place / "base", place / "archive", tomorrow)


def test_nothing_is_restored_over_data(place: Path, reaper: Reaper) -> None:
    server = Postgres(place / "first", reaper, durable=False)
    server.data.mkdir()
    with pytest.raises(CannotStart, match="data already"):
        backup.restore(server, place, place, datetime.now(UTC))
