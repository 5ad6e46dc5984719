"""One value of a record changed, thousands of times: every time both verifiers must refuse.

    python -m tests.thorough.verify.tamper game.json --count 10000 [--seed 7]

The place that they name must have to do with the one that was changed: see `is_named`. It exits with 1 if a
change was accepted, or named in a place that has nothing to do with it, or if the two say different things.
"""

import argparse
import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path as FilePath
from random import Random
from typing import Any

from tests.proving import canonical
from tests.thorough.verify.edits import Edit, Path, found, pointer
from tests.thorough.verify.verifiers import InJavaScript, InPython, Verdict, Verifier

Json = dict[str, Any]
Tampering = tuple[Edit, tuple[str, ...]]
"""One change, and the places that it has touched."""


def tamperings(record: Json, random: Random) -> Iterator[Tampering]:
    """Yield endless changes of one value each: half anywhere, half in each part as often as in others."""
    parts = [list(nodes(record[name], (name,))) for name in record]
    anywhere = [path for part in parts for path in part]
    while True:
        path = random.choice(random.choice([random.choice(parts), anywhere]))
        change = random.choices([change_member, change_value], [1, 4])[0]
        if path[0] == "players" and len(path) > 1:
            # What players call themselves is no part of what is proved.
            change = change_member
        tampering = change(record, path, random)
        if tampering is not None:
            yield tampering


def nodes(value: Any, path: Path) -> Iterator[Path]:
    """Yield the path of this value and of everything within it."""
    yield path
    steps = (
        value if isinstance(value, dict) else range(len(value) if isinstance(value, list) else 0)
    )
    for step in steps:
        yield from nodes(value[step], (*path, step))


def change_value(record: Json, path: Path, random: Random) -> Tampering | None:
    """Return a change of the value itself; None where there is no other."""
    value = found(record, path)
    if isinstance(value, list):
        edit = change_list(value, path, random)
        return edit and (edit, (pointer(path),))
    if isinstance(value, dict):
        name = random.choice(["", "extra", "__proto__", "format"])
        edit = ("add", path, name, random.choice([0, None, "", {}]))
        return None if name in value else (edit, (pointer((*path, name)),))
    return ("put", path, another(value, random)), (pointer(path),)


def another(value: Any, random: Random) -> Any:
    """Return another value, close to this one."""
    if value is None:
        return random.choice([0, "", "ann", False, [], {}])
    if random.random() < 0.2:
        text = str(value) if not isinstance(value, str) else len(value)
        return random.choice([None, [value], {"value": value}, text])
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        near, far = random.choice([-1, 1]), random.randrange(-(2**31), 2**31) or 1
        return value + random.choice([near, near, near, far])
    return change_character(value, random)


def change_character(text: str, random: Random) -> str:
    place = random.randrange(len(text) + 1)
    # Often one that stands elsewhere in it, so that hashes stay hashes.
    new = random.choice([one for one in text + "~/ é" if text[place : place + 1] != one])
    what = random.choice(["taken out", "put in", "changed", "changed", "changed"])
    if what == "put in" or place == len(text):
        return text[:place] + new + text[place:]
    return text[:place] + ("" if what == "taken out" else new) + text[place + 1 :]


def change_list(value: list[Any], path: Path, random: Random) -> Edit | None:
    if not value:
        return ("insert", path, 0, random.choice([0, "", {}]))
    place, other = random.randrange(len(value)), random.randrange(len(value))
    kind = random.choice(["item removed", "item doubled", "items swapped"])
    if kind == "item removed":
        return ("drop", path, place)
    if kind == "item doubled":
        return ("insert", path, place, value[place])
    same = canonical(value[place]) == canonical(value[other])
    return None if same else ("swap", path, place, other)


def change_member(record: Json, path: Path, random: Random) -> Tampering | None:
    """Remove the member of this name, or rename it; None for what is no member."""
    *within, name = path
    if not isinstance(name, str):
        return None
    around = tuple(within)
    if random.random() < 0.5:
        return ("drop", around, name), (pointer(path),)
    other = change_character(name, random)
    if other in found(record, around):
        return None
    return ("rename", around, name, other), (pointer(path), pointer((*around, other)))


# ---- what came of it

POINTER = re.compile(r"/[a-z][a-z_]*(?:/[a-z0-9_]+)*")


def is_named(verdict: Verdict, places: tuple[str, ...]) -> bool:
    """Return whether a verdict refuses, at a place that has to do with those that were changed.

    Or it names what follows from the value changed, and says from where it follows. Or only the hash of an
    event or of the whole record tells that something is different.
    """
    named = [verdict.place or "", *POINTER.findall(verdict.what)]
    by_hash = verdict.check == "whole" or (verdict.check == "chain" and "/game" in places)
    return not verdict.sound and (
        by_hash or any(_is_within(one, place) for one in places for place in named)
    )


def _is_within(one: str, other: str) -> bool:
    return f"{one}/".startswith(f"{other}/") or other.startswith(f"{one}/")


def find_wrong_verdicts(
    record: Json, verifiers: Sequence[Verifier], random: Random, count: int
) -> Iterator[str]:
    """Change the record so many times, and yield each verdict that is not as it has to be."""
    for verifier in verifiers:
        verifier.remember(record)
        if not verifier.judge().sound:
            yield "The record is refused as it was."
    changes = tamperings(record, random)
    for _ in range(count):
        edit, places = next(changes)
        verdicts = [verifier.judge([edit]) for verifier in verifiers]
        if len({*verdicts}) > 1 or not is_named(verdicts[0], places):
            yield f"{edit} {places} {verdicts}"


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.thorough.verify.tamper",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("record", type=FilePath, help="of a game that is over")
    parser.add_argument("--count", type=int, default=10_000, help="how many changes (10000)")
    parser.add_argument("--seed", default=os.urandom(4).hex(), help="the same changes again")
    given = parser.parse_args()
    print(f"seed {given.seed}")
    record = json.loads(given.record.read_bytes())
    with InJavaScript() as javascript:
        verifiers = (InPython(), javascript)
        wrong = [*find_wrong_verdicts(record, verifiers, Random(given.seed), given.count)]
    print("\n".join([*wrong[:20], f"{given.count} changes, {len(wrong)} wrong"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
