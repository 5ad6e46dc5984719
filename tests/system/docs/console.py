"""The console examples of pages: what is typed, what is answered, and doing it in earnest."""

import json
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from secrets import token_hex
from typing import Any
from urllib.parse import urlsplit

from tests.thorough.verify.verifiers import node
from tests.unit.docs.pages import Block
from tests.unit.docs.shown import Story

SHOWN_SERVER = "localhost:8000"
"""Where the server of `make up` answers, as pages have it."""


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
    command, answer, goes_on = "", list[str](), False
    for line in block.text.splitlines():
        if goes_on:
            command += line.strip()
        elif line.startswith("$ "):
            if command:
                yield Step(block, command, "\n".join(answer))
            command, answer = line[2:].strip(), []
        else:
            answer.append(line)
        goes_on = (goes_on or line.startswith("$ ")) and command.endswith("\\")
        command = command.removesuffix("\\") if goes_on else command
    assert command, f"{block} shows no command"
    yield Step(block, command, "\n".join(answer))


@dataclass(frozen=True)
class Call:
    """What a curl command asks."""

    method: str
    path: str
    headers: dict[str, str]
    body: Any = None
    file: str | None = None
    streamed: bool = False


def call(command: str) -> Call:
    """Read a curl command; options that no page uses are refused."""
    words = iter(shlex.split(command)[1:])
    method, address, headers, body, file, streamed = None, "", {}, None, None, False
    for word in words:
        match word:
            case "-s":
                pass
            case "-sN":
                streamed = True
            case "-X":
                method = next(words)
            case "-H":
                name, _, value = next(words).partition(": ")
                headers[name] = value
            case "-d":
                body = json.loads(next(words))
            case ">":
                file = next(words)
            case _:
                assert not word.startswith("-"), f"an option that is not known here: {command}"
                address = word
    host, slash, path = address.removeprefix("http://").partition("/")
    assert host == SHOWN_SERVER, f"another server than the one of `make up`: {command}"
    assert body is None or headers.get("Content-Type") == "application/json", command
    return Call(
        method or ("GET" if body is None else "POST"), slash + path, headers, body, file, streamed
    )


class Terminal:
    """Somebody who types what pages show, in a folder of her own, at a running server."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url = url
        self.folder = folder
        self.story = Story(people={"ann": f"ann-{token_hex(4)}"})
        self.variables: dict[str, str] = {}
        self.receipts: list[Any] = []

    def sets(self, command: str) -> None:
        """`NAME=value`, with what the value is in this game."""
        name, _, value = command.partition("=")
        self.variables[name] = self.story.text_in_truth(value)

    def calls(self, command: str) -> str:
        """The body of the answer to a curl command, which must be a good one."""
        for name, value in self.variables.items():
            command = command.replace(f"${name}", value)
        asked = call(self.story.text_in_truth(command))
        body = None if asked.body is None else json.dumps(self.story.in_truth(asked.body))
        connection = HTTPConnection(urlsplit(self.url).netloc, timeout=60)
        with closing(connection):
            connection.request(asked.method, asked.path, body, asked.headers)
            with connection.getresponse() as answer:
                assert answer.status < 300, f"{command}: {answer.status} {answer.read().decode()}"
                said = _begin(answer) if asked.streamed else answer.read().decode()
        if asked.file is not None:
            (self.folder / asked.file).write_text(said)
        return said

    def runs(self, command: str) -> str:
        """What a verifier prints; `python` is the one of the tests, files are in the folder."""
        program, file, *rest = shlex.split(command, comments=True)
        programs = {"python": sys.executable, "node": node()}
        done = subprocess.run(
            [programs[program], file, *rest],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
        return done.stdout


def _begin(answer: Any) -> str:
    """The first message of a stream, with what comes before it."""
    lines = list[str]()
    while not lines or not lines[-1].startswith("data:"):
        lines.append(answer.readline().decode().rstrip("\n"))
    return "\n".join(lines)
