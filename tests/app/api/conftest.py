"""Games at every point of their course, quickly: time plays them, not people."""

from collections.abc import Callable
from typing import Any

import pytest

from games.background import due_turns
from games.models import Game
from players.models import Player, Token
from tests.factories import expire_turn
from tests.people import PASSWORD, Person

Table = Callable[..., str]
"""Makes a game, and returns its id."""
TimePasses = Callable[..., None]


@pytest.fixture(autouse=True)
def database(db: None) -> None:
    """Every test of calls asks the database."""


@pytest.fixture
def time_passes() -> TimePasses:
    """Let deadlines pass in a game: one, or so many, or `until` something is true of its row."""

    def passes(game: str, turns: int = 1, until: Callable[[Game], bool] | None = None) -> None:
        for _ in range(turns if until is None else 500):
            row = Game.objects.get(pk=game)
            if row.status != Game.Status.RUNNING or (until is not None and until(row)):
                return
            expire_turn(game)
            due_turns.sweep_due_turns()

    return passes


@pytest.fixture
def finished(table: Table, ann: Person, time_passes: TimePasses) -> Table:
    """A game that is over: ann has played one card herself, time all the others."""

    def play(**wish: Any) -> str:
        # No bot takes a seat: there is no worker here that would move it.
        game = table(**{"absence": {"bot_after": 100}, **wish})
        assert ann.seals_anything(game).status == 200
        time_passes(game, until=lambda row: False)
        assert ann.sees(game)["status"] == "finished"
        return game

    return play


@pytest.fixture(name="sandbox")
def a_sandbox(settings: Any) -> None:
    settings.TIDE_SANDBOX_ENABLED = True


def with_test_token(person: Person) -> Person:
    said = person.post("/me/tokens", {"username": person.name, "password": PASSWORD, "test": True})
    assert (said.status, said.json["test"]) == (201, True), said.json
    return Person(said.json["token"], person.name)


def narrow_token(person: Person, *scopes: str) -> Person:
    """Return the player with another token, which has these scopes alone."""
    _, secret = Token.issue(Player.objects.get(username=person.name), scopes=scopes)
    return Person(secret, person.name)


@pytest.fixture
def tester(sandbox: None, ann: Person) -> Person:
    """ann, with a token that may move time."""
    return with_test_token(ann)
