"""Make a key for TIDE_KEYS."""

from typing import Any

from django.core.management.base import BaseCommand

from tideapi.db.encrypted import new_key


class Command(BaseCommand):
    requires_system_checks = ()  # it is what one runs before there is a key
    help = (
        "Print a new key for TIDE_KEYS, with which what is sealed lies encrypted in the database."
    )

    def handle(self, *args: Any, **given: Any) -> None:
        self.stdout.write(new_key())
