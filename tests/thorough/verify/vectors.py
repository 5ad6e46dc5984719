"""packages/verify/vectors.json: inputs and outputs of each step of docs/fairness.md, by `spec` alone.

python -m tests.thorough.verify.vectors > packages/verify/vectors.json
"""

import json
import sys
from datetime import datetime
from typing import Any

from games.clock.clock import Clock, read_duration
from tests.thorough.verify import spec
from tests.thorough.verify.building import CALM, NIGHTS, WORKDAYS
from tests.thorough.verify.writing import utc

Json = dict[str, Any]

STRANGE = 'Ebbe & Flut 🌊 "quoted" \\ / \b\f\n\r\t\x00\x1f\x7f \u2028 é'
"""Text with all that is escaped, and with more that is not."""
SEEDS = ("00" * 32, "ff" * 32, bytes(range(32)).hex())
GAME = "yrh8-1H3-fTs70kV"
ANN, BOB = "kZ0hT3vYqL9x_m1c", "2Jr-w8uSgE5dNp7A"
"""Participants."""
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
                "entropy": [hash_ for _, hash_ in texts],
                "game_seed": spec.game_seed(seed, GAME, [hash_ for _, hash_ in texts]).hex(),
            }
            for seed in SEEDS
            for texts in (
                [NO_TEXT] * 3,
                [_text("a"), NO_TEXT, _text("bc")],
                [NO_TEXT, _text("a"), _text("bc")],
                [_text(STRANGE), NO_TEXT, NO_TEXT, _text("é")],
            )
        ],
        "texts": [
            {"text": text, "entropy": hash_}
            for text, hash_ in map(_text, ("a", "bc", "é", STRANGE))
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
        "deadlines": [_deadline(*one) for one in DEADLINES],
    }


NO_TEXT = (None, None)


def _text(text: str) -> tuple[str, str]:
    return text, spec.text_hash(text)


def _deadline(clock: Json, since: str, allowed: str, stops: list[tuple[str, str]]) -> Json:
    """By the server's own clock: what a deadline is, `spec` does not say a second time."""
    length = read_duration(allowed)
    assert length is not None
    spans = [(moment(begin), moment(end)) for begin, end in stops]
    due = Clock.from_json(clock).deadline_from(moment(since), length, spans)
    told = [{"from": begin, "until": end} for begin, end in stops]
    return {"clock": clock, "since": since, "allowed": allowed, "stops": told, "due_at": utc(due)}


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
        ("created", {"host": ANN, "ruleset": "high_tide", "seats": 3, "bots": []}),
        ("joined", {"seat": 1, "player": BOB, "entropy": spec.text_hash("a")}),
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
    "player": ANN,
    "type": "order_followed",
    "at": "2026-11-21T08:45:49.609703Z",
    "data": {"turn": 7, "seat": 0, "action": {"type": "play", "card": 1}, "skipped": []},
}
TOLD: tuple[list[Json], ...] = ([], [_TOLD], [_TOLD, {**_TOLD, "player": BOB}])
RECORDS: tuple[Json, ...] = (
    {"format": "tideapi-record/1", "game": GAME, "log": {"head": "", "events": []}},
    {"seats": [ANN, None], "log": None, "players": {ANN: "ann"}, "game": GAME},
    {"seats": [ANN, None], "log": None, "players": {ANN: "renamed"}, "game": GAME},
)
_BANK: Json = {**CALM, "hours": WORKDAYS}
_NIGHTS: Json = {**CALM, "hours": NIGHTS}
_HOWE: Json = {**CALM, "hours": {**NIGHTS, "zone": "Australia/Lord_Howe", "days": ["sat"]}}
DEADLINES: tuple[tuple[Json, str, str, list[tuple[str, str]]], ...] = (
    (CALM, "2026-11-21T08:45:49.609703Z", "PT24H", []),
    (CALM, "2026-11-21T08:45:49Z", "PT0S", [("2026-11-21T08:00:00Z", "2026-11-22T08:00:00Z")]),
    (
        CALM,
        "2026-11-21T08:45:49Z",
        "PT90S",
        [
            ("2026-11-21T08:00:00Z", "2026-11-21T08:45:50Z"),
            ("2026-11-21T08:46:00Z", "2026-11-21T08:46:30.000001Z"),
            ("2026-11-21T08:46:10Z", "2026-11-21T08:46:20Z"),
        ],
    ),
    # A deadline that would be where the hours end is there, not where they begin again.
    (_BANK, "2026-11-23T08:00:00Z", "PT8H30M", []),
    (_BANK, "2026-11-23T08:00:00Z", "PT8H30M1S", []),
    # Clocks are put forward in the night of Saturday, and back.
    (_NIGHTS, "2027-03-13T12:00:00Z", "PT5H", []),
    (
        _NIGHTS,
        "2026-10-31T12:00:00Z",
        "PT5H30M",
        [("2026-11-01T03:00:00Z", "2026-11-01T03:10:00Z")],
    ),
    # By half an hour, at two in the morning.
    (_HOWE, "2026-10-02T12:00:00Z", "PT4H30M", []),
    (_HOWE, "2027-04-01T12:00:00Z", "PT5H10M", []),
)


def moment(written: str) -> datetime:
    return datetime.fromisoformat(written)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(vectors(), indent=1) + "\n")
