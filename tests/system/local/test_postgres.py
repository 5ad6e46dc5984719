import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from tideapi.local.postgres import Postgres
from tideapi.local.processes import CannotStart
from tideapi.local.reaper import Reaper


@pytest.fixture
def postgres(folder: Path, reaper: Reaper) -> Iterator[Postgres]:
    server = Postgres(folder, reaper)
    server.start()
    yield server
    server.stop()


def ask(server: Postgres, question: str) -> object:
    with psycopg.connect(server.url) as connection:
        answer = connection.execute(question.encode()).fetchone()
    return answer and answer[0]


def test_what_was_committed_is_there_after_a_kill(postgres: Postgres) -> None:
    with psycopg.connect(postgres.url) as connection:
        connection.execute("CREATE TABLE game AS SELECT 7 AS turn")
    postgres.kill()
    assert not postgres.process.alive
    postgres.start()
    assert ask(postgres, "SELECT turn FROM game") == 7


def test_a_session_that_a_killed_server_has_left_does_not_stop_it(postgres: Postgres) -> None:
    with psycopg.connect(postgres.url) as connection:
        # It cannot notice the end of its server, like one that waits for a lock of a dead one.
        os.kill(connection.info.backend_pid, signal.SIGSTOP)
        postgres.kill()
        postgres.start()
        assert ask(postgres, "SELECT 1") == 1


def test_it_keeps_its_address(postgres: Postgres, folder: Path, reaper: Reaper) -> None:
    postgres.stop()
    again = Postgres(folder, reaper)
    assert again.url == postgres.url


def test_an_old_pid_file_that_names_a_living_stranger_does_not_stop_it(postgres: Postgres) -> None:
    postgres.kill()
    file = postgres.data / "postmaster.pid"
    with subprocess.Popen(["sleep", "60"]) as stranger:
        file.write_text(f"{stranger.pid}\n{postgres.data}\n")
        postgres.start()
        stranger.kill()
    assert ask(postgres, "SELECT 1") == 1


def test_two_servers_do_not_share_one_folder(postgres: Postgres, reaper: Reaper) -> None:
    second = Postgres(postgres.folder, reaper)
    second.patience = 0.5
    with pytest.raises(CannotStart, match="already"):
        second.start()
    assert ask(postgres, "SELECT 1") == 1


def test_a_long_path_is_no_hindrance(folder: Path, reaper: Reaper) -> None:
    server = Postgres(folder / ("deep/" * 40), reaper, durable=False)
    server.start()
    assert ask(server, "SELECT 1") == 1
    server.stop()


@pytest.mark.parametrize("durable", [True, False])
def test_only_a_tests_data_goes_with_the_reaper(folder: Path, durable: bool) -> None:
    reaper = Reaper()
    server = Postgres(folder, reaper, durable=durable)
    server.start()
    server.stop()
    reaper.close()
    assert server.data.exists() == durable
    assert not server.sockets.exists()


@pytest.mark.parametrize(("durable", "fsync"), [(True, "on"), (False, "off")])
def test_only_a_tests_server_may_lose_what_was_committed(
    folder: Path, reaper: Reaper, durable: bool, fsync: str
) -> None:
    server = Postgres(folder, reaper, durable=durable)
    server.start()
    assert ask(server, "SHOW fsync") == fsync
    server.stop()


def test_only_its_owner_enters_the_folder_of_its_socket(postgres: Postgres) -> None:
    assert postgres.sockets.stat().st_mode & 0o777 == 0o700


def test_somebody_elses_socket_folder_is_refused(folder: Path, reaper: Reaper) -> None:
    server = Postgres(folder, reaper)
    server.sockets.symlink_to(folder)
    with pytest.raises(CannotStart, match="another user"):
        server.start()
    server.sockets.unlink()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has to become somebody else")
def test_root_does_not_run_it_as_root(postgres: Postgres) -> None:
    assert Path(f"/proc/{postgres.process.pid}").stat().st_uid != 0


def test_its_log_has_an_error_and_nothing_of_what_was_written(postgres: Postgres) -> None:
    with psycopg.connect(postgres.url, autocommit=True) as connection:
        connection.execute("CREATE TABLE person (name text PRIMARY KEY, address text)")
        for text in ("VALUES (%s, %s)", "SELECT %s, %s"):
            for kind in (psycopg.Cursor, psycopg.ClientCursor):
                with kind(connection) as cursor, suppress(psycopg.errors.UniqueViolation):
                    cursor.execute(f"INSERT INTO person {text}", ["ann", "ann@tide.example"])
    said = postgres.log.read_text()
    assert "duplicate key" in said
    assert "tide.example" not in said
    assert "(ann)" not in said


def test_its_log_is_for_nobody_else(postgres: Postgres) -> None:
    assert postgres.log.stat().st_mode & 0o777 == 0o600
    postgres.stop()
    postgres.log.chmod(0o644)
    postgres.start()
    assert postgres.log.stat().st_mode & 0o777 == 0o600
