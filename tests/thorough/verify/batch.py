"""verify.py, asked many things by one process: a line of JSON in, a line of JSON out, as `batch.mjs` does it.

It gets the file as its argument, and sees no other code of this project but `edits.py`.
"""

import importlib.util
import json
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

Json = dict[str, Any]


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


load(Path(sys.argv[1]))  # from here on its modules can be imported

from packages.verify.python import draws, hashes  # noqa: E402
from packages.verify.python.clock import due_at  # noqa: E402
from packages.verify.python.faults import Fault, Unreadable  # noqa: E402
from packages.verify.python.json_reader import read_json  # noqa: E402
from packages.verify.python.registry import known  # noqa: E402
from packages.verify.python.verification import verify  # noqa: E402

edited = load(Path(__file__).with_name("edits.py")).edited


def chain(game: str, events: list[Json]) -> list[str]:
    head, heads = bytes(32), []
    for event in events:
        head = hashes.next_head(head, game, event)
        heads.append(hashes.written(head))
    return heads


STEPS: dict[str, Callable[..., Any]] = {
    "canonical": lambda value: hashes.canonical(value).decode(),
    "seed_commitment": hashes.seed_commitment,
    "text_hash": draws.text_hash,
    "due": due_at,
    "game_seed": lambda *of: draws.game_seed(*of).hex(),
    "roll": lambda seed, *what: draws.roll(bytes.fromhex(seed), *what),
    "sample": lambda seed, *what: draws.sample(bytes.fromhex(seed), *what),
    "answer_commitment": hashes.answer_commitment,
    "private_commitment": hashes.private_commitment,
    "record_hash": hashes.record_hash,
    "known": known,
    "chain": chain,
}
"""Each step of docs/fairness.md with what JSON can hold going in and coming out."""


def judged(read: Callable[[], Any], kept: Any = (), all_of: Any = ()) -> Json:
    lines: list[str] = []
    try:
        for line in verify(read(), kept, all_of):
            lines.append(line)  # noqa: PERF402  What was said before a fault counts.
    except Fault as fault:
        return {
            "lines": lines,
            "fault": {"check": fault.check, "place": fault.place, "what": fault.what},
        }
    except Unreadable as error:
        return {"lines": lines, "unreadable": str(error)}
    return {"lines": lines}


def answer(record: Any, asked: Json) -> Json:
    match asked["do"]:
        case "judge":
            return judged(lambda: edited(record, asked["edits"]), asked["kept"], asked["all_of"])
        case "read":
            return judged(lambda: read_json(bytes.fromhex(asked["text"])))
        case "step":
            return {"value": STEPS[asked["name"]](*asked["arguments"])}
    return {}


def main() -> None:
    record: Any = None
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["do"] == "record":
            record = asked["record"]
        try:
            said = answer(record, asked)
        except Exception:  # noqa: BLE001  A verifier that fails is what tests are for.
            said = {"crashed": traceback.format_exc()}
        print(json.dumps(said), flush=True)


main()
