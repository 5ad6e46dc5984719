"""Web processes that reach the database through PgBouncer, and listen to PostgreSQL itself."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.running import MortalServer, one_of
from tests.system.flows.client import Json, Person
from tests.system.flows.table import high_tide, play, turn_the_tide
from tests.thorough.drills import pgbouncer
from tests.thorough.drills.pgbouncer import PgBouncer
from tests.thorough.verify.verifiers import disagreements
from tests.waiting import eventually
from tideapi.local.postgres import Postgres
from tideapi.local.processes import Process
from tideapi.local.reaper import Reaper
from tideapi.local.valkey import Valkey

pytestmark = pytest.mark.skipif(
    pgbouncer.program() is None, reason="needs PgBouncer: apt-get install pgbouncer"
)
NOT_PASSED_ON = {
    "plan_cache_mode": "force_generic_plan",
    "idle_in_transaction_session_timeout": "60s",
}
"""What PgBouncer does not pass on (common/db/backend/)."""
SOON = 60.0


class PooledServer(MortalServer):
    """A server with PgBouncer before its database."""

    def __init__(
        self, folder: Path, reaper: Reaper, environment: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(folder, reaper, environment)
        self.backing["pgbouncer"] = self.pooler

    def _stores(self, folder: Path, reaper: Reaper) -> tuple[Postgres, Valkey]:
        postgres = Postgres(folder, reaper, settings=NOT_PASSED_ON)
        self.pooler = PgBouncer(folder, reaper, postgres)
        return postgres, Valkey(folder, reaper, durable=False)

    def _programs(self) -> list[Process]:
        programs = super()._programs()
        for one in programs:
            if one.name == "web":
                urls = {"DATABASE_URL": self.pooler.url, "TIDE_LISTEN_URL": self.postgres.url}
                one.env = {**(one.env or {}), **urls}
        return programs


@pytest.fixture(scope="module")
def pooled() -> Iterator[PooledServer]:
    with one_of(PooledServer) as server:
        server.start()
        yield server
        assert server.tracebacks() == []


@pytest.mark.parametrize("wanted", [turn_the_tide("amigo"), high_tide("coins")])
def test_a_whole_game_is_played_through_it(pooled: PooledServer, wanted: Json) -> None:
    name = wanted["ruleset"].replace("_", "")
    people = [Person.signs_up(pooled.url, f"{name}{number}") for number in range(3)]
    assert disagreements(play(people, wanted, bots=[], seed=1).record) == []


def test_web_listens_to_the_server_itself(pooled: PooledServer) -> None:
    """A pooler may hand connections around; whoever listens there would hear nothing."""
    ann, bob, cat = (Person.signs_up(pooled.url, name) for name in ("ann", "bob", "cat"))
    game = ann.opens("turn_the_tide", {"edition": "amigo"}, 3)["id"]
    for person in (bob, cat):
        person.get(f"/games/{game}/events", wait=1)  # from now on a web process listens
    question = (
        "SELECT pid FROM pg_stat_activity WHERE application_name = 'tideapi listener' ORDER BY 1"
    )
    eventually(lambda: pooled.asks(question) != [], "a web process listens", SOON)
    listening = pooled.asks(question)
    pooled.kill("pgbouncer")
    assert pooled.asks(question) == listening
    pooled.restart("pgbouncer")
    pooled.is_ready()
