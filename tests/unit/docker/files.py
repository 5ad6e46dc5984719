"""What docker/Dockerfile and docker/compose.yaml say, read far enough to do it without Docker."""

import json
import re
import shlex
from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import yaml

from tideapi.local.up import ROOT

DOCKERFILE = ROOT / "docker/Dockerfile"
COMPOSE = ROOT / "docker/compose.yaml"
DOCKERIGNORE = ROOT / ".dockerignore"


def passes_dockerignore(path: Path) -> bool:
    """Whether a file or folder of this project reaches the image: the last line that fits it holds."""
    inside = path.relative_to(ROOT)
    above = [str(part) for part in (inside, *inside.parents)]
    kept = True
    for line in DOCKERIGNORE.read_text().splitlines():
        pattern = line.removeprefix("!").rstrip("/")
        if any(fnmatchcase(part, pattern) for part in above):
            kept = line.startswith("!")
    return kept


def named_files(*texts: str) -> set[Path]:
    """The files of this project that are named in commands or in values of variables."""
    words = {word for text in texts for word in re.split(r"[\s\"'=,\[\]]+", text)}
    inside = {word for word in words if word and not word.startswith("/")}
    return {ROOT / word for word in inside if (ROOT / word).is_file()}


class Image:
    """The last stage of the Dockerfile: its environment and its commands."""

    def __init__(self, file: Path = DOCKERFILE) -> None:
        text = re.sub(r"\\\n\s*", " ", file.read_text())
        self.instructions = [
            line.split(" ", 1)
            for line in text.rpartition("\nFROM ")[2].splitlines()[1:]
            if line and not line.startswith("#")
        ]

    def all(self, name: str) -> list[str]:
        return [rest.strip() for word, rest in self.instructions if word == name]

    @property
    def environment(self) -> dict[str, str]:
        pairs = [pair for line in self.all("ENV") for pair in shlex.split(line)]
        return dict(pair.split("=", 1) for pair in pairs)

    @property
    def command(self) -> list[str]:
        return [str(part) for part in json.loads(self.all("CMD")[-1])]

    @property
    def health_check(self) -> list[str]:
        return [str(part) for part in json.loads(self.all("HEALTHCHECK")[-1].split("CMD ", 1)[1])]


class MissingVariable(Exception):
    """compose.yaml insists on a variable that is not there."""


def compose(variables: Mapping[str, str]) -> dict[str, Any]:
    """The services, with variables put in as Docker does it: ${NAME:-default}, ${NAME:?why}."""

    def value(match: re.Match[str]) -> str:
        name, kind, rest = match.group("name", "kind", "rest")
        if variables.get(name):
            return variables[name]
        if kind == ":?":
            raise MissingVariable(name)
        return rest or ""

    text = re.sub(
        r"\$\{(?P<name>\w+)(?:(?P<kind>:[-?])(?P<rest>[^}]*))?\}", value, COMPOSE.read_text()
    )
    services: dict[str, Any] = yaml.safe_load(text)["services"]
    return services
