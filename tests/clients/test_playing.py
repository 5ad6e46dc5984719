"""A client that has not seen what there was to see has failed."""

import sys
from pathlib import Path
from typing import Any

import pytest

from tests.clients import client as clients
from tests.clients import playing
from tests.clients.client import Client
from tests.clients.commands import Failed
from tests.clients.playing import play
from tests.clients.server import Tables

TABLES = Tables("http://127.0.0.1:1", "http://127.0.0.1:2")
TRUE = {"moves": 12, "events": 92, "unknown": 26, "turns": 13, "winners": [0, 2]}
LINE = (
    "game abc: {moves} moves, {events} events, {unknown} unknown, "
    "won by {winners}, {turns} turns in the record"
)


@pytest.fixture(autouse=True)
def truth(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The game that the server has."""
    monkeypatch.setattr(clients, "MADE", tmp_path)
    monkeypatch.setattr(playing, "_truth", lambda judge, game, known: TRUE)


def that_says(line: str) -> Client:
    client = Client(
        "liar",
        generator="",
        options="",
        generate=(),
        play=(sys.executable, "-c", f"print({line!r})"),
    )
    client.folder.mkdir()
    return client


def test_what_the_client_says_is_compared_with_what_the_server_has() -> None:
    game = play(that_says(LINE.format(**TRUE)), TABLES, "goofspiel")
    assert (game.moves, game.events, game.unknown) == (12, 92, 26)


@pytest.mark.parametrize(
    "change", [{"winners": [1]}, {"events": 91}, {"unknown": 0}, {"turns": 12}]
)
def test_a_client_that_has_seen_another_game_has_failed(change: dict[str, Any]) -> None:
    with pytest.raises(Failed, match="and that was"):
        play(that_says(LINE.format(**TRUE | change)), TABLES, "goofspiel")


def test_a_client_that_says_nothing_has_failed() -> None:
    with pytest.raises(Failed, match="has not said"):
        play(that_says("all is well"), TABLES, "goofspiel")
