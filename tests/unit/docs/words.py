"""The words of the code: every name that is given or used in production code, and every module's own."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.unit.docs.pages import ROOT

PACKAGES = ("common", "games", "notifications", "players", "tideapi")
PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def modules() -> list[Path]:
    """Production code, without migrations: these keep the names of their day."""
    found = (path for package in PACKAGES for path in ROOT.glob(f"{package}/**/*.py"))
    return sorted(path for path in found if "migrations" not in path.parts)


@cache
def names(module: Path) -> frozenset[str]:
    """Every identifier in a module, its own name and its folders' included."""
    own = module.relative_to(ROOT).with_suffix("").parts
    return frozenset([*own, *_identifiers(ast.parse(module.read_text()))])


def _identifiers(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield name
            case (
                ast.FunctionDef(name=name)
                | ast.AsyncFunctionDef(name=name)
                | ast.ClassDef(name=name)
            ):
                yield name
            case ast.keyword(arg=str(name)):
                yield name
            case ast.alias(name=name, asname=other):
                yield from name.split(".")
                yield other or ""


def parts(identifier: str) -> list[str]:
    """The words of an identifier, in small letters: `FeedCursor` and `feed_cursor` have the same two."""
    return [part.lower() for part in PARTS.findall(identifier)]
