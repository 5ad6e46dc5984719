"""A game that the server knows by a setting alone, over HTTP from its opening to its proof."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.system.flows.client import Json, Person
from tests.system.flows.table import Played, play
from tests.thorough.verify.test_command import COMMANDS, run

WANTED: Json = {"ruleset": "goofspiel", "options": {"cards": 7}}


@pytest.fixture(scope="module")
def people(newcomers: Callable[[int], list[Person]]) -> list[Person]:
    return newcomers(2)


@pytest.fixture(scope="module")
def played(people: list[Person]) -> Played:
    return play(people, WANTED, ["even"], seed=3)


def test_it_is_listed_with_its_bots_and_described(people: list[Person]) -> None:
    ids = [one["id"] for one in people[0].get("/rulesets")["results"]]
    assert ids == ["turn_the_tide", "high_tide", "goofspiel"]
    said = people[0].get("/rulesets/goofspiel")
    assert said["bots"] == ["random", "even"]
    assert said["actions"]["bid"]["properties"]["type"] == {
        "type": "string",
        "const": "bid",
        "description": "Type of the action.",
    }


def test_it_is_played_to_its_end_and_scored_right(played: Played) -> None:
    record, scores = played.record, [0, 0, 0]
    assert record["options"] == {"cards": 7}
    assert len(record["turns"]) == 6, "nobody is asked for the last card"
    rounds = [
        (turn["prize"], [action["action"]["card"] for action in turn["actions"]])
        for turn in record["turns"]
    ]
    prizes, played_so_far = zip(*rounds, strict=True)
    cards = set(range(1, 8))
    (last,) = cards - {*prizes}
    left = [cards - {*its} for its in zip(*played_so_far, strict=True)]
    for prize, bids in [*rounds, (last, [card for (card,) in left])]:
        if bids.count(max(bids)) == 1:
            scores[bids.index(max(bids))] += prize
    assert record["result"]["scores"] == scores
    by = {action["by"] for turn in record["turns"] for action in turn["actions"]}
    assert by == {"player", "bot"}


@pytest.mark.parametrize("language", COMMANDS)
def test_its_record_and_receipts_verify_and_its_rules_are_said_to_be_unknown(
    played: Played, people: list[Person], tmp_path: Path, language: str
) -> None:
    record = played.record
    text = {"game": record["game"], "seat": 1, "text": f"{people[1].name} was here"}
    proof = people[0].get(f"/games/{record['game']}")
    files: Json = {"record.json": record, "proof.json": proof, "text.json": text}
    for person in people:
        address = f"/games/{record['game']}/turns/{{}}/submission"
        turns = range(1, len(record["turns"]) + 1)
        files[f"{person.name}.json"] = [person.get(address.format(turn)) for turn in turns]
    for name, content in files.items():
        (tmp_path / name).write_text(json.dumps(content))
    every = ["--all-of", "0", "--all-of", "1"]
    code, said, complaints = run(*COMMANDS[language], *every, *files, where=tmp_path)
    assert (code, complaints) == (3, ""), said
    lines = said.splitlines()
    assert "rules    NOT CHECKED: the rules of goofspiel are not known here" in said
    assert lines[3].startswith("draws    1 draw from the seed, 1 text of players in it")
    assert [line.split()[0] for line in lines[-2:]] == ["covered", "covered"]
    assert f"kept     {people[0].name}.json: 6 receipts, 0 proofs and 0 texts agree" in lines
