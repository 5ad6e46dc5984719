"""The shared vectors: both verifiers agree with them step by step, and so does the server's own code."""

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from games.clock.clock import Clock, read_duration
from games.fairness import commitments
from games.rulesets.chance import SeededChance
from tests.thorough.verify.conftest import Both, Json
from tests.thorough.verify.verifiers import PYTHON_FILE

VECTORS: Json = json.loads((PYTHON_FILE.parent / "vectors.json").read_bytes())
STEPS: dict[str, tuple[str, list[str], str]] = {
    "canonical_json": ("canonical", ["value"], "canonical"),
    "seed_commitments": ("seed_commitment", ["server_seed"], "commitment"),
    "game_seeds": ("game_seed", ["server_seed", "game", "entropy"], "game_seed"),
    "texts": ("text_hash", ["text"], "entropy"),
    "deadlines": ("due", ["clock", "since", "allowed", "stops"], "due_at"),
    "rolls": ("roll", ["game_seed", "purpose", "sides"], "value"),
    "sealed_answers": (
        "answer_commitment",
        ["nonce", "action", "game", "seat", "turn"],
        "commitment",
    ),
    "private_lists": ("private_commitment", ["salt", "told"], "private"),
    "records": ("record_hash", ["record"], "hash"),
}
"""By the vectors' name: the verifiers' step, what goes in, and what has to come out."""


def draw_sample(vector: Json) -> list[Any]:
    chance = SeededChance(bytes.fromhex(vector["game_seed"]))
    return list(chance.sample(vector["purpose"], vector["from"], len(vector["value"])))


def link_chain(vector: Json) -> str:
    head = commitments.START
    for event in vector["events"]:
        at = datetime.fromisoformat(event["at"])
        told = (event["number"], event["type"], event["data"], at)
        head = commitments.link_event(head, commitments.ChainEvent(vector["game"], *told))
        assert commitments.digest_to_text(head) == event["hash"]
    return commitments.digest_to_text(head)


def find_deadline(vector: Json) -> str:
    stops = [
        (datetime.fromisoformat(one["from"]), datetime.fromisoformat(one["until"]))
        for one in vector["stops"]
    ]
    allowed = read_duration(vector["allowed"])
    assert allowed is not None
    since = datetime.fromisoformat(vector["since"])
    due = Clock.from_json(vector["clock"]).deadline_from(since, allowed, stops)
    return due.isoformat().replace("+00:00", "Z")


def commit_to(vector: Json, secret: str, value: Any) -> str:
    return commitments.commit_to_json(bytes.fromhex(vector[secret]), value)


SERVER: dict[str, tuple[str, Callable[[Json], Any]]] = {
    "canonical_json": ("hash", lambda one: commitments.digest_json(one["value"])),
    "seed_commitments": (
        "commitment",
        lambda one: commitments.seed_commitment(bytes.fromhex(one["server_seed"])),
    ),
    "game_seeds": (
        "game_seed",
        lambda one: commitments.game_seed(
            bytes.fromhex(one["server_seed"]), one["game"], one["entropy"]
        ).hex(),
    ),
    "texts": ("entropy", lambda one: commitments.text_hash(one["text"])),
    "deadlines": ("due_at", find_deadline),
    "rolls": (
        "value",
        lambda one: SeededChance(bytes.fromhex(one["game_seed"])).roll(
            one["purpose"], one["sides"]
        ),
    ),
    "samples": ("value", draw_sample),
    "sealed_answers": (
        "commitment",
        lambda one: commit_to(
            one, "nonce", {name: one[name] for name in ("game", "turn", "seat", "action")}
        ),
    ),
    "private_lists": ("private", lambda one: commit_to(one, "salt", one["told"])),
    "chains": ("head", link_chain),
}
"""By the vectors' name: what has to come out, and how the server works it out."""


@pytest.mark.parametrize("name", [name for name in VECTORS if name != "about"])
def test_both_verifiers_agree(both: Both, name: str) -> None:
    assert VECTORS[name]
    for verifier in both:
        for vector in VECTORS[name]:
            if name == "chains":
                heads = verifier.step("chain", vector["game"], vector["events"])
                assert heads == [event["hash"] for event in vector["events"]]
                assert heads[-1] == vector["head"]
            elif name == "samples":
                drawn = (vector["game_seed"], vector["purpose"], vector["from"])
                assert verifier.step("sample", *drawn, len(vector["value"])) == vector["value"]
            else:
                step, given, wanted = STEPS[name]
                found = verifier.step(step, *(vector[one] for one in given))
                assert found == vector[wanted], vector


@pytest.mark.parametrize("name", SERVER)
def test_the_server_agrees(name: str) -> None:
    wanted, work_out = SERVER[name]
    for vector in VECTORS[name]:
        assert work_out(vector) == vector[wanted], vector


def test_the_server_writes_the_same_canonical_json() -> None:
    for vector in VECTORS["canonical_json"]:
        assert commitments.to_canonical_json(vector["value"]) == vector["canonical"].encode()


def test_no_two_answers_have_the_same_commitment() -> None:
    found = [vector["commitment"] for vector in VECTORS["sealed_answers"]]
    assert len({*found}) == len(found)
