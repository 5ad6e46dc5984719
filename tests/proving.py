"""What a record proves by hashes alone, worked out as docs/fairness.md says, by nothing of the server."""

import hashlib
import json
from typing import Any

Json = dict[str, Any]


def proves(record: Json) -> None:
    """Fail if anything that a record binds is not what it was bound to."""
    events = record["log"]["events"]
    hashed = {name: record[name] for name in record if name not in {"log", "players"}}
    assert events[-1]["data"]["record"] == written(canonical(hashed))
    assert [event["hash"] for event in events] == heads(record["game"], events)
    assert record["log"]["head"] == events[-1]["hash"]
    bound = [one["data"]["private"] for one in events if one["type"] == "turn_closed"]
    assert [private(turn["private"]) for turn in record["turns"]] == bound
    seed = bytes.fromhex(record["fairness"]["server_seed"])
    assert record["fairness"]["commitment"] == written(seed) == events[0]["data"]["commitment"]


def heads(game: str, events: list[Json]) -> list[str]:
    """The hash of each event of a log, from the first on."""
    head, found = bytes(32), []
    for event in events:
        bound = {name: event[name] for name in ("at", "data", "number", "type")}
        told = hashlib.sha256(canonical({**bound, "game": game})).digest()
        head = hashlib.sha256(head + told).digest()
        found.append(f"sha256:{head.hex()}")
    return found


def private(told: Json) -> str:
    """What binds a private list."""
    return written(bytes.fromhex(told["salt"]), canonical(told["told"]))


def canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def written(*parts: bytes) -> str:
    return f"sha256:{hashlib.sha256(b''.join(parts)).hexdigest()}"
