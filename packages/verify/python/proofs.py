"""Proofs: what the server tells of the seed and the log of a game."""

from __future__ import annotations

from collections.abc import Callable

from packages.verify.python.faults import Fault, Json, at, same
from packages.verify.python.fields import ALGORITHM, HASH, SEED, WORD
from packages.verify.python.forms import array, members, one_of, optional, whole
from packages.verify.python.hashes import seed_commitment
from packages.verify.python.json_reader import check_plain

# Answers of the API, which may tell more one day.
PROOF = members(
    {
        "game": WORD,
        "status": one_of("open", "running", "finished", "cancelled"),
        "commitment": HASH,
        "entropy": optional(array(optional(HASH))),
        "algorithm": ALGORITHM,
        "server_seed": optional(SEED),
        "log": members({"events": whole(1), "head": HASH}, more=True),
    },
    more=True,
)


def is_proof(document: Json) -> bool:
    """Whether this is a proof: what a record tells within /fairness, it tells at the top."""
    return isinstance(document, dict) and "algorithm" in document and "format" not in document


def as_proof(document: Json) -> Json:
    """Return the proof that a game holds as the API shows it; anything else as it is."""
    if not isinstance(document, dict) or not {"id", "status", "fairness", "log"} <= document.keys():
        return document
    if not isinstance(document["fairness"], dict):
        return document
    shown = {name: document[name] for name in ("status", "log")}
    return {"game": document["id"], **shown, **document["fairness"]}


def check_proof_form(proof: Json) -> str:
    """It is the proof of a game that is over."""
    check_plain(proof)
    PROOF(proof, "")
    if proof["status"] not in ("finished", "cancelled"):
        raise Fault("/status", "is not that of a game that is over")
    if proof["server_seed"] is None:
        raise Fault("/server_seed", "is not shown before the game is over")
    return f"the proof of a game that is {proof['status']}; what was played is not in it"


def check_proof_seed(proof: Json) -> str:
    """The seed that is shown is the one that the server had committed to."""
    if seed_commitment(proof["server_seed"]) != proof["commitment"]:
        raise Fault("/server_seed", "is not what /commitment is the hash of")
    return f"the server's seed is the one of {proof['commitment']}"


PROOF_CHECKS: tuple[tuple[str, Callable[[Json], str]], ...] = (
    ("form", check_proof_form),
    ("seed", check_proof_seed),
)


def check_kept_proof(document: Json, kept: Json, place: str) -> None:
    """Seed, texts and log are those that were shown before, as far as they were."""
    if is_proof(document):
        now, newest = document, document["log"]["events"]
        heads = {newest: document["log"]["head"]}
    else:
        now, events = {**document["fairness"], "game": document["game"]}, document["log"]["events"]
        newest, heads = len(events), {event["number"]: event["hash"] for event in events}
    for name in ("game", "commitment", "algorithm", "server_seed"):
        if kept[name] is not None:
            same(kept[name], now[name], at(place, name), "what is told now")
    # Before the start texts come, are replaced and go.
    if kept["entropy"] is not None and kept["status"] != "open":
        same(kept["entropy"], now["entropy"], at(place, "entropy"), "what is told now")
    number, log = kept["log"]["events"], at(place, "log")
    if number > newest:
        raise Fault(at(log, "events"), f"{number} is said, but the log has {newest} by now")
    if number in heads:
        same(kept["log"]["head"], heads[number], at(log, "head"), "the log as it is told now")
