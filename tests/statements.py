"""Statements written by hand: strings of SQL at the top of modules."""

import re
from collections.abc import Iterator
from dataclasses import fields
from importlib import import_module
from pathlib import Path

from players.sql import CallerQuery

ROOT = Path(__file__).parents[1]
PACKAGES = ("common", "games", "players", "notifications")
CONSTANT = re.compile(r"^([A-Z][A-Z_]*) = ", re.MULTILINE)
BEGINS = re.compile(r"\s*(--.*\s+)*(SELECT|WITH|INSERT|UPDATE|DELETE)\b")


def statements() -> Iterator[tuple[str, str]]:
    """Return the statements with their names, `signals.NOTIFY`."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).glob("**/*.py")):
            source = path.read_text()
            if "common.db.sql import" not in source and "caller_query(" not in source:
                continue
            module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
            for name in CONSTANT.findall(source):
                value = getattr(module, name)
                if isinstance(value, str) and BEGINS.match(value):
                    yield f"{path.stem}.{name}", value
                elif isinstance(value, CallerQuery):
                    for kind in fields(value):
                        yield f"{path.stem}.{name} {kind.name}", getattr(value, kind.name)


def comment_of(statement: str) -> str:
    """Return the comments in a statement as one line."""
    return " ".join(re.findall(r"--(.*)", statement))
