"""Command that writes the pages of docs/ that are made from the code, or shows what is not up to date.

In docs/operators/settings.md the theme of a setting is the heading (`# -- Theme`) above it in
`tideapi/settings.py`, its text the string below it. A last paragraph says the default where that is not the
same on every server.
"""

import ast
import re
from argparse import ArgumentParser
from collections.abc import Iterator
from difflib import unified_diff
from inspect import cleandoc, getdoc
from itertools import pairwise
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks.registry import registry
from django.core.management.base import BaseCommand, CommandError

from tideapi import settings as settings_module
from tideapi.management import events_page
from tideapi.project import find_folder

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


def settings_page() -> str:
    """Return the page of settings and system checks."""
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


PAGES = {"events.md": events_page.page, "operators/settings.md": settings_page}
"""The generated pages, each with the function that returns its text."""


class Command(BaseCommand):
    help = "Write docs/events.md and docs/operators/settings.md from the code."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing, show differences")

    def handle(self, *args: Any, **given: Any) -> None:
        different = []
        for name, page in PAGES.items():
            file, text = find_folder("docs") / name, page()
            if not given["check"]:
                file.write_text(text)
            elif text != (before := file.read_text()):
                different.append(name)
                lines = before.splitlines(), text.splitlines()
                self.stdout.writelines(unified_diff(*lines, name, "the code", lineterm=""))
        if different:
            raise CommandError(f"{', '.join(different)}: not what the code says; `make openapi`.")
