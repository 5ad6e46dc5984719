"""Whole games over HTTP by a client that knows only the API's page, and what the verifier says of them."""

import hashlib
import json
from collections.abc import Callable
from itertools import chain, combinations
from pathlib import Path
from random import Random

import pytest
import redis

from tests.running import Server
from tests.sampling import stride
from tests.system.flows.client import Json, Person
from tests.system.flows.table import high_tide, play, seated, turn_the_tide
from tests.thorough.verify.test_command import COMMANDS, run
from tests.thorough.verify.verifiers import disagreements

Newcomers = Callable[[int], list[Person]]
EDITIONS = {"amigo": 5, "gamewright": 5, "bga": 6, "bga_modified": 6}
TIDE_TABLES = [(one, seats) for one, most in EDITIONS.items() for seats in range(3, most + 1)]
EXPANSIONS = ("coins", "shark_alert", "surfer", "baywatch")
COMBINATIONS = list(
    chain.from_iterable(combinations(EXPANSIONS, many) for many in range(len(EXPANSIONS) + 1))
)
HIGH_TIDE_TABLES = [(seats, chosen) for chosen in COMBINATIONS for seats in range(3, 7)]
"""By day each expansion and each number of players, but not all of their pairs."""


def players_of(record: Json) -> set[str]:
    """Who has decided in a game: players, bots, the clock."""
    return {action["by"] for turn in record["turns"] for action in turn["actions"]}


@pytest.mark.parametrize(("edition", "seats"), TIDE_TABLES[:: stride(5)])
def test_turn_the_tide_is_played_to_its_end_and_scored_right(
    newcomers: Newcomers, edition: str, seats: int
) -> None:
    bots = ["careful", "random", "random"][: seats - 2 - seats % 2]
    people = newcomers(seats - len(bots))
    played = play(people, turn_the_tide(edition), bots, seed=seats)
    record = played.record
    assert disagreements(record) == []
    assert record["options"] == {"edition": edition}
    names = [one and record["players"][one] for one in record["seats"]]
    assert names == [person.name for person in people] + [None] * len(bots)
    # What the game was committed to before anybody joined is what it was played with.
    seed = bytes.fromhex(record["fairness"]["server_seed"])
    commitment = played.opened["fairness"]["commitment"]
    assert commitment == f"sha256:{hashlib.sha256(seed).hexdigest()}"
    assert "clock" not in players_of(record)


@pytest.mark.parametrize(("seats", "expansions"), HIGH_TIDE_TABLES[:: stride(21)])
def test_high_tide_is_played_to_its_end_and_scored_right(
    newcomers: Newcomers, seats: int, expansions: tuple[str, ...]
) -> None:
    bots = ["careful", "random", "random"][: seats - 2]
    record = play(newcomers(2), high_tide(*expansions), bots, seed=seats).record
    assert disagreements(record) == []
    assert record["options"]["expansions"] == list(expansions)
    assert players_of(record) == {"player", "bot"}


def test_high_tide_with_hidden_surfers_is_scored_right(newcomers: Newcomers) -> None:
    wanted = high_tide(*EXPANSIONS)
    wanted["options"]["surfers"] = "hidden"
    played = play(newcomers(2), wanted, ["careful", "random"], seed=4)
    assert disagreements(played.record) == []
    types = [event["type"] for event in played.record["log"]["events"]]
    assert types.count("surfers_revealed") == 1


def test_a_lost_message_to_bots_is_made_up_for_by_the_sweep(
    server: Server, newcomers: Newcomers
) -> None:
    (ann,) = newcomers(1)
    game = seated([ann], turn_the_tide("amigo"), ["careful", "random", "careful"])["id"]

    def waits_for_ann(seen: Json) -> bool:
        asked = {one["seat"]: one["answered"] for one in seen["turn"]["asked"]}
        return not asked.pop(0) and all(asked.values())

    seen = ann.waits_for(game, waits_for_ann, 120)
    worker = server.processes["worker"]
    worker.stop()
    try:
        ann.seals(game, 1, Random(1).choice(seen["mine"]["legal_actions"]))
        with redis.Redis.from_url(server.broker) as broker:
            assert any(b"move_bots" in message for message in broker.lrange("celery", 0, -1))
            broker.delete("celery")
        assert not any(one["answered"] for one in ann.sees(game)["turn"]["asked"])
    finally:
        worker.start()
    assert ann.waits_for(game, waits_for_ann, 120)["turn"]["number"] == 2


def test_a_game_that_a_setting_names_is_played_and_verified_without_its_rules(
    newcomers: Newcomers, tmp_path: Path
) -> None:
    wanted = {"ruleset": "goofspiel", "options": {"cards": 7}}
    record = play(newcomers(2), wanted, ["even"], seed=3).record
    assert len(record["turns"]) == 6, "nobody is asked for the last card"
    assert players_of(record) == {"player", "bot"}
    (tmp_path / "record.json").write_text(json.dumps(record))
    code, said, complaints = run(*COMMANDS["Python"], "record.json", where=tmp_path)
    assert (code, complaints) == (3, ""), said
    assert "rules    NOT CHECKED: the rules of goofspiel are not known here" in said
