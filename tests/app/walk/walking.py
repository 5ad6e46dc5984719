"""Seeing which of the project's functions run, by the interpreter's own profiling hook."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

SHOW = "SHOW_WALK"
"""The environment's name for how much is printed: `table`, or `each` function."""
ROOT = Path(__file__).resolve().parents[3]
OURS = tuple(f"{ROOT}/{package}/" for package in ("games", "players", "tideapi", "notifications"))
MODULE = "<module>"
"""What Python calls the code of a module, which runs when it is imported."""


@dataclass
class Walk:
    """The functions of ours that ran, each once."""

    codes: set[CodeType] = field(default_factory=set)

    def functions(self) -> dict[str, list[str]]:
        """By file, the names of the functions that ran, in the order of their lines."""
        found: dict[str, list[tuple[int, str]]] = {}
        for code in self.codes:
            file = str(Path(code.co_filename).relative_to(ROOT))
            found.setdefault(file, []).append((code.co_firstlineno, code.co_qualname))
        return {file: [name for _, name in sorted(some)] for file, some in sorted(found.items())}

    @property
    def size(self) -> tuple[int, int]:
        """How many files and functions."""
        found = self.functions()
        return len(found), sum(map(len, found.values()))


@contextmanager
def walked() -> Iterator[Walk]:
    """What is called meanwhile in this thread."""
    walk = Walk()

    def note(frame: FrameType, happening: str, _: Any) -> None:
        code = frame.f_code
        if happening == "call" and code.co_filename.startswith(OURS) and code.co_name != MODULE:
            walk.codes.add(code)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield walk
    finally:
        sys.setprofile(before)
