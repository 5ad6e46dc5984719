"""Games at every point of their course, quickly: time plays them, not people."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection

from games import deadlines
from games.api import wait
from games.models import Game
from tests.overdue import make_due
from tests.people import Person

TimePasses = Callable[..., None]


@pytest.fixture
def time_passes() -> TimePasses:
    """Let deadlines pass in a game: one, or so many, or `until` something is true of its row."""

    def passes(game: str, turns: int = 1, until: Callable[[Game], bool] | None = None) -> None:
        for _ in range(turns if until is None else 500):
            row = Game.objects.get(pk=game)
            if row.status != Game.Status.RUNNING or (until is not None and until(row)):
                return
            make_due(game)
            deadlines.sweep()

    return passes


@pytest.fixture
def finished(table: Callable[..., str], ann: Person, time_passes: TimePasses) -> Callable[..., str]:
    """A game that is over: ann has played one card herself, time all the others."""

    def play(**wish: Any) -> str:
        # No bot takes a seat: there is no worker here that would move it.
        game = table(**{"absence": {"bot_after": 100}, **wish})
        assert ann.seals_anything(game).status == 200
        time_passes(game, until=lambda row: False)
        assert ann.sees(game)["status"] == "finished"
        return game

    return play


@pytest.fixture(scope="session")
def no_reconnecting() -> Iterator[None]:
    """A listener whose connection is cut stays silent for the rest of the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wait, "RECONNECT_AFTER", 3600.0)
        yield


@pytest.fixture
def long_polls(
    no_reconnecting: None, transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """A listener of this test's own, cut off at the end: else the test database could not be dropped."""
    monkeypatch.setattr(wait, "_ear", None)
    yield
    end = time.monotonic() + 10
    while wait._ear is not None and not cut_off_listeners():
        assert time.monotonic() < end, "The listener has not come up."
        time.sleep(0.01)


def cut_off_listeners() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            " WHERE datname = current_database() AND query LIKE 'LISTEN%'"
        )
        return int(cursor.fetchone()[0])
