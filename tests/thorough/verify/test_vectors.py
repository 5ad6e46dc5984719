"""The shared vectors: both verifiers agree with them step by step, and so does the server's own code."""

import json
from datetime import datetime
from typing import Any

import pytest

from games.fairness import commitments
from games.rulesets.chance import SeededChance
from tests.thorough.verify.vectors import vectors
from tests.thorough.verify.verifiers import PYTHON_FILE, Verifier

Json = dict[str, Any]

VECTORS: Json = json.loads((PYTHON_FILE.parent / "vectors.json").read_bytes())


def of(step: str) -> pytest.MarkDecorator:
    """Each vector of a step, by itself."""
    found = VECTORS[step]
    return pytest.mark.parametrize(
        "vector", found, ids=[f"{step}-{at}" for at in range(len(found))]
    )


def test_the_file_is_what_the_specification_gives() -> None:
    assert vectors() == VECTORS


@of("canonical_json")
def test_canonical_json(verifier: Verifier, vector: Json) -> None:
    assert verifier.step("canonical", vector["value"]) == vector["canonical"]


@of("seed_commitments")
def test_the_commitment_to_a_seed(verifier: Verifier, vector: Json) -> None:
    assert verifier.step("seed_commitment", vector["server_seed"]) == vector["commitment"]


@of("game_seeds")
def test_game_seeds(verifier: Verifier, vector: Json) -> None:
    parts = vector["server_seed"], vector["game"], vector["entropy"]
    assert verifier.step("game_seed", *parts) == vector["game_seed"]


@of("texts")
def test_the_hash_of_a_text(verifier: Verifier, vector: Json) -> None:
    assert verifier.step("text_hash", vector["text"]) == vector["entropy"]


@of("deadlines")
def test_deadlines(verifier: Verifier, vector: Json) -> None:
    parts = [vector[name] for name in ("clock", "since", "allowed", "stops")]
    assert verifier.step("due", *parts) == vector["due_at"]


@of("rolls")
def test_rolls(verifier: Verifier, vector: Json) -> None:
    parts = vector["game_seed"], vector["purpose"], vector["sides"]
    assert verifier.step("roll", *parts) == vector["value"]


@of("samples")
def test_samples(verifier: Verifier, vector: Json) -> None:
    parts = vector["game_seed"], vector["purpose"], vector["from"], len(vector["value"])
    assert verifier.step("sample", *parts) == vector["value"]


@of("sealed_answers")
def test_the_commitment_to_an_answer(verifier: Verifier, vector: Json) -> None:
    parts = [vector[name] for name in ("nonce", "action", "game", "seat", "turn")]
    assert verifier.step("answer_commitment", *parts) == vector["commitment"]


@of("private_lists")
def test_private_lists(verifier: Verifier, vector: Json) -> None:
    said = verifier.step("private_commitment", vector["salt"], vector["told"])
    assert said == vector["private"]


@of("chains")
def test_chains(verifier: Verifier, vector: Json) -> None:
    heads = verifier.step("chain", vector["game"], vector["events"])
    assert heads == [event["hash"] for event in vector["events"]]
    assert heads[-1] == vector["head"]


@of("records")
def test_the_hash_of_a_record(verifier: Verifier, vector: Json) -> None:
    assert verifier.step("record_hash", vector["record"]) == vector["hash"]


def test_no_two_answers_have_the_same_commitment() -> None:
    commitments = [vector["commitment"] for vector in VECTORS["sealed_answers"]]
    assert len(set(commitments)) == len(commitments)


@of("canonical_json")
def test_the_server_writes_the_same_canonical_json(vector: Json) -> None:
    assert commitments.to_canonical_json(vector["value"]) == vector["canonical"].encode()
    assert commitments.digest_json(vector["value"]) == vector["hash"]


@of("seed_commitments")
def test_the_server_commits_to_seeds_alike(vector: Json) -> None:
    assert commitments.seed_commitment(bytes.fromhex(vector["server_seed"])) == vector["commitment"]


@of("sealed_answers")
def test_the_server_commits_to_answers_alike(vector: Json) -> None:
    answer = {name: vector[name] for name in ("game", "turn", "seat", "action")}
    assert (
        commitments.commit_to_json(bytes.fromhex(vector["nonce"]), answer) == vector["commitment"]
    )


@of("private_lists")
def test_the_server_binds_private_lists_alike(vector: Json) -> None:
    assert (
        commitments.commit_to_json(bytes.fromhex(vector["salt"]), vector["told"])
        == vector["private"]
    )


@of("chains")
def test_the_server_links_the_same_chain(vector: Json) -> None:
    head = commitments.START
    for event in vector["events"]:
        number, kind, data = event["number"], event["type"], event["data"]
        at = datetime.fromisoformat(event["at"])
        head = commitments.link_event(
            head, commitments.ChainEvent(vector["game"], number, kind, data, at)
        )
        assert commitments.digest_to_text(head) == event["hash"]


@of("game_seeds")
def test_the_server_makes_the_same_game_seeds(vector: Json) -> None:
    server_seed = bytes.fromhex(vector["server_seed"])
    made = commitments.game_seed(server_seed, vector["game"], vector["entropy"])
    assert made.hex() == vector["game_seed"]


@of("texts")
def test_the_server_hashes_texts_alike(vector: Json) -> None:
    assert commitments.text_hash(vector["text"]) == vector["entropy"]


@of("rolls")
def test_the_server_rolls_the_same(vector: Json) -> None:
    chance = SeededChance(bytes.fromhex(vector["game_seed"]))
    assert chance.roll(vector["purpose"], vector["sides"]) == vector["value"]


@of("samples")
def test_the_server_draws_the_same(vector: Json) -> None:
    chance = SeededChance(bytes.fromhex(vector["game_seed"]))
    drawn = chance.sample(vector["purpose"], vector["from"], len(vector["value"]))
    assert list(drawn) == vector["value"]
