"""Statements written by hand: strings of SQL at the top of modules."""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from common.db.statements import Statement

ROOT = Path(__file__).parents[1]
PACKAGES = ("common", "games", "players", "notifications")
CONSTANT = re.compile(r"^([A-Z][A-Z_]*) = ", re.MULTILINE)
BEGINS = re.compile(r"\s*(--.*\s+)*(SELECT|WITH|INSERT|UPDATE|DELETE)\b")


def statements() -> Iterator[tuple[str, Statement]]:
    """Return the statements with their names, `signals.NOTIFY`, and the comments in them."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).glob("**/*.py")):
            source = path.read_text()
            if "from common.db.statements import" not in source:
                continue
            for name in CONSTANT.findall(source):
                module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
                text = getattr(import_module(module), name)
                if isinstance(text, str) and BEGINS.match(text):
                    comment = " ".join(re.findall(r"--(.*)", text))
                    yield f"{path.stem}.{name}", Statement(text, comment=comment)
