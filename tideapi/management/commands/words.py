"""Command that gathers texts and compiles translations: `locale/LANGUAGE/LC_MESSAGES/django.{po,mo}`.

Babel does both, so the gettext tools are not needed. A language exists once it has a .po file.
"""

import io
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import template

FOLDERS = ("common", "games", "notifications", "players", "tideapi")
MARKED = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop")),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
    **dict.fromkeys(("bad_request", "conflict", "fault_code", "forbidden", "not_found"), (1,)),
    **dict.fromkeys(("ApiError", "ErrorCode", "Illegal", "Unreadable"), (2,)),
    "BadAddress": (1,),
    "Fault": (3,),
}
"""The functions whose texts are translated. A refusal's is where the problem is written."""
NOTES = ("Translators:",)


class Command(BaseCommand):
    help = "Bring locale/ up to date: gather texts from code and templates, compile translations."

    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="write nothing, say what is not so"
        )

    def handle(self, *args: Any, **given: Any) -> None:
        stale = [
            path for path, content in built() if not path.exists() or path.read_bytes() != content
        ]
        if given["check"]:
            if stale:
                files = ", ".join(map(str, stale))
                raise CommandError(f"Not up to date: {files}. Do: make -s manage ARGS=words")
            return
        for path, content in built():
            path.write_bytes(content)


def built() -> Iterator[tuple[Path, bytes]]:
    """Yield each .po file as it should be, and the .mo file that is made from it."""
    from babel.messages.mofile import write_mo  # noqa: PLC0415  Only who translates has Babel.
    from babel.messages.pofile import read_po, write_po  # noqa: PLC0415

    gathered = catalogue()
    (folder,) = settings.LOCALE_PATHS
    for path in sorted(Path(folder).glob("*/LC_MESSAGES/django.po")):
        with path.open("rb") as file:
            known = read_po(file, locale=path.parts[-3])
        # A new text is empty until it is translated: a guess would pass for a translation.
        known.update(gathered, no_fuzzy_matching=True, update_creation_date=False)
        known.obsolete.clear()
        text, compiled = io.BytesIO(), io.BytesIO()
        write_po(text, known, width=100, sort_output=True, omit_header=False, no_location=True)
        write_mo(compiled, known)
        yield path, text.getvalue()
        yield path.with_suffix(".mo"), compiled.getvalue()


def catalogue() -> Any:
    """Return all texts to translate, with their notes for translators."""
    from babel.messages.catalog import Catalog  # noqa: PLC0415
    from babel.messages.extract import extract  # noqa: PLC0415

    found = Catalog(project="tideapi", fuzzy=False)
    for name, source in sources():
        method = "python"
        for _line, text, notes, context in extract(method, io.BytesIO(source), MARKED, NOTES):
            found.add(text, locations=[(name, 1)], auto_comments=notes, context=context)
    return found


def sources() -> Iterator[tuple[str, bytes]]:
    """Yield code, and templates converted to code by Django."""
    root = Path(settings.BASE_DIR)
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix == ".py":
                yield path.name, path.read_bytes()
            elif path.suffix in {".html", ".txt"}:
                # Within brackets it matters nowhere how far a line of a template is indented.
                yield path.name, f"({template.templatize(path.read_text())}\n)".encode()
