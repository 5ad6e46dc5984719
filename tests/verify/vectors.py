"""verify/vectors.json: inputs and outputs of each step of docs/fairness.md, by `spec` alone.

python -m tests.verify.vectors > verify/vectors.json
"""

import json
import sys
from typing import Any

from tests.verify import spec

Json = dict[str, Any]

STRANGE = 'Ebbe & Flut 🌊 "quoted" \\ / \b\f\n\r\t\x00\x1f\x7f \u2028 é'
"""Text with all that is escaped, and with more that is not."""
SEEDS = ("00" * 32, "ff" * 32, bytes(range(32)).hex())
GAME = "yrh8-1H3-fTs70kV"
NONCES = ("00" * 16, bytes(range(16)).hex(), "f0e1d2c3b4a5968778695a4b3c2d1e0f")


def vectors() -> Json:
    """All of them, each step's as a list."""
    return {
        "about": "Inputs and outputs of each step of docs/fairness.md, for whoever writes a verifier.",
        "canonical_json": [
            {
                "value": value,
                "canonical": spec.canonical(value),
                "hash": spec.written(spec.hashed(spec.canonical(value))),
            }
            for value in VALUES
        ],
        "seed_commitments": [
            {"server_seed": seed, "commitment": spec.seed_commitment(seed)} for seed in SEEDS
        ],
        "game_seeds": [
            {
                "server_seed": seed,
                "game": GAME,
                "entropy": entropy,
                "game_seed": spec.game_seed(seed, GAME, entropy).hex(),
            }
            for seed in SEEDS
            for entropy in (["", "", ""], ["a", "bc", ""], ["ab", "c", ""], [STRANGE, "", "", "é"])
        ],
        "rolls": [_roll(purpose, sides) for purpose, sides in ROLLS],
        "samples": [_sample(purpose, source, size) for purpose, source, size in SAMPLES],
        "sealed_answers": [
            {
                "nonce": nonce,
                "game": GAME,
                "turn": turn,
                "seat": seat,
                "action": action,
                "commitment": spec.commitment(nonce, action, GAME, seat, turn),
            }
            for nonce, turn, seat, action in ANSWERS
        ],
        "private_lists": [
            {"salt": salt, "told": told, "private": spec.private(salt, told)}
            for salt, told in zip(NONCES, TOLD, strict=True)
        ],
        "chains": [_chain()],
        "records": [{"record": record, "hash": spec.record_hash(record)} for record in RECORDS],
    }


def _roll(purpose: str, sides: int) -> Json:
    chance = spec.Draws(bytes.fromhex(SEEDS[2]))
    chance.roll(purpose, sides)
    return {"game_seed": SEEDS[2], **chance.take()[0]}


def _sample(purpose: str, source: list[Any], size: int) -> Json:
    chance = spec.Draws(bytes.fromhex(SEEDS[2]))
    chance.sample(purpose, source, size)
    return {"game_seed": SEEDS[2], **chance.take()[0]}


def _chain() -> Json:
    told: list[tuple[str, Json]] = [
        ("created", {"host": "ann", "ruleset": "high_tide", "seats": 3, "bots": []}),
        ("joined", {"seat": 1, "player": "bob"}),
        ("cancelled", {}),
    ]
    events = [
        {"type": kind, "at": f"2026-11-21T08:45:4{place}Z", "data": data}
        for place, (kind, data) in enumerate(told)
    ]
    head = spec.chained(GAME, events)
    return {"game": GAME, "events": events, "head": head}


VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    2**53 - 1,
    1 - 2**53,
    "",
    STRANGE,
    [],
    {},
    [[], {}, [None, [False]]],
    {"b": 1, "a": [2, 1], "B": {"10": 0, "9": 0, "": None}, "_": "", "aa": True},
    {'quoted " and \\ and \n': "A name has escapes too."},
)
ROLLS = (
    *((f"round 1 roll {number}", 6) for number in range(1, 7)),
    ("a die with one side", 1),
    # About every second word is thrown away: the limit is not far above the half.
    *((f"many sides {number}", 2**31 + 1) for number in range(4)),
    ("as many sides as words", 2**32),
)
SAMPLES: tuple[tuple[str, list[Any], int], ...] = (
    ("deal", list(range(1, 61)), 60),
    ("stage 1 round 1 tides", [tide for tide in range(1, 13) for _ in range(2)], 2),
    ("start order", [0, 1, 2], 3),
    ("surfer tiles", ["black", "purple", "blue", "orange", "yellow", "white"], 4),
    ("baywatch tile 9", ["B4"], 1),
    ("nothing", [1, 2, 3], 0),
)
ANSWERS: tuple[tuple[str, int, int, Json], ...] = (
    (NONCES[0], 1, 0, {"type": "play", "card": 44}),
    (NONCES[1], 1, 0, {"type": "play", "card": 44}),
    (NONCES[1], 2, 0, {"type": "play", "card": 44}),
    (NONCES[1], 1, 1, {"type": "play", "card": 44}),
    (NONCES[2], 137, 5, {"type": "tile", "tile": "B6", "left": -1, "right": 1}),
    (NONCES[2], 138, 5, {"type": "reroll", "dice": ["left", "right"]}),
)
_TOLD: Json = {
    "player": "ann",
    "type": "order_followed",
    "at": "2026-11-21T08:45:49.609703Z",
    "data": {"turn": 7, "seat": 0, "action": {"type": "play", "card": 1}, "skipped": []},
}
TOLD: tuple[list[Json], ...] = ([], [_TOLD], [_TOLD, {**_TOLD, "player": "bob"}])
RECORDS: tuple[Json, ...] = (
    {"format": "tideapi-record/1", "game": GAME, "log": {"head": "", "events": []}},
    {"seats": ["ann", None], "log": None, "game": GAME},
)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(vectors(), indent=1) + "\n")
