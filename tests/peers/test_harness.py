"""The harness of another server is told what to do, and its results are read; a script plays its part."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.peers.harness import BACKENDS, Peer, PeerFailed

USUAL = {"conc": 8, "players": 3}


def peer(folder: Path, script: str) -> Peer:
    (folder / "run.sh").write_text(f"#!/bin/sh\nset -eu\n{script}\n")
    (folder / "run.sh").chmod(0o755)
    return Peer(folder, folder / "work", Path("/usr/lib/postgresql/bin"))


def leaving(*lines: dict[str, Any]) -> str:
    """A script that leaves these lines where a harness leaves its results."""
    said = "\n".join(json.dumps(line) for line in lines)
    return f'mkdir -p "$WORK/results"; cat > "$WORK/results/load.jsonl" <<"END"\n{said}\nEND'


def test_the_median_of_what_was_measured_as_asked_counts(tmp_path: Path) -> None:
    lines = [
        {**USUAL, "backend": backend, "moves_per_s": rate}
        for backend, rates in (("memory", (1, 700, 900)), ("postgres", (40, 60)))
        for rate in rates
    ]
    others = [
        {**lines[0], "moves_per_s": 10**6, **other}
        for other in ({"conc": 1}, {"players": 4}, {"client": "own"}, {"delta": 1}, {"fresh": 1})
    ]
    found = peer(tmp_path, leaving(*lines, *others)).moves()
    assert found == dict(zip(BACKENDS, (700, 50), strict=True))


def test_it_is_told_what_to_do(tmp_path: Path) -> None:
    check = (
        'test "$PARTS/$PLAYERS/$CONCS/$BACKENDS" = "load/3/8/memory postgres"; test -n "$PG_BIN"'
    )
    lines = [{**USUAL, "backend": one, "moves_per_s": 1} for one in BACKENDS.values()]
    assert set(peer(tmp_path, f"{check}\n{leaving(*lines)}").moves().values()) == {1}


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("echo no such database >&2; exit 3", "no such database"),
        ("true", "run.sh"),
        (leaving({**USUAL, "backend": "memory", "moves_per_s": 1}), "lack one of"),
    ],
)
def test_what_was_not_measured_is_said(tmp_path: Path, script: str, said: str) -> None:
    with pytest.raises(PeerFailed, match=said):
        peer(tmp_path, script).moves()
