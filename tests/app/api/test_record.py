"""GET /games/{id}/record."""

import hashlib
from collections.abc import Callable

import pytest

from tests.people import Person

pytestmark = pytest.mark.django_db


def test_a_finished_game_is_open_to_all_in_whole(
    ann: Person, stranger: Person, finished: Callable[..., str]
) -> None:
    game = finished()
    said = stranger.get(f"/games/{game}/record")
    assert said.raw == ann.get(f"/games/{game}/record").raw
    record = said.json
    assert record["format"] == "tideapi-record/1"
    assert record["game"] == game
    assert [record["players"][one] for one in record["seats"]] == ["ann", "bob", "cat"]
    assert record["bots"] == [None] * 3
    assert record["fairness"]["entropy"] == [None] * 3
    seed = bytes.fromhex(record["fairness"]["server_seed"])
    assert record["fairness"]["commitment"] == f"sha256:{hashlib.sha256(seed).hexdigest()}"
    numbers = [turn["number"] for turn in record["turns"]]
    assert numbers == list(range(1, len(numbers) + 1))
    first = record["turns"][0]["actions"]
    assert [one["by"] for one in first] == ["player", "clock", "clock"]
    assert record["result"].items() < ann.sees(game)["result"].items()
    cards = [card for hand in record["setup"]["hands"] for card in hand]
    assert len(set(cards)) == 36
