"""Mail in by LMTP (RFC 2033), from the operator's mail server on the same machine or network.

A mail is refused in the dialogue, so the mail server tells its sender: 550 for an unknown address, 552 for a
mail that is too large. The answer is 451 where something is away for the moment; the mail then comes again.
"""

import asyncio
import functools
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import Envelope, Session
from django.conf import settings
from django.db import close_old_connections

from common.rest import log_lines
from notifications.replies import mail_handler
from notifications.replies.outcome import Later, ReplyOutcome

log = logging.getLogger(__name__)

ANSWERS = {
    ReplyOutcome.UNKNOWN: "550 5.1.1 No player has this address, or its question is long closed",
    ReplyOutcome.TOO_LARGE: "552 5.3.4 Too large; a reply needs one line",
    ReplyOutcome.STRANGER: "550 5.7.1 Reply from the address that you have verified here",
    ReplyOutcome.UNPROVED: "550 5.7.1 It is not proved that this mail is from its sender",
    ReplyOutcome.UNBOUND: "550 5.7.1 It is not proved that this mail was written to this address",
    ReplyOutcome.MALFORMED: "554 5.6.0 This mail cannot be read, or can be read in several ways",
}
TAKEN = "250 2.0.0 Taken"
LATER = "451 4.3.0 Not now; please send it again"
ONE_ONLY = "452 4.5.3 One recipient at a time"
"""The answer to further recipients: a mail has one answer, so it has one recipient."""
MAX_LINE_LENGTH = 64 * 1024


class LmtpConnection(LMTP):
    """One connection."""

    line_length_limit = MAX_LINE_LENGTH

    def __init__(self, handler: "LmtpHandler") -> None:
        super().__init__(
            handler,
            data_size_limit=settings.TIDE_MAX_MAIL_BYTES,
            # Postfix returns a mail for good that needs it where it is not offered (RFC 6531).
            enable_SMTPUTF8=True,
            hostname=settings.TIDE_REPLY_DOMAIN,
            ident="tideapi",
            loop=asyncio.get_running_loop(),
        )


class LmtpHandler:
    """The handler of mail, with a few threads."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(settings.TIDE_MAILIN_THREADS, "mailin")

    async def handle_RCPT(  # noqa: N802  aiosmtpd's.
        self, server: LMTP, session: Session, envelope: Envelope, address: str, options: Any
    ) -> str:
        if envelope.rcpt_tos:
            return ONE_ONLY
        reply = await self._run_in_thread(_check_recipient, address)
        if reply.startswith("250"):
            envelope.rcpt_tos.append(address)
        return reply

    async def handle_DATA(  # noqa: N802
        self, server: LMTP, session: Session, envelope: Envelope
    ) -> str:
        content = envelope.original_content or b""
        (recipient,) = envelope.rcpt_tos
        return await self._run_in_thread(_accept_mail, content, recipient, envelope.mail_from or "")

    async def _run_in_thread(self, what: Any, *about: Any) -> str:
        loop = asyncio.get_running_loop()
        reply: str = await loop.run_in_executor(
            self._threads, functools.partial(_reply_line, what, *about)
        )
        return reply


def _reply_line(what: Any, *about: Any) -> str:
    """Return the LMTP answer of one of the functions below; an unexpected error asks for a retry."""
    close_old_connections()
    try:
        return str(what(*about))
    except Later as why:
        log.warning("Mail is put off: %s", why)
    except Exception as error:  # noqa: BLE001  Whatever it is, the mail must not be lost.
        log.error("Mail is put off: %s", log_lines.describe_place(error))  # noqa: TRY400  Its message might quote a card.
    finally:
        close_old_connections()
    return LATER


def _check_recipient(address: str) -> str:
    return TAKEN if mail_handler.knows(address) else ANSWERS[ReplyOutcome.UNKNOWN]


def _accept_mail(content: bytes, recipient: str, sender: str) -> str:
    outcome = mail_handler.receive(content, recipient, sender, dialogue=True)
    return ANSWERS.get(outcome, TAKEN)


async def serve(where_: str) -> None:
    """Accept mail at a path of this machine (`/run/tideapi/lmtp`) or an address (`127.0.0.1:8024`)."""
    loop, handler = asyncio.get_running_loop(), LmtpHandler()
    if where_.startswith("/"):
        server: asyncio.Server = await loop.create_unix_server(
            lambda: LmtpConnection(handler), where_
        )
    else:
        host, _, port = where_.rpartition(":")
        server = await loop.create_server(
            lambda: LmtpConnection(handler), host.strip("[]"), int(port)
        )
    async with server:
        await server.serve_forever()
