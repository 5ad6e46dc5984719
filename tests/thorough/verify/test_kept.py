"""What a player has kept of a game, receipts and proofs: a record that tells otherwise is refused.

A record can be written again from its first hash to its last. Only what was shown before contradicts it.
"""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from tests import proving
from tests.thorough.eventful_game import EventfulGame
from tests.thorough.verify.conftest import CANCELLED, Both, Json, judge_alike, seal_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def receipt(evening: EventfulGame) -> Json:
    """The receipt of an answer that was played."""
    shown = [played["nonce"] for turn in evening.record["turns"] for played in turn["actions"]]
    return next(
        one for one in evening.receipts if one.get("nonce") in shown and one["by"] == "player"
    )


def test_each_file_that_was_kept_has_a_line(both: Both, evening: EventfulGame) -> None:
    receipts, proofs = evening.receipts, evening.proofs
    texts = sum("given_at" in one for one in receipts)
    verdict = judge_alike(both, evening.record, receipts, proofs, receipts[-1], [])
    assert verdict.sound, verdict
    assert texts
    assert [line for line in verdict.lines if line.startswith("kept")] == [
        f"kept     0.json: {len(receipts)} receipts, 0 proofs and 0 texts agree",
        f"kept     1.json: 0 receipts, {len(proofs)} proofs and 0 texts agree",
        "kept     2.json: 1 receipt, 0 proofs and 0 texts agrees",
        "kept     3.json: 0 receipts, 0 proofs and 0 texts agree",
    ]


def test_a_game_that_was_played_otherwise_contradicts_receipts_and_proofs(
    both: Both, played: Callable[..., EventfulGame]
) -> None:
    """Everything in the other record fits together, under the same id."""
    one, other = played("tide"), played("tide", 1)
    assert one.record["game"] == other.record["game"]
    assert judge_alike(both, other.record).sound
    for kept in (one.receipts, one.proofs):
        verdict = judge_alike(both, other.record, kept)
        assert verdict.check == "kept"
        assert (verdict.place or "").startswith("0.json#/")


@pytest.mark.parametrize(
    ("path", "other"),
    [
        (["fairness", "commitment"], f"sha256:{'0' * 64}"),
        (["fairness", "entropy", 0], f"sha256:{'0' * 64}"),
        (["log", "head"], f"sha256:{'0' * 64}"),
        (["log", "events"], 10**6),
    ],
)
def test_a_proof_that_was_shown_contradicts_the_record(
    both: Both, evening: EventfulGame, path: list[Any], other: Any
) -> None:
    *within, last = path
    part = evening.proofs[5]
    for step in within:
        part = part[step]
    part[last] = other
    verdict = judge_alike(both, evening.record, evening.proofs[5])
    place = "/".join(str(step) for step in path if step != "fairness")
    assert (verdict.check, verdict.place) == ("kept", f"0.json#/{place}")


def test_an_event_put_in_contradicts_the_head_that_was_shown(
    both: Both, evening: EventfulGame
) -> None:
    """It is of a type from which nothing follows."""
    events = evening.record["log"]["events"]
    events.insert(2, {"type": "greeting", "at": events[1]["at"], "data": {}})
    forged = seal_up(evening.record)
    assert judge_alike(both, forged).sound
    verdict = judge_alike(both, forged, evening.proofs[-2])
    assert (verdict.check, verdict.place) == ("kept", "0.json#/log/head")


@pytest.mark.parametrize(
    ("name", "other", "place"),
    [
        ("game", "another", "game"),
        ("turn", 900, "commitment"),
        ("seat", 5, "commitment"),
        ("action", {"type": "play", "card": 61}, "commitment"),
        ("nonce", "00" * 16, "commitment"),
        ("commitment", "sha256:" + "00" * 32, "commitment"),
        ("by", "order", "by"),
        ("sealed_at", "2026-11-21T08:45:49Z", "sealed_at"),
        ("by", "anybody", "by"),
        ("turn", 0, "turn"),
        ("sealed_at", "yesterday", "sealed_at"),
    ],
)
def test_a_receipt_of_which_one_member_is_another(
    both: Both, tide: Json, receipt: Json, name: str, other: Any, place: str
) -> None:
    assert judge_alike(both, tide, {**receipt, "new": 1}).sound, "the API may tell more one day"
    verdict = judge_alike(both, tide, {**receipt, name: other})
    assert (verdict.check, verdict.place) == ("kept", f"0.json#/{place}")
    del receipt[name]
    assert judge_alike(both, tide, receipt).place == f"0.json#/{name}"


@pytest.mark.parametrize(
    ("changed", "place", "what"),
    [
        ({"nonce": "00" * 16}, "/commitment", "is nowhere in /log/events"),
        ({"action": {"type": "play", "card": 61}}, "/action/card", ""),
    ],
    ids=["never sealed", "other card with its nonce"],
)
def test_a_receipt_of_an_answer_that_is_not_in_the_log(
    both: Both, tide: Json, receipt: Json, changed: Json, place: str, what: str
) -> None:
    receipt |= changed
    answer = {name: receipt[name] for name in ("action", "game", "seat", "turn")}
    nonce = bytes.fromhex(receipt["nonce"])
    receipt["commitment"] = proving.written(nonce, proving.canonical(answer))
    verdict = judge_alike(both, tide, [receipt])
    assert verdict.place == f"0.json#/0{place}"
    assert what in verdict.what


@pytest.mark.parametrize("kept", [0, None, "", [[]], {}, [0], {"log": {}}, {"server_seed": 1}])
def test_what_is_neither_receipt_nor_proof(both: Both, tide: Json, kept: Any) -> None:
    for record in (tide, CANCELLED):
        verdict = judge_alike(both, record, kept)
        assert verdict.check == "kept"
        assert (verdict.place or "").startswith("0.json#")


# ---- games that were called off


def test_a_game_that_was_called_off_shows_the_seed_that_was_committed_to(both: Both) -> None:
    head = {"events": 1, "head": "sha256:" + "ee" * 32}
    earlier = {**CANCELLED, "status": "open", "server_seed": None, "log": head}
    verdict = judge_alike(both, CANCELLED, earlier, CANCELLED)
    assert verdict.sound
    assert verdict.lines[0].startswith("form     the proof of a game that is cancelled")
    assert verdict.lines[1].startswith(
        f"seed     the server's seed is the one of {CANCELLED['commitment']}"
    )
    earlier["commitment"] = proving.written(bytes(32))
    assert judge_alike(both, CANCELLED, earlier).place == "0.json#/commitment"


def test_beside_a_proof_only_proofs_can_be_kept(both: Both, evening: EventfulGame) -> None:
    verdict = judge_alike(both, evening.proofs[-1], evening.receipts)
    assert (verdict.check, verdict.place) == ("kept", "0.json#/0")


def test_a_game_that_is_not_over_has_shown_no_seed(both: Both, evening: EventfulGame) -> None:
    for proof in (evening.proofs[0], evening.proofs[5]):
        assert judge_alike(both, proof).place == "/status"
        assert judge_alike(both, {**proof, "status": "finished"}).place == "/server_seed"


@pytest.mark.parametrize("name", sorted(CANCELLED))
def test_a_member_of_a_proof_that_is_missing_or_no_such_thing(both: Both, name: str) -> None:
    if name != "algorithm":  # Without it, it is the form of a record that is missed.
        proof = deepcopy(CANCELLED)
        del proof[name]
        assert judge_alike(both, proof).place == f"/{name}"
    assert judge_alike(both, {**CANCELLED, name: 1.5}).place == f"/{name}"


@pytest.mark.parametrize("name", ["commitment", "server_seed"])
def test_a_seed_that_is_not_the_one_committed_to(both: Both, name: str) -> None:
    other = CANCELLED[name][:-1] + "0"
    verdict = judge_alike(both, {**CANCELLED, name: other})
    assert (verdict.check, verdict.place) == ("seed", "/server_seed")
