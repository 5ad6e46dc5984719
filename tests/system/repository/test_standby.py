"""What lasts is read of a standby that is new enough; nothing else is, and nobody waits for a dead one."""

import logging
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.db import Error, connection, connections

from games import archiving, checks
from games.clock.now import now
from games.models import Heartbeat
from games.repository import standby as door
from games.sweep.due_turns import SWEEP
from players.models import Player
from tests import played
from tests.app.repository.following import OURS, Following
from tests.moving_time import Time, standing
from tests.people import Person
from tests.thorough.archive import reads
from tideapi.db import standby
from tideapi.environment import Environment
from tideapi.local.reaper import Reaper
from tideapi.rest import outages
from tideapi.rest.outages import Breaker
from tideapi.watching import figures
from tideapi.watching.doctor import hygiene

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not OURS, reason="needs a PostgreSQL of the tests' own"),
]

NOBODY = Person()
LASTING = ("/record", "/stages", "/turns/2", "/events", "/events?after=latest")
OF_NOW = ("",)
"""What of a game is answered with what says whether it is over."""
FOR_ALL: tuple[dict[str, Any], ...] = (
    {"status": "open"},
    {"status": "finished"},
    {"status": "finished", "player": "ann"},
)


@pytest.fixture(scope="module")
def follower(django_db_setup: None) -> Iterator[Following]:
    # Not below pytest's own folders, which PostgreSQL's user cannot reach.
    folder = Path(tempfile.mkdtemp(prefix="tide-standby-")).resolve()
    folder.chmod(0o755)
    reaper = Reaper()
    reaper.remove(folder)
    follower = Following(folder, reaper, durable=False, name="standby")
    follower.follows()
    yield follower
    follower.stop()
    reaper.close()


@pytest.fixture
def known(
    follower: Following,
    ann: Person,
    bob: Person,
    cat: Person,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Following]:
    """A standby that the server knows of, as of the setting TIDE_STANDBY_URL."""
    with server_knows_of(str(follower.sockets), monkeypatch):
        yield follower


@contextmanager
def server_knows_of(host: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    like = {**connection.settings_dict, "HOST": host}
    monkeypatch.setitem(connections.settings, standby.ALIAS, like)
    monkeypatch.setattr(door, "_BREAKER", Breaker("The standby", Error))
    made = connections[standby.ALIAS]

    def connected() -> None:
        """As Django does it where a test may use all databases; this one was not there when it began."""
        if made.connection is None:
            with made.wrap_database_errors:
                made.connect()

    monkeypatch.setattr(made, "ensure_connection", connected)
    yield
    made.close()
    del connections[standby.ALIAS]


@pytest.fixture(autouse=True)
def routed(settings: Any) -> None:
    settings.DATABASE_ROUTERS = ["tideapi.db.standby.Router"]
    # So that a busy machine cannot be too slow for it; tests of the bound set their own.
    settings.TIDE_MAX_STANDBY_LAG = timedelta(hours=1)


@pytest.fixture
def time() -> Iterator[Time]:
    with standing() as time:
        yield time


def swept() -> None:
    """The sweep has written down when it was done."""
    Heartbeat.objects.update_or_create(name=SWEEP, defaults={"at": now()})


@contextmanager
def asked(alias: str) -> Iterator[list[str]]:
    """The statements that are asked of this database in here."""
    found: list[str] = []

    def note(execute: Any, sql: str, *rest: Any) -> Any:
        found.append(sql)
        return execute(sql, *rest)

    with connections[alias].execute_wrapper(note):
        yield found


@contextmanager
def not_asked() -> Iterator[None]:
    """In here nothing is asked of the standby."""
    with asked(standby.ALIAS) as statements:
        yield
    assert statements == []


def opened(ruleset: str = "goofspiel") -> str:
    return played.opened(ruleset, [*Player.objects.order_by("pk")])


def over(ruleset: str = "goofspiel") -> str:
    game = opened(ruleset)
    played.play(game, Random(5))
    return game


def listed(**wish: Any) -> list[str]:
    said = NOBODY.get("/games", **wish)
    assert said.status == 200, said.json
    return [one["id"] for one in said.json["results"]]


def told() -> tuple[list[float], list[str]]:
    """What operators see: the figure, where there is one, and what the doctor says."""
    (family,) = (one for one in figures.collect_figures() if one.name == "tide_standby_read")
    return [one.value for one in family.samples], [one.id for one in hygiene.standby_is_read()]


@pytest.mark.parametrize("archived", [False, True])
def test_of_a_finished_game_the_standby_answers_the_same_bytes(
    known: Following, ann: Person, archived: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = over("turn_the_tide")
    if archived:
        assert archiving.archive_game(game) == archiving.ARCHIVED
    swept()
    known.catches_up()
    with asked(standby.ALIAS) as statements:
        theirs = [reads.of_game(game, viewer) for viewer in (ann, NOBODY)]
    assert len(statements) > 10
    monkeypatch.setattr(standby, "has_standby", lambda: False)
    assert theirs == [reads.of_game(game, viewer) for viewer in (ann, NOBODY)]


@pytest.mark.parametrize("call", LASTING)
def test_the_primary_says_who_may_see_a_finished_game_and_no_more(
    known: Following, call: str
) -> None:
    game = over()
    swept()
    known.catches_up()
    with asked(connection.alias) as primary, asked(standby.ALIAS) as other:
        assert NOBODY.get(f"/games/{game}{call}").status == 200
    assert len(primary) == 1
    assert 0 < len(other) <= 3


@pytest.mark.parametrize("wish", FOR_ALL)
def test_a_list_of_what_is_not_under_way_comes_of_the_standby(
    known: Following, bob: Person, wish: dict[str, Any]
) -> None:
    games = {"open": bob.opens(), "finished": over()}
    swept()
    known.catches_up()
    for viewer in (NOBODY, bob):
        viewer.get("/rulesets")
        with asked(connection.alias) as primary, asked(standby.ALIAS) as other:
            said = viewer.get("/games", **wish)
        assert [one["id"] for one in said.json["results"]] == [games[wish["status"]]]
        assert not any("games_game" in sql for sql in primary)
        assert len(other) == 3


def test_a_list_is_behind_for_as_long_as_the_bound_and_no_longer(
    known: Following, ann: Person, time: Time, settings: Any
) -> None:
    settings.TIDE_MAX_STANDBY_LAG = timedelta(seconds=5)
    swept()
    known.catches_up()
    known.stands_still()
    try:
        game = ann.opens()
        time.goes_on(seconds=5)
        swept()
        assert listed(status="open") == []
        time.goes_on(seconds=1)
        assert listed(status="open") == [game]
    finally:
        known.goes_on()


def test_nothing_of_a_game_under_way_is_read_of_the_standby(known: Following, ann: Person) -> None:
    game = opened()
    swept()
    known.catches_up()
    with not_asked():
        for call in (*OF_NOW, "/stages", "/turns/1", "/events", "/turns/1/submission", "/record"):
            assert ann.get(f"/games/{game}{call}").status in {200, 404, 409}


def test_nothing_of_a_player_s_own_is_read_of_the_standby(known: Following, ann: Person) -> None:
    game = over()
    swept()
    known.catches_up()
    calls = [
        *("/me", "/me/turns", "/me/games", "/me/events", f"/games/{game}"),
        *("/games", "/games?status=running", "/games?status=finished&player=ANN"),
        *("/games?waiting=me", f"/games?id={game}&status=finished"),
    ]
    with not_asked():
        for call in calls:
            assert ann.get(call).status == 200, call


def test_a_game_of_whose_end_the_standby_has_not_heard_is_read_of_the_primary(
    known: Following,
) -> None:
    game = opened()
    swept()
    known.catches_up()
    known.stands_still()
    try:
        played.play(game, Random(5))
        with asked(standby.ALIAS) as statements:
            record = NOBODY.get(f"/games/{game}/record").json
            events = NOBODY.get(f"/games/{game}/events", page_size=100).json
    finally:
        known.goes_on()
    assert len(statements) == 2, "it was asked whether it knows"
    assert record["result"]
    assert events["results"][-1]["number"] == events["last"] == len(record["log"]["events"])


def test_a_dead_standby_costs_no_error_and_is_let_alone(
    known: Following, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = over()
    swept()
    known.catches_up()
    assert listed(status="finished") == [game]
    known.kill()
    tries = connections[standby.ALIAS]
    try:
        with caplog.at_level(logging.WARNING, "tideapi.rest.outages"):
            assert listed(status="finished") == [game]
            assert NOBODY.get(f"/games/{game}/record").status == 200
        assert len(caplog.records) == 1, "only the first has tried it"
        assert tries.connection is None
    finally:
        known.start()
    known.catches_up()
    monkeypatch.setattr(outages, "monotonic", lambda: float("inf"))
    with asked(standby.ALIAS) as statements:
        assert listed(status="finished") == [game]
    assert len(statements) == 3


def test_operators_are_told_whether_it_is_read(known: Following) -> None:
    swept()
    known.catches_up()
    assert told() == ([1], [])
    known.kill()
    try:
        assert told() == ([0], ["standby-not-read"])
    finally:
        known.start()
    known.catches_up()
    assert told() == ([1], [])


def test_nobody_is_told_of_a_standby_where_none_is_named(transactional_db: None) -> None:
    assert told() == ([], [])


def test_one_that_follows_nobody_any_more_is_not_read(
    transactional_db: None, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after it has taken over: here it is the primary itself."""
    game = ann.opens()
    swept()
    with (
        server_knows_of(connection.settings_dict["HOST"], monkeypatch),
        asked(standby.ALIAS) as statements,
    ):
        assert listed(status="open") == [game]
        assert len(statements) == 1
        assert connections[standby.ALIAS].connection is None, "the next one is made anew"


def test_what_is_refused_of_a_finished_game_is_refused_once(
    known: Following,
) -> None:
    game = over()
    swept()
    known.catches_up()
    with asked(connection.alias) as primary:
        assert NOBODY.get(f"/games/{game}/turns/999").code == "turn_not_found"
    assert len(primary) == 1


def test_a_standby_is_named_by_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    env = Environment()
    assert env.read_database("TIDE_STANDBY_URL", default="") == {}
    monkeypatch.setenv("TIDE_STANDBY_URL", "postgresql://tide@db2/tide?connect_timeout=9")
    read = env.read_database("TIDE_STANDBY_URL", default="")
    assert (read["HOST"], read["OPTIONS"]) == ("db2", {"connect_timeout": 9})
    monkeypatch.setenv("TIDE_STANDBY_URL", "db2")
    assert env.read_database("TIDE_STANDBY_URL", default="") == {}
    assert set(env.faults) == {"TIDE_STANDBY_URL"}


def test_a_bound_that_no_standby_could_keep_is_a_fault(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.TIDE_MAX_STANDBY_LAG = timedelta(seconds=settings.TIDE_SWEEP_INTERVAL_SECONDS)
    assert checks.check_standby_lag(None) == []
    monkeypatch.setitem(settings.DATABASES, standby.ALIAS, {})
    assert [one.id for one in checks.check_standby_lag(None)] == ["games.E009"]
    settings.TIDE_MAX_STANDBY_LAG = timedelta(seconds=5)
    assert checks.check_standby_lag(None) == []
