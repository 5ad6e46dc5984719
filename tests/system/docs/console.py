"""The console examples of pages: what is typed, what is answered, and doing it in earnest."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import Any
from urllib.parse import urlsplit

from tests.thorough.verify.verifiers import node
from tests.unit.docs.pages import Block
from tests.unit.docs.shown import Story

SHOWN_SERVER = "localhost:8000"
"""Where the server of `make up` answers, as pages have it."""
BODY = re.compile(r"-d '(.+?)'")


@dataclass(frozen=True)
class Step:
    """One command, with the lines that the page shows as its answer."""

    block: Block
    command: str
    answer: str

    def __str__(self) -> str:
        return f"{self.block}: {self.command[:60]}"


def steps(block: Block) -> Iterator[Step]:
    """The commands of a console block: each begins with `$ `, and a backslash takes it to the next line."""
    text = re.sub(r"\\\n\s*", "", block.text)
    before, *commands = re.split(r"^\$ ", text, flags=re.MULTILINE)
    assert (before, bool(commands)) == ("", True), f"{block} does not begin with a command"
    for one in commands:
        command, _, answer = one.partition("\n")
        yield Step(block, command.strip(), answer.rstrip("\n"))


class Terminal:
    """Somebody who types what pages show, in a folder of her own, at a running server."""

    def __init__(self, url: str, folder: Path) -> None:
        self.address = urlsplit(url).netloc
        self.folder = folder
        self.story = Story(people={"ann": f"ann-{token_hex(4)}"})
        self.receipts: list[Any] = []
        programs = folder / "bin"
        programs.mkdir()
        (programs / "python").symlink_to(sys.executable)
        (programs / "node").symlink_to(node())
        self._environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}

    def assign(self, command: str) -> None:
        """`NAME=value`, with what the value is in this game."""
        name, _, value = command.partition("=")
        self._environment[name] = self.story.text_in_truth(value)

    def run(self, command: str) -> str:
        """What a command prints, which must be a good one; of a stream, until its first message is there."""
        typed = BODY.sub(self._body_in_truth, self.story.text_in_truth(command))
        typed = typed.replace(SHOWN_SERVER, self.address)
        typed = typed.replace("curl ", "exec curl --show-error --fail-with-body ", 1)
        lines = list[str]()
        pipe = subprocess.PIPE
        with subprocess.Popen(
            ["sh", "-c", typed], cwd=self.folder, env=self._environment, stdout=pipe, text=True
        ) as shell:
            assert shell.stdout is not None
            for line in shell.stdout:
                lines.append(line)
                if line.startswith("data:"):
                    shell.kill()
                    return "".join(lines)
        assert shell.returncode == 0, f"{typed}: {lines}"
        return "".join(lines)

    def _body_in_truth(self, found: re.Match[str]) -> str:
        return f"-d '{json.dumps(self.story.in_truth(json.loads(found[1])))}'"
