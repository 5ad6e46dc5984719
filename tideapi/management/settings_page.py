"""The page docs/operators/settings.md: every setting by theme, and every system check.

The theme of a setting is the heading (`# -- Theme`) above it in `tideapi/settings.py`, its text the string
below it. A last paragraph says the default where that is not the same on every server.
"""

import ast
import re
from collections.abc import Iterator
from inspect import cleandoc, getdoc
from itertools import pairwise
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks.registry import registry

from tideapi import settings as settings_module

BEGINNING = """\
# Settings

A reference: every environment variable, and every system check. Durations without a unit are in ISO 8601,
such as `PT1M` or `P14D`; a rate is a number by second, minute, hour or day (`600/m`).
"""
HEAD = "| variable | default | what |\n|---|---|---|\n"
CHECKS = """
## Checks

`manage.py check --deploy` runs them. Web and workers do not start while there is an error (`E`).

| id | what is wrong |
|---|---|
"""
CHECK = re.compile(
    r"^((?:tideapi|common|players|games|notifications)\.[EWI]\d{3}): (.+)\.$", re.MULTILINE
)
"""How the docstring of a check names a fault that it finds."""
THEME = "# -- "
READ = re.compile(r"\benv\.read_\w+\('(\w+)'")
"""How a setting is read, as `ast.unparse` writes it."""


def page() -> str:
    """Return the whole page."""
    themes: dict[str, list[str]] = {}
    for theme, name, text in read_texts():
        themes.setdefault(theme, []).append(_write_row(name, text))
    tables = (f"\n## {theme}\n\n{HEAD}{''.join(rows)}" for theme, rows in themes.items())
    return "".join([BEGINNING, *tables, CHECKS, *sorted(_write_checks())])


def read_texts() -> Iterator[tuple[str, str, str]]:
    """Yield the theme, the name and the text of each setting, as `tideapi/settings.py` has them."""
    source = Path(settings_module.__file__).read_text()
    lines, tree = source.splitlines(), ast.parse(source)
    for statement, below in pairwise(tree.body):
        match below:
            case ast.Expr(value=ast.Constant(value=str(text))):
                read = READ.search(ast.unparse(statement))
                above = [line for line in lines[: statement.lineno] if line.startswith(THEME)]
                if read:
                    yield above[-1].removeprefix(THEME), read[1], cleandoc(text)


def _write_row(name: str, text: str) -> str:
    what, _, default = text.replace("\n", " ").partition("  Default: ")
    default = default.removesuffix(".") or _write_default(settings.ENVIRONMENT_DEFAULTS[name])
    return f"| `{name}` | {default} | {what.removesuffix('.')} |\n"


def _write_default(default: Any) -> str:
    if isinstance(default, bool):
        return f"`{default}`".lower()
    text = ",".join(default) if isinstance(default, list) else str(default)
    return f"`{text}`" if text else "empty"


def _write_checks() -> Iterator[str]:
    for check in registry.get_checks(include_deployment_checks=True):
        note = " (with `check --deploy`)" if check in registry.deployment_checks else ""
        for id_, text in CHECK.findall(getdoc(check) or ""):
            yield f"| `{id_}` | {text}{note} |\n"
