"""PostgreSQL and Valkey of a machine for development or tests: their data, their folders, their logs."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest
import redis

from tideapi.local.postgres import Postgres
from tideapi.local.processes import CannotStart
from tideapi.local.reaper import Reaper
from tideapi.local.valkey import Valkey


@pytest.fixture(scope="module")
def postgres(folder: Path, reaper: Reaper) -> Iterator[Postgres]:
    """One that runs; a test that stops it starts it again."""
    server = Postgres(folder / "postgres", reaper)
    server.start()
    yield server
    server.stop()


def ask(server: Postgres, question: str) -> object:
    with psycopg.connect(server.url) as connection:
        answer = connection.execute(question.encode()).fetchone()
    return answer and answer[0]


def test_it_starts_with_its_data_after_a_kill_whatever_is_left_of_the_old_one(
    postgres: Postgres, reaper: Reaper
) -> None:
    # Its URL follows from its folder alone, so clients find it again.
    assert Postgres(postgres.folder, reaper).url == postgres.url
    with psycopg.connect(postgres.url) as connection:
        connection.execute("CREATE TABLE game AS SELECT 7 AS turn")
    with psycopg.connect(postgres.url) as connection:
        # A stopped session cannot notice that its server is gone, like one that waits for a dead one's lock.
        os.kill(connection.info.backend_pid, signal.SIGSTOP)
        postgres.kill()
        assert not postgres.process.alive
        postgres.start()
        assert ask(postgres, "SELECT turn FROM game") == 7
    postgres.kill()
    file = postgres.data / "postmaster.pid"
    with subprocess.Popen(["sleep", "60"]) as stranger:
        file.write_text(f"{stranger.pid}\n{postgres.data}\n")
        postgres.start()
        stranger.kill()
    assert ask(postgres, "SELECT turn FROM game") == 7


def test_two_servers_do_not_share_one_folder(postgres: Postgres, reaper: Reaper) -> None:
    second = Postgres(postgres.folder, reaper)
    second.patience = 0.5
    with pytest.raises(CannotStart, match="already"):
        second.start()
    assert ask(postgres, "SELECT 1") == 1


def test_only_a_tests_server_may_lose_its_data(postgres: Postgres, folder: Path) -> None:
    assert ask(postgres, "SHOW fsync") == "on"
    reaper = Reaper()
    # The path of a socket has 107 bytes at most, so the socket is not in this folder.
    server = Postgres(folder / ("deep/" * 40), reaper, durable=False)
    server.start()
    assert ask(server, "SHOW fsync") == "off"
    server.stop()
    reaper.close()
    assert not server.data.exists()
    assert not server.sockets.exists()


def test_its_process_its_socket_and_its_log_are_for_nobody_else(postgres: Postgres) -> None:
    assert postgres.sockets.stat().st_mode & 0o777 == 0o700
    assert postgres.log.stat().st_mode & 0o777 == 0o600
    # PostgreSQL refuses to be root: for root an unprivileged user runs it.
    assert os.geteuid() or Path(f"/proc/{postgres.process.pid}").stat().st_uid != 0
    postgres.stop()
    postgres.log.chmod(0o644)
    postgres.start()
    assert postgres.log.stat().st_mode & 0o777 == 0o600


def test_another_users_socket_folder_is_refused(folder: Path, reaper: Reaper) -> None:
    server = Postgres(folder / "another", reaper)
    # Any link is refused: it lies where every user may write, and may lead anywhere.
    server.sockets.symlink_to(folder)
    with pytest.raises(CannotStart, match="another user"):
        server.start()
    server.sockets.unlink()


def test_its_log_has_an_error_and_nothing_of_what_was_written(postgres: Postgres) -> None:
    with psycopg.connect(postgres.url, autocommit=True) as connection:
        connection.execute("CREATE TABLE person (name text PRIMARY KEY, address text)")
        for text in ("VALUES (%s, %s)", "SELECT %s, %s"):
            # The first sends the values beside the statement, the second within it.
            for kind in (psycopg.Cursor, psycopg.ClientCursor):
                with kind(connection) as cursor, suppress(psycopg.errors.UniqueViolation):
                    cursor.execute(f"INSERT INTO person {text}", ["ann", "ann@tide.example"])
    said = postgres.log.read_text()
    assert "duplicate key" in said
    assert ("tide.example" in said, "(ann)" in said) == (False, False)


@pytest.mark.parametrize(("durable", "left"), [(True, b"sealed"), (False, None)])
def test_valkey_keeps_what_it_was_given_when_that_is_asked_for(
    folder: Path, reaper: Reaper, durable: bool, left: bytes | None
) -> None:
    server = Valkey(folder / f"valkey {durable}", reaper, durable=durable)
    server.start()
    with redis.Redis(port=server.port) as client, pytest.raises(redis.AuthenticationError):
        client.ping()
    with redis.Redis.from_url(server.url) as client:
        client.set("turn", "sealed")
        server.stop()
        server.start()
        assert client.get("turn") == left
    server.kill()
    assert not server.process.alive
