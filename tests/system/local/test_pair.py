"""A primary and a standby, without the server that uses them."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.system.local.project import eventually
from tideapi.local.reaper import Reaper
from tools.cluster import pgbouncer
from tools.cluster.pair import Pair
from tools.cluster.pgbouncer import PgBouncer


@pytest.fixture
def pair(folder: Path, reaper: Reaper) -> Iterator[Pair]:
    both = Pair(folder, reaper, durable=False)
    both.start()
    write(both, "CREATE TABLE move (number int)")
    yield both
    both.stop()


def write(pair: Pair, statement: str) -> None:
    with psycopg.connect(pair.url) as connection:
        connection.execute(statement.encode())


def moves(url: str) -> list[int]:
    with psycopg.connect(url) as connection:
        return [one for (one,) in connection.execute("SELECT number FROM move ORDER BY number")]


def shows_soon(url: str, numbers: list[int]) -> None:
    """Wait until the standby shows these numbers: what it has on disk it may still have to apply."""
    eventually(lambda: moves(url) == numbers, f"{numbers} at the standby")


def test_the_standby_takes_over_twice_and_has_every_move(pair: Pair) -> None:
    first = pair.primary
    for number in (1, 2):
        write(pair, f"INSERT INTO move VALUES ({number})")
        killed = pair.primary
        pair.kill()
        pair.start()
        assert pair.primary is not killed
        assert pair.standby is killed
    assert pair.primary is first
    assert moves(pair.url) == [1, 2]


def test_a_commit_is_on_both_before_it_is_answered(pair: Pair) -> None:
    write(pair, "INSERT INTO move VALUES (7)")
    pair.kill()  # with no time for anything to be sent on
    shows_soon(pair.standby.url, [7])
    pair.start()


def test_the_address_leads_to_who_takes_writes(pair: Pair) -> None:
    pair.kill()
    pair.take_over()
    write(pair, "INSERT INTO move VALUES (1)")  # while nobody follows yet
    pair.mend()
    write(pair, "INSERT INTO move VALUES (2)")
    assert moves(pair.url) == [1, 2]


def test_a_standby_that_died_comes_back_and_nobody_else_moves(pair: Pair) -> None:
    primary = pair.primary
    pair.follower.kill()
    pair.follower.start()
    write(pair, "INSERT INTO move VALUES (1)")
    assert pair.primary is primary
    shows_soon(pair.standby.url, [1])


def test_if_both_died_the_primary_goes_on_with_its_own_data(pair: Pair) -> None:
    write(pair, "INSERT INTO move VALUES (1)")
    primary = pair.primary
    pair.follower.kill()
    pair.kill()
    pair.start()
    assert pair.primary is primary
    assert moves(pair.url) == [1]
    shows_soon(pair.standby.url, [1])


def test_who_was_the_primary_is_the_primary_after_a_stop(folder: Path, reaper: Reaper) -> None:
    before = Pair(folder, reaper)
    before.start()
    before.kill()
    before.start()
    write(before, "CREATE TABLE move AS SELECT 1 AS number")
    before.stop()
    after = Pair(folder, reaper)
    after.start()
    assert after.primary.name == before.primary.name == "postgres2"
    assert moves(after.url) == [1]
    after.stop()


@pytest.mark.skipif(
    pgbouncer.program() is None, reason="needs PgBouncer: apt-get install pgbouncer"
)
def test_a_pooler_leads_to_the_new_primary(folder: Path, reaper: Reaper) -> None:
    pooler = PgBouncer(folder, reaper)
    pair = Pair(folder, reaper, durable=False, moved=pooler.leads_to)
    pair.start()
    pooler.start()
    write(pair, "CREATE TABLE move AS SELECT 1 AS number")
    assert moves(pooler.url) == [1]
    pair.kill()
    pair.start()
    write(pair, "INSERT INTO move VALUES (2)")
    assert moves(pooler.url) == [1, 2]
    pooler.stop()
    pair.stop()
