"""Command that writes the pages of docs/ that are made from the code, or shows what is not up to date."""

from argparse import ArgumentParser
from difflib import unified_diff
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tideapi.management import events_page, settings_page
from tideapi.project import find_folder

PAGES = {"events.md": events_page.page, "operators/settings.md": settings_page.page}
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
