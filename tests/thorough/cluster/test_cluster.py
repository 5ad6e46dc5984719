"""Games on several machines, simulated: any address will do, and nobody notices who is the primary."""

from collections.abc import Iterator
from itertools import count

import pytest

from tests.running import one_of
from tests.system.flows.client import Json, Person
from tests.system.flows.table import high_tide, play, turn_the_tide
from tests.system.local.project import eventually
from tests.thorough.faults.test_chaos import short_games
from tests.thorough.verify.verifiers import disagreements
from tools.chaos import rows
from tools.chaos.chaos import Pace
from tools.cluster.standby import ask
from tools.drills.cluster import ClusterServer
from tools.drills.failover import Drill

NUMBERS = count(1)
SOON = 60.0


@pytest.fixture(scope="module")
def cluster() -> Iterator[ClusterServer]:
    with one_of(ClusterServer) as server:
        server.start()
        yield server
        assert rows.not_closed_once(server) == []


def newcomers(server: ClusterServer, many: int) -> list[Person]:
    """Each calls another address than the one before."""
    return [
        Person.signs_up(server.urls[number % 2], f"traveller{number}")
        for number in (next(NUMBERS) for _ in range(many))
    ]


@pytest.mark.parametrize("wanted", [turn_the_tide("amigo"), high_tide("coins")])
def test_a_whole_game_is_played_from_two_addresses(cluster, wanted: Json) -> None:
    people = newcomers(cluster, 3)
    assert {person.url for person in people} == {*cluster.urls}
    assert disagreements(play(people, wanted, bots=[], seed=1).record) == []


def test_web_listens_to_the_server_itself(cluster: ClusterServer) -> None:
    """A pooler may hand connections around; who listens there would hear nothing."""
    if cluster.machines.pooler is None:
        pytest.skip("needs PgBouncer: apt-get install pgbouncer")
    ann, bob, cat = newcomers(cluster, 3)
    game = ann.opens("turn_the_tide", {"edition": "amigo"}, 3)["id"]
    for person in (bob, cat):
        person.get(f"/games/{game}/events", wait=1)  # from now on both processes listen
    question = (
        "SELECT pid FROM pg_stat_activity WHERE application_name = 'tideapi listener' ORDER BY 1"
    )
    eventually(lambda: cluster.asks(question) != [], "somebody listens", SOON)
    listening = cluster.asks(question)
    cluster.kill("pgbouncer")
    assert cluster.asks(question) == listening
    cluster.restart("pgbouncer")
    cluster.is_ready()


def test_lists_are_read_of_the_standby_and_of_the_primary_while_it_is_dead(
    cluster: ClusterServer,
) -> None:
    (ann,) = newcomers(cluster, 1)
    game = ann.opens("turn_the_tide", {"edition": "amigo"}, 3)["id"]
    reading = """
        SELECT count(*) FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
    """

    def listed() -> list[str]:
        return [one["id"] for one in ann.get("/games", status="open")["results"]]

    eventually(lambda: game in listed(), "the standby knows the game", SOON)
    assert ask(cluster.pair.standby, reading) > 0
    cluster.kill("standby")
    assert game in listed()
    cluster.restart("standby")
    cluster.is_ready()


def test_the_standby_takes_over_and_every_receipt_is_good(cluster: ClusterServer) -> None:
    before = cluster.pair.primary
    pids = cluster.pids()
    pace = Pace(pause=1.0, rests=0.2, wish=short_games())
    drill = Drill(cluster, "small", times=1, pace=pace, least=3)
    verdict = drill.plays(seconds=0)
    assert not verdict.wrong, "\n".join(verdict.lines())
    assert verdict.kills == {"postgres": 1}
    assert 0 < verdict.acknowledged == verdict.found
    assert cluster.pair.primary is not before
    assert cluster.pids() == pids, "nothing else had to be started again"
    assert min(drill.goes_on()) > 0
