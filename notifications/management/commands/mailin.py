"""`manage.py mailin`: accept incoming mail."""

import asyncio
import logging
import signal
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from common.db import migrations

log = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Take replies to questions: by LMTP from a mail server, or with --imap from a mailbox."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--listen",
            default=settings.TIDE_MAILIN_ADDRESS,
            help="where, as HOST:PORT or /PATH (LMTP)",
        )
        parser.add_argument("--imap", action="store_true", help="fetch from TIDE_IMAP_URL instead")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.TIDE_REPLY_DOMAIN:
            raise CommandError("Set TIDE_REPLY_DOMAIN: without it no question has an address.")
        if options["imap"] and not settings.TIDE_IMAP_URL:
            raise CommandError("Set TIDE_IMAP_URL: it says which mailbox is fetched.")
        from notifications.replies import imap, lmtp  # noqa: PLC0415  An extra.

        # As workers end: what is under way is done, or comes again.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        with suppress(KeyboardInterrupt):
            if options["imap"]:
                migrations.wait_until_applied()
                imap.poll()
                return
            # A mail server that hears 451 brings the mail again.
            log.info("Taking mail for %s at %s", settings.TIDE_REPLY_DOMAIN, options["listen"])
            try:
                asyncio.run(lmtp.serve(options["listen"]))
            except (OSError, OverflowError, ValueError) as error:
                raise CommandError(f"No mail is taken at {options['listen']}: {error}") from error
