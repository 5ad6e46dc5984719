"""Commands that write a page of docs/ from the code."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any, ClassVar

from django.core.management.base import BaseCommand

from tideapi.project import find_folder


class PageCommand(BaseCommand):
    """A command that writes one page, or shows it."""

    page: ClassVar[str]
    """The name of the page's file."""
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--file",
            default=str(find_folder("docs") / self.page),
            help="where it is written, or - for standard output",
        )

    def handle(self, *args: Any, **given: Any) -> None:
        if given["file"] == "-":
            self.stdout.write(self.text(), ending="")
        else:
            Path(given["file"]).write_text(self.text())

    def text(self) -> str:
        """Return the whole page."""
        raise NotImplementedError
