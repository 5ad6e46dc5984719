"""One value of a record changed, thousands of times: every time both verifiers must refuse.

    python -m tests.thorough.verify.tamper --count 10000 [--seed 7] [--record game.json]

The place that they name must have to do with the one that was changed: see `aim`. It exits with 1 if a
change was accepted, or named in a place that has nothing to do with it, or if the two say different things.
"""

import argparse
import json
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path as FilePath
from random import Random
from typing import Any

from tests.thorough.verify import edits
from tests.thorough.verify.building import built
from tests.thorough.verify.edits import Edit, Path, pointer
from tests.thorough.verify.spec import canonical
from tests.thorough.verify.verifiers import InJavaScript, InPython, Verdict

Json = dict[str, Any]

EXPANSIONS = ("coins", "shark_alert", "surfer", "baywatch")
EDITIONS = ("amigo", "gamewright", "bga", "bga_modified")
EACH = 250
"""So many changes of one record, then it is the next one's turn."""


@dataclass(frozen=True)
class Tampering:
    """One change: of which kind, and the places that it has touched."""

    kind: str
    edit: Edit
    places: tuple[str, ...]


# ---- changing one value


def tamperings(record: Json, random: Random) -> Iterator[Tampering]:
    """Endless changes of one value each: half of them anywhere, half in each part as often as in others."""
    parts = [list(nodes(record[name], (name,))) for name in record]
    anywhere = [path for part in parts for path in part]
    while True:
        path = random.choice(random.choice([random.choice(parts), anywhere]))
        of_either = random.choices([of_member, of_value], [1, 4])[0]
        if path[0] == "players" and len(path) > 1:
            # What players call themselves is no part of what is proved.
            of_either = of_member
        tampering = of_either(record, path, random)
        if tampering is not None:
            yield tampering


def nodes(value: Any, path: Path) -> Iterator[Path]:
    """The path of this value and of everything within it."""
    yield path
    steps = (
        value if isinstance(value, dict) else range(len(value) if isinstance(value, list) else 0)
    )
    for step in steps:
        yield from nodes(value[step], (*path, step))


def of_value(record: Json, path: Path, random: Random) -> Tampering | None:
    """The value itself is another; None where there is no other."""
    value = edits.found(record, path)
    if isinstance(value, list):
        return of_list(value, path, random)
    if isinstance(value, dict):
        name = random.choice(["", "extra", "__proto__", "format"])
        if name in value:
            return None
        edit = edits.add(path, name, random.choice([0, None, "", {}]))
        return Tampering("member added", edit, (pointer((*path, name)),))
    kind, other = another(value, random)
    return Tampering(kind, edits.put(path, other), (pointer(path),))


def another(value: Any, random: Random) -> tuple[str, Any]:
    """Another value, close to this one, and in what it is different."""
    if value is None:
        return "null to a value", random.choice([0, "", "ann", False, [], {}])
    if random.random() < 0.2:
        return random.choice(
            [
                ("value to null", None),
                ("value to another type", [value]),
                ("value to another type", {"value": value}),
                ("value to another type", str(value) if not isinstance(value, str) else len(value)),
            ]
        )
    if isinstance(value, bool):
        return "truth", not value
    if isinstance(value, int):
        near, far = random.choice([-1, 1]), random.randrange(-(2**31), 2**31) or 1
        return "number", value + random.choice([near, near, near, far])
    return kind_of(value), one_character_off(value, random)


def kind_of(text: str) -> str:
    """Which kind of text it is, for the count."""
    return next(kind for kind, pattern in TEXTS if pattern.fullmatch(text))


def one_character_off(text: str, random: Random) -> str:
    place = random.randrange(len(text) + 1)
    # Often one that stands elsewhere in it, so that hashes stay hashes.
    others = [one for one in text + "~/ é" if text[place : place + 1] != one]
    new = random.choice(others)
    what = random.choice(["taken out", "put in", "changed", "changed", "changed"])
    if what == "put in" or place == len(text):
        return text[:place] + new + text[place:]
    return text[:place] + ("" if what == "taken out" else new) + text[place + 1 :]


def of_list(value: list[Any], path: Path, random: Random) -> Tampering | None:
    touched = (pointer(path),)
    if not value:
        return Tampering("item added", edits.insert(path, 0, random.choice([0, "", {}])), touched)
    place, other = random.randrange(len(value)), random.randrange(len(value))
    kind = random.choice(["item removed", "item doubled", "items swapped"])
    if kind == "item removed":
        return Tampering(kind, edits.drop(path, place), touched)
    if kind == "item doubled":
        return Tampering(kind, edits.insert(path, place, value[place]), touched)
    if canonical(value[place]) == canonical(value[other]):
        return None
    return Tampering(kind, edits.swap(path, place, other), touched)


def of_member(record: Json, path: Path, random: Random) -> Tampering | None:
    """The member of this name is not there, or under another name; None for what is no member."""
    *within, name = path
    if not isinstance(name, str):
        return None
    around = tuple(within)
    if random.random() < 0.5:
        return Tampering("member removed", edits.drop(around, name), (pointer(path),))
    other = one_character_off(name, random)
    if other in edits.found(record, around):
        return None
    places = (pointer(path), pointer((*around, other)))
    return Tampering("member renamed", edits.rename(around, name, other), places)


# ---- what came of it

TEXTS = tuple(
    (f"character of {kind}", re.compile(pattern, re.DOTALL))
    for kind, pattern in (
        ("a hash", r"sha256:[0-9a-f]{64}"),
        ("a seed", r"[0-9a-f]{64}"),
        ("a nonce or salt", r"[0-9a-f]{32}"),
        ("a time", r"[0-9-]{10}T[0-9:.]+Z"),
        ("another text", r".*"),
    )
)
WRONG = ("accepted", "astray")
POINTER = re.compile(r"/[a-z][a-z_]*(?:/[a-z0-9_]+)*")


def aim(verdict: Verdict, tampering: Tampering) -> str:
    """How the place named has to do with those that were changed; "astray" if it has not.

    "accepted": nothing was found to be wrong.
    "beside": the value named follows from the one changed, and the verdict says from where it follows.
    "hash": only the hash of an event or of the whole record tells that something is different.
    """
    named, places = verdict.place or "", tampering.places
    sources = POINTER.findall(verdict.what)
    relations = {
        "accepted": verdict.sound,
        "at": named in places,
        "above": any(one.startswith(f"{named}/") for one in places),
        "below": any(named.startswith(f"{one}/") for one in places),
        "hash": verdict.check == "whole" or (verdict.check == "chain" and "/game" in places),
        "beside": any(_touch(one, source) for one in places for source in sources),
    }
    return next((relation for relation, holds in relations.items() if holds), "astray")


def _touch(one: str, other: str) -> bool:
    return f"{one}/".startswith(f"{other}/") or other.startswith(f"{one}/")


# ---- thousands of them


def record_of(random: Random) -> Json:
    """A record of either game, with whichever options."""
    if random.random() < 0.5:
        edition = random.choice(EDITIONS)
        seats = random.randrange(3, 7 if edition.startswith("bga") else 6)
        options: Json = {"edition": edition}
        return built("turn_the_tide", options, seats, str(random.random()))
    chosen = [name for name in EXPANSIONS if random.random() < 0.6]
    options = {
        "expansions": chosen,
        "beach_length": random.choice([10, 15, 20]),
        "surfers": random.choice(["open", "hidden"]),
    }
    return built("high_tide", options, random.randrange(3, 7), str(random.random()))


def tampered(seed: str, many: int, given: Json | None) -> tuple[Counter[str], list[str]]:
    """Change one record so many times; what came of it by kind and verifier, and what is wrong."""
    random = Random(seed)
    record = given or record_of(random)
    counts: Counter[str] = Counter({f"record: {record['ruleset']}": 1})
    wrong: list[str] = []
    with InJavaScript() as javascript:
        verifiers: tuple[InPython | InJavaScript, ...] = (InPython(), javascript)
        for verifier in verifiers:
            verifier.remember(record)
            if not verifier.judge().sound:
                wrong.append(f"{verifier.name} refuses the record of {seed} as it was")
        changes = tamperings(record, random)
        for _ in range(many):
            tampering = next(changes)
            counts[f"kind: {tampering.kind}"] += 1
            counts[f"in: /{tampering.places[0].split('/')[1]}"] += 1
            verdicts = [verifier.judge([tampering.edit]) for verifier in verifiers]
            for verifier, verdict in zip(verifiers, verdicts, strict=True):
                outcome = aim(verdict, tampering)
                counts[f"{verifier.name}, place named: {outcome}"] += 1
                counts[f"{verifier.name}, found by: {verdict.check}"] += 1
                if outcome in WRONG:
                    wrong.append(f"{verifier.name}, {seed}: {tampering} {verdict}")
            if verdicts[0] != verdicts[1]:
                wrong.append(f"The verifiers disagree, {seed}: {tampering} {verdicts}")
    return counts, wrong


def main() -> int:
    asked = argparse.ArgumentParser(
        prog="python -m tests.thorough.verify.tamper", description=__doc__
    )
    asked.formatter_class = argparse.RawDescriptionHelpFormatter
    asked.add_argument("--count", type=int, default=10_000, help="how many changes (10000)")
    asked.add_argument("--seed", default=os.urandom(4).hex(), help="the same changes again")
    asked.add_argument("--record", type=FilePath, help="of this record and no others")
    given = asked.parse_args()
    record = json.loads(given.record.read_bytes()) if given.record else None
    print(f"seed {given.seed}")
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    sizes = [min(EACH, given.count - start) for start in range(0, given.count, EACH)]
    seeds = [f"{given.seed} {number}" for number in range(len(sizes))]
    began, done = time.monotonic(), 0
    with ProcessPoolExecutor() as pool:
        results = pool.map(tampered, seeds, sizes, [record] * len(sizes))
        for size, (some, wrongs) in zip(sizes, results, strict=True):
            done += size
            counts += some
            wrong += wrongs
            seconds = time.monotonic() - began
            print(f"{done} of {given.count}, {seconds:.0f} s, {len(wrong)} wrong", flush=True)
    for what, many in sorted(counts.items()):
        print(f"{many:>7}  {what}")
    accepted = sum(counts[f"{name}, place named: accepted"] for name in ("Python", "JavaScript"))
    print(f"{done} changes, {accepted} accepted, {len(wrong)} wrong in any way")
    for one in wrong[:20]:
        print(one)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
