"""OpenSpiel's goofspiel, the nearest game that it has to ours, played by a Python that has it installed."""

import json
import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import Any

Json = dict[str, Any]


class Goofspiel:
    """OpenSpiel in a process of its own, which ends at once where the Python named has none."""

    def __init__(self, python: str, stack: ExitStack) -> None:
        script = Path(__file__).with_name("goofspiel.py")
        self._process = stack.enter_context(
            subprocess.Popen(
                [python, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        )
        self._there = self._answer() is not None

    def measure(self, players: int, seconds: float) -> float | None:
        """Actions a second of processor time; None without OpenSpiel."""
        if not self._there or self._process.stdin is None:
            return None
        self._process.stdin.write(f"{players} {seconds}\n")
        self._process.stdin.flush()
        answer = self._answer()
        return None if answer is None else answer["actions"]

    def _answer(self) -> Json | None:
        """The next line of the process; None when it has ended."""
        line = self._process.stdout.readline() if self._process.stdout else ""
        answer: Json | None = json.loads(line) if line else None
        return answer
