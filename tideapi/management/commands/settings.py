"""Command that writes docs/operators/settings.md: every setting by theme, and every system check."""

import re
from collections.abc import Iterator
from inspect import getdoc

from django.conf import settings
from django.core.checks.registry import registry

from tideapi.management.generated import PageCommand
from tideapi.setting_texts import DEFAULTS_IN_WORDS, THEMES

BEGINNING = """\
# Settings

A reference: every environment variable, and every system check. Durations without a unit are in ISO 8601,
such as `PT1M` or `P14D`; a rate is a number by second, minute, hour or day (`600/m`).
"""
CHECKS = """
## Checks

`manage.py check --deploy` runs them. Web and workers do not start while there is an error (`E`).

| id | what is wrong |
|---|---|
"""
CHECK = re.compile(r"^((?:tideapi|players|games|notifications)\.[EWI]\d{3}): (.+)\.$", re.MULTILINE)
"""How the docstring of a check names a fault that it finds."""


class Command(PageCommand):
    help = "Write docs/operators/settings.md, the tables of settings and checks, from the code."
    page = "operators/settings.md"

    def text(self) -> str:
        return page()


def page() -> str:
    """Return the whole page."""
    themes = [_write_theme(theme, texts) for theme, texts in THEMES.items()]
    return "".join([BEGINNING, *themes, CHECKS, *sorted(_write_checks())])


def _write_theme(theme: str, texts: dict[str, str]) -> str:
    rows = [f"| `{name}` | {_write_default(name)} | {text} |\n" for name, text in texts.items()]
    return f"\n## {theme}\n\n| variable | default | what |\n|---|---|---|\n{''.join(rows)}"


def _write_default(name: str) -> str:
    default = settings.ENVIRONMENT_DEFAULTS[name]
    if name in DEFAULTS_IN_WORDS:
        return DEFAULTS_IN_WORDS[name]
    if isinstance(default, bool):
        return f"`{default}`".lower()
    text = ",".join(default) if isinstance(default, list) else str(default)
    return f"`{text}`" if text else "empty"


def _write_checks() -> Iterator[str]:
    for check in registry.get_checks(include_deployment_checks=True):
        note = " (with `check --deploy`)" if check in registry.deployment_checks else ""
        for id_, text in CHECK.findall(getdoc(check) or ""):
            yield f"| `{id_}` | {text}{note} |\n"
