"""Make a key for TIDE_KEYS."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from common.db.encrypted import derive_key, new_key


class Command(BaseCommand):
    requires_system_checks = ()  # it is what one runs before there is a key
    help = (
        "Print a new key for TIDE_KEYS, with which what is sealed lies encrypted in the database."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--of-secret-key",
            action="store_true",
            help="print the key that is made from SECRET_KEY where TIDE_KEYS is not set",
        )

    def handle(self, *args: Any, **given: Any) -> None:
        self.stdout.write(derive_key(settings.SECRET_KEY) if given["of_secret_key"] else new_key())
