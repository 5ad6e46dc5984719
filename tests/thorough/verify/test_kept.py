"""What a player has kept of a game, receipts and proofs: a record that tells otherwise is refused.

A record can be made anew from its first hash to its last. Only what was shown before it can contradict it.
"""

from collections.abc import Sequence
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from tests.thorough.verify import spec
from tests.thorough.verify.building import Playing, built, sealed_up
from tests.thorough.verify.building_turn import Turn
from tests.thorough.verify.keeping import CANCELLED, proof_of, receipts_of
from tests.thorough.verify.record_parts import answers
from tests.thorough.verify.verifiers import Verdict, Verifier, judged

Json = dict[str, Any]
Both = tuple[Verifier, Verifier]


def against(both: Both, document: Json, *kept: Any, all_of: Sequence[int] = ()) -> Verdict:
    """What both verifiers say alike of the document beside what was kept."""
    named = [(f"{number}.json", one) for number, one in enumerate(kept)]
    one, other = (judged(verifier, document, named, all_of) for verifier in both)
    assert one == other
    return one


@pytest.mark.parametrize("game", ["tide", "high"])
def test_all_that_was_kept_of_an_honest_game_agrees(
    both: Both, game: str, request: pytest.FixtureRequest
) -> None:
    record = request.getfixturevalue(game)
    receipts, events = receipts_of(record), len(record["log"]["events"])
    proofs = [proof_of(record, number) for number in (1, 9, events - 1, events)]
    verdict = against(both, record, receipts, proofs, receipts[0], [], [*proofs, *receipts])
    assert verdict.sound, verdict
    many = len(receipts)
    assert tuple(line for line in verdict.lines if line.startswith("kept")) == (
        f"kept     0.json: {many} receipts, 0 proofs and 0 texts agree",
        "kept     1.json: 0 receipts, 4 proofs and 0 texts agree",
        "kept     2.json: 1 receipt, 0 proofs and 0 texts agrees",
        "kept     3.json: 0 receipts, 0 proofs and 0 texts agree",
        f"kept     4.json: {many} receipts, 4 proofs and 0 texts agree",
    )


def test_the_receipt_of_an_answer_that_was_replaced_is_found(both: Both, tide: Json) -> None:
    """Nobody shows the answer itself any more, but its commitment stands in the log."""
    log = tide["log"]["events"]
    second = next(event["data"] for event in log if event["data"].get("replaces"))
    first = next(event for event in log if event["data"].get("commitment") == second["replaces"])
    told = {"turn": second["turn"], "seat": second["seat"], "game": tide["game"]}
    nonce, action = "12" * 16, {"type": "play", "card": 7}
    commitment = spec.commitment(nonce, action, tide["game"], told["seat"], told["turn"])
    sealed = {"action": action, "nonce": nonce, "commitment": commitment, "by": "player"}
    receipt = {**told, **sealed, "receipt": "zEm0nQ-1YWDNm0v1", "sealed_at": first["at"]}
    assert against(both, tide, receipt).place == "0.json#/commitment"
    first["data"]["commitment"] = second["replaces"] = commitment
    assert against(both, sealed_up(tide), receipt).sound


@pytest.mark.parametrize(
    ("nonce", "place"), [(None, "/action/card"), ("77" * 16, "/commitment")], ids=["same", "other"]
)
def test_a_game_made_anew_with_another_card_contradicts_the_receipt(
    both: Both, monkeypatch: pytest.MonkeyPatch, nonce: str | None, place: str
) -> None:
    """Seed, seats and all that came before are the same, and everything follows from the other card."""
    honest = anew("turn_the_tide", "g4m3")
    turn, number, played = next(answers(honest, "player"))
    receipt = receipt_of(honest, turn, played["seat"])

    class Changed(Turn):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            if self.number == turn + 1:
                seat = played["seat"]
                self.answers[seat] = next(
                    one for one in self.legal[seat] if one != self.answers[seat]
                )
                self.nonces[seat] = nonce or self.nonces[seat]

    monkeypatch.setattr(Playing, "turn", Changed)
    forged = anew("turn_the_tide", "g4m3")
    assert forged["setup"] == honest["setup"]
    assert forged["turns"][turn]["actions"][number]["action"] != played["action"]
    assert against(both, forged).sound
    assert against(both, honest, receipt).sound
    verdict = against(both, forged, receipt)
    assert (verdict.check, verdict.place) == ("kept", f"0.json#{place}")


@pytest.mark.parametrize("ruleset", ["turn_the_tide", "high_tide"])
def test_a_game_made_anew_from_another_seed_contradicts_the_proof(both: Both, ruleset: str) -> None:
    """Everything in it fits together; it is not what was committed to."""
    shown = proof_of(anew(ruleset, "g4m3"), 6)
    forged = anew(ruleset, "g4m3", seed="ab" * 32)
    assert against(both, forged).sound
    verdict = against(both, forged, shown)
    assert (verdict.check, verdict.place) == ("kept", "0.json#/commitment")


def test_a_text_of_a_player_that_was_changed_after_the_start_contradicts_the_proof(
    both: Both,
) -> None:
    record = next(
        game
        for game in (built("high_tide", {}, 4, f"texts {n}") for n in range(9))
        if any(game["fairness"]["entropy"])
    )
    shown = proof_of(record, len(record["log"]["events"]) // 2)
    seat = next(n for n, text in enumerate(shown["entropy"]) if text)
    shown["entropy"][seat] = spec.text_hash("another")
    verdict = against(both, record, shown)
    assert (verdict.check, verdict.place) == ("kept", f"0.json#/entropy/{seat}")


def test_an_event_left_out_contradicts_the_head_that_was_shown(both: Both, tide: Json) -> None:
    """It is of a type from which nothing follows."""
    events = tide["log"]["events"]
    place = next(n for n, event in enumerate(events) if event["type"] == "sealed")
    events.insert(place, {**events[place], "type": "greeting", "data": {}})
    shown = proof_of(sealed_up(tide), len(events) - 2)
    del events[place]
    verdict = against(both, sealed_up(tide), proof_of(tide, len(events)), shown)
    assert (verdict.check, verdict.place) == ("kept", "1.json#/log/head")


def test_a_log_that_has_become_shorter_contradicts_the_proof(both: Both, tide: Json) -> None:
    shown = proof_of(tide, len(tide["log"]["events"]))
    shown["log"]["events"] += 1
    assert against(both, tide, shown).place == "0.json#/log/events"


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
    both: Both, tide: Json, name: str, other: Any, place: str
) -> None:
    turn, _, played = next(answers(tide, "player"))
    receipt = receipt_of(tide, turn, played["seat"])
    assert against(both, tide, receipt).sound
    verdict = against(both, tide, {**receipt, name: other})
    assert (verdict.check, verdict.place) == ("kept", f"0.json#/{place}")
    del receipt[name]
    assert against(both, tide, receipt).place == f"0.json#/{name}"


def test_a_receipt_of_an_answer_that_nobody_has_sealed(both: Both, tide: Json) -> None:
    turn, _, played = next(answers(tide, "player"))
    receipt = {**receipt_of(tide, turn, played["seat"]), "nonce": "00" * 16}
    receipt["commitment"] = spec.commitment(
        receipt["nonce"], receipt["action"], tide["game"], played["seat"], turn + 1
    )
    verdict = against(both, tide, [receipt])
    assert (verdict.place, verdict.what) == ("0.json#/0/commitment", "is nowhere in /log/events")


def test_answers_of_the_api_may_tell_more_one_day(both: Both, tide: Json) -> None:
    turn, _, played = next(answers(tide, "player"))
    receipt = receipt_of(tide, turn, played["seat"])
    assert against(both, tide, {**receipt, "new": 1}, {**proof_of(tide, 9), "new": [None]}).sound


@pytest.mark.parametrize("kept", [0, None, "", [[]], {}, [0], {"log": {}}, {"server_seed": 1}])
def test_what_is_neither_receipt_nor_proof(both: Both, tide: Json, kept: Any) -> None:
    for document in (tide, CANCELLED):
        verdict = against(both, document, kept)
        assert verdict.check == "kept"
        assert (verdict.place or "").startswith("0.json#")


# ---- games that were called off


def test_a_game_that_was_called_off_shows_the_seed_that_was_committed_to(both: Both) -> None:
    earlier = {**CANCELLED, "status": "open", "server_seed": None}
    earlier["log"] = {"events": 1, "head": "sha256:" + "ee" * 32}
    verdict = against(both, CANCELLED, earlier, CANCELLED)
    assert verdict.sound
    assert verdict.lines[0].startswith("form     the proof of a game that is cancelled")
    assert verdict.lines[1].startswith(
        f"seed     the server's seed is the one of {CANCELLED['commitment']}"
    )


def test_another_commitment_than_was_shown_before(both: Both) -> None:
    earlier = {**CANCELLED, "status": "open", "server_seed": None}
    earlier["commitment"] = spec.seed_commitment("00" * 32)
    assert against(both, CANCELLED, earlier).place == "0.json#/commitment"


def test_a_proof_beside_which_a_receipt_is_kept(both: Both, tide: Json) -> None:
    verdict = against(both, proof_of(tide, len(tide["log"]["events"])), receipts_of(tide))
    assert (verdict.check, verdict.place) == ("kept", "0.json#/0")


@pytest.mark.parametrize("number", [1, 30])
def test_a_game_that_is_not_over_has_shown_no_seed(both: Both, tide: Json, number: int) -> None:
    assert against(both, proof_of(tide, number)).place == "/status"
    assert against(both, proof_of(tide, number) | {"status": "finished"}).place == "/server_seed"


@pytest.mark.parametrize("name", sorted(CANCELLED))
def test_a_member_of_a_proof_that_is_missing_or_no_such_thing(both: Both, name: str) -> None:
    if name != "algorithm":  # Without it, it is the form of a record that is missed.
        proof = deepcopy(CANCELLED)
        del proof[name]
        assert against(both, proof).place == f"/{name}"
    assert against(both, {**CANCELLED, name: 1.5}).place == f"/{name}"


@pytest.mark.parametrize("name", ["commitment", "server_seed"])
def test_a_seed_that_is_not_the_one_committed_to(both: Both, name: str) -> None:
    other = CANCELLED[name][:-1] + "0"
    verdict = against(both, {**CANCELLED, name: other})
    assert (verdict.check, verdict.place) == ("seed", "/server_seed")


# ---- finding and making


def receipt_of(record: Json, turn: int, seat: int) -> Json:
    (found,) = (
        one for one in receipts_of(record) if (one["turn"], one["seat"]) == (turn + 1, seat)
    )
    return found


def anew(ruleset: str, game: str, seed: str = "cd" * 32) -> Json:
    """The record of a game that is called so and comes from this seed."""
    playing = Playing(ruleset, {}, 3, Random("made anew"), eventful=True)
    playing.game, playing.seed = game, seed
    playing.play()
    return playing.record
