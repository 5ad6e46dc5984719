"""Make a key for TIDE_PUSH_KEY."""

from typing import Any

from django.core.management.base import BaseCommand

from notifications.channels.vapid import new_key


class Command(BaseCommand):
    requires_system_checks = ()  # it is what one runs before there is a key
    help = "Print a new key for TIDE_PUSH_KEY, by which push services know this server."

    def handle(self, *args: Any, **given: Any) -> None:
        self.stdout.write(new_key())
