"""Mails as files in a folder, one each, for any mail program."""

from collections.abc import Sequence
from pathlib import Path
from secrets import token_hex

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone


class EmailBackend(BaseEmailBackend):
    """An e-mail backend that writes files. Their names begin with the time, so they sort by it."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        folder = Path(str(settings.EMAIL_FILE_PATH))
        folder.mkdir(parents=True, exist_ok=True)
        for message in email_messages:
            at = timezone.now().strftime("%Y%m%d-%H%M%S-%f")
            made = folder / f".{at}-{token_hex(3)}"
            made.write_bytes(message.message().as_bytes())
            # Nobody finds a mail that is only half written.
            made.rename(folder / f"{made.name[1:]}.eml")
        return len(email_messages)
