"""One value of a record changed wherever it stands, and all hashes made anew: what do the verifiers refuse?

    python -m tests.thorough.verify.rehashed --count 3000 [--seed 7] [FILE ...]

A server that writes a whole record can have every hash fit. So what is found here follows from the log and
the rules alone, and what is accepted is listed by its kind: each such kind is something that only what was
kept can tell, or that nobody can (docs/fairness.md#what-is-not-proved). Without files of records, records are
made as for the other tests. It exits with 1 if the two verifiers say different things.
"""

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from datetime import datetime, timedelta
from itertools import cycle
from pathlib import Path as FilePath
from random import Random
from typing import Any

from tests.thorough.verify import edits, spec
from tests.thorough.verify.building import sealed_up
from tests.thorough.verify.edits import Path
from tests.thorough.verify.tamper import nodes, record_of
from tests.thorough.verify.verifiers import InJavaScript, InPython, judged
from tests.thorough.verify.writing import utc

Json = dict[str, Any]

HASHED = ("hash", "type", "number", "private")
"""What is made anew, or makes another event of it."""
STEPS = (timedelta(microseconds=1), timedelta(seconds=1), timedelta(hours=1), timedelta(days=1))


def change(record: Json, random: Random) -> str | None:
    """Change the record in one place and hash it anew; in which kind of place, None where it cannot be."""
    way = random.choice(
        [change_value, change_value, change_value, drop_event, copy_event, drop_told, move_told]
    )
    kind = way(record, random)
    if kind is not None:
        hash_anew(record)
    return kind


def hash_anew(record: Json) -> None:
    """Have turns, their private lists, the names, and all hashes agree with the log."""
    for number, event in enumerate(record["log"]["events"], start=1):
        event["number"] = number
        if event["type"] == "turn_closed" and event["data"]["turn"] <= len(record["turns"]):
            private = record["turns"][event["data"]["turn"] - 1]["private"]
            event["data"]["private"] = spec.private(private["salt"], private["told"])
    if record["log"]["events"][-1]["type"] == "finished":
        sealed_up(record)


def change_value(record: Json, random: Random) -> str | None:
    """Another value of the same type in an event, or in what one player was told."""
    events = record["log"]["events"]
    told = [item for turn in record["turns"] for item in turn["private"]["told"]]
    kinds = sorted({one["type"] for one in random.choice([events, told])})
    if not kinds:
        return None
    kind = random.choice(kinds)
    one = random.choice([one for one in [*events, *told] if one["type"] == kind])
    path = random.choice([path for path in nodes(one, ()) if path])
    value = edits.found(one, path)
    other = another(value, record, random)
    if other is None or other == value or path[-1] in HASHED:
        return None
    put(one, path, other)
    copy_to_turn(record, one, path, other)
    return f"{one['type']} {'/'.join(str(step) for step in path if isinstance(step, str))}"


def another(value: Any, record: Json, random: Random) -> Any:
    """Another value of the same kind; None where there is none."""
    match value:
        case bool():
            return not value
        case int():
            return value + random.choice([-1, 1, 1, 7])
        case str():
            return another_text(value, record, random)
    return None


def another_text(value: str, record: Json, random: Random) -> str:
    if value in record["players"]:
        return str(random.choice(sorted(record["players"])))
    if value.startswith("20") and value.endswith("Z"):
        return utc(datetime.fromisoformat(value) + random.choice([-1, 1]) * random.choice(STEPS))
    if value.startswith("P"):
        return random.choice(["PT0S", "PT1H", "PT24H", "PT90S"])
    return random.choice([f"{value}x", "careful", "none"])


def put(one: Any, path: Path, other: Any) -> None:
    edits.found(one, path[:-1])[path[-1]] = other


def copy_to_turn(record: Json, event: Json, path: Path, other: Any) -> None:
    """What stands in a turn as well is changed there too."""
    number = event["data"].get("turn", 0) if isinstance(event["data"].get("turn"), int) else 0
    if not 0 < number <= len(record["turns"]):
        return
    turn = record["turns"][number - 1]
    if event["type"] in ("turn_opened", "turn_closed"):
        if path == ("at",):
            turn["opened_at" if event["type"] == "turn_opened" else "closed_at"] = other
        elif path[0] == "data" and path[1] in turn and len(path) > 1 and path[1] != "private":
            put(turn, path[1:], deepcopy(other))


def drop_event(record: Json, random: Random) -> str:
    events = record["log"]["events"]
    kind = random.choice(sorted({event["type"] for event in events}))
    place = random.choice([n for n, event in enumerate(events) if event["type"] == kind])
    events.pop(place)
    return f"{kind} dropped"


def copy_event(record: Json, random: Random) -> str:
    """An event once more, or at another place, with the time that is told there."""
    events = record["log"]["events"]
    kind = random.choice(sorted({event["type"] for event in events}))
    event = deepcopy(random.choice([event for event in events if event["type"] == kind]))
    place = random.randrange(2, len(events))
    event["at"] = events[place - 1]["at"]
    events.insert(place, event)
    return f"{kind} copied"


def drop_told(record: Json, random: Random) -> str | None:
    lists = [turn["private"]["told"] for turn in record["turns"] if turn["private"]["told"]]
    if not lists:
        return None
    told = random.choice(lists)
    return f"{told.pop(random.randrange(len(told)))['type']} dropped"


def move_told(record: Json, random: Random) -> str | None:
    """What was told alone is bound to another turn."""
    lists = [turn["private"]["told"] for turn in record["turns"]]
    full = [told for told in lists if told]
    if not full:
        return None
    told = random.choice(full)
    item = told.pop(random.randrange(len(told)))
    random.choice(lists).append(item)
    return f"{item['type']} moved"


def records(random: Random, files: list[FilePath]) -> Iterator[Json]:
    if files:
        yield from cycle([json.loads(path.read_bytes()) for path in files])
    while True:
        yield record_of(random)


def judge_changes(
    count: int, seed: str, files: list[FilePath], verifiers: tuple[InPython | InJavaScript, ...]
) -> tuple[Counter[str], Counter[str], list[str]]:
    """So many changes: how many each verifier refuses, what all accept, and where they disagree."""
    random = Random(seed)
    refused: Counter[str] = Counter()
    accepted: Counter[str] = Counter()
    apart: list[str] = []
    done = 0
    for record in records(random, files):
        for _ in range(25):
            forged = deepcopy(record)
            kind = change(forged, random)
            if kind is None or done == count:
                continue
            done += 1
            verdicts = [judged(verifier, forged) for verifier in verifiers]
            for verifier, verdict in zip(verifiers, verdicts, strict=True):
                refused[verifier.name] += not verdict.sound
            if all(verdict.sound for verdict in verdicts):
                accepted[kind] += 1
            if len(set(verdicts)) > 1:
                apart.append(f"{kind}: {verdicts}")
        if done == count:
            return refused, accepted, apart
    raise AssertionError("There are always more records.")


def main() -> int:
    asked = argparse.ArgumentParser(
        prog="python -m tests.thorough.verify.rehashed", description=__doc__
    )
    asked.formatter_class = argparse.RawDescriptionHelpFormatter
    asked.add_argument("--count", type=int, default=3000, help="how many changes (3000)")
    asked.add_argument("--seed", default=os.urandom(4).hex(), help="the same changes again")
    asked.add_argument(
        "files", nargs="*", type=FilePath, help="records; others than one makes here"
    )
    given = asked.parse_args()
    print(f"seed {given.seed}")
    with InJavaScript() as javascript:
        refused, accepted, apart = judge_changes(
            given.count, given.seed, given.files, (InPython(), javascript)
        )
    for kind, times in sorted(accepted.items()):
        print(f"{times:>7}  accepted: {kind}")
    for name, times in sorted(refused.items()):
        print(f"{name} refuses {times} of {given.count}")
    print("\n".join(apart))
    return 1 if apart else 0


if __name__ == "__main__":
    sys.exit(main())
