"""Reports that a mail of this server has not arrived (RFC 3464).

A report has no proof of its sender. So it counts only at the address that the mail had as its envelope's
sender, and only about the address to which it went: both are in a code that stands in no text, and that
cannot be derived from the reply address, which is passed on with every mail that is forwarded.
"""

import base64
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import EmailMessage

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from notifications.notice import Notice
from notifications.questions import secrets
from notifications.replies import address
from notifications.replies.incoming_mail import IncomingMail
from players.mail import reachable, transport

SALT = "notifications.replies.returned"
STATUS = re.compile(r"\s*5\.(\d{1,3})\.(\d{1,3})\b")
"""Status of a permanent failure, and its cause (RFC 3463)."""
SAID = re.compile(r"\s*smtp\s*;\s*5\d\d[\s-]+(5\.\d{1,3}\.\d{1,3}\b.*)", re.IGNORECASE | re.DOTALL)
"""The same in the words of the other server (RFC 3464, section 2.3.6)."""
UNKNOWN = (0, 0)
"""The status without a cause; some servers write it in all their reports."""


@dataclass(frozen=True, slots=True)
class Returned:
    """An address that mail does not reach, in small letters, and whether it never will."""

    address: str
    permanent: bool


def address_of(notice: Notice, to: str) -> str | None:
    """Return the envelope's sender of a question's mail to this address; None if no mail comes in."""
    if not settings.TIDE_REPLY_DOMAIN:
        return None
    row = secrets.asked(notice)
    return None if row is None else address.for_reports(_make_token(row.pk, to.lower()))


def sent_to(recipient: str) -> str | None:
    """Return the address whose mail is reported here; None if unknown or no longer the player's."""
    token = address.reports(recipient)
    number, _, _ = (token or "").partition(".")
    if token is None or not address.NUMBER.fullmatch(number):
        return None
    row = secrets.numbered(int(number))
    own = () if row is None else reachable.verified_addresses(row.player_id)
    return next(
        (to for to in own if constant_time_compare(token, _make_token(int(number), to))), None
    )


def _make_token(number: int, to: str) -> str:
    mac = salted_hmac(SALT, f"{number}.{to}", algorithm="sha256").digest()
    return f"{number}.{base64.b32encode(mac)[:26].decode().lower()}"


def is_report(mail: IncomingMail) -> bool:
    return mail.message.get_content_type() == "multipart/report"


def returned(mail: IncomingMail) -> Iterator[Returned]:
    """Yield the failures in a report; delays are left out."""
    for part in mail.message.walk():
        if part.get_content_type() == "message/delivery-status":
            for group in part.get_payload():
                yield from _read_group(group)


def _read_group(group: object) -> Iterator[Returned]:
    if (
        not isinstance(group, EmailMessage)
        or str(group["Action"] or "").strip().lower() != "failed"
    ):
        return
    _, _, whose = str(group["Final-Recipient"] or group["Original-Recipient"] or "").partition(";")
    if whose.strip():
        yield Returned(whose.strip().strip("<>").lower(), permanent=_is_address_gone(group))


def _is_address_gone(group: EmailMessage) -> bool:
    """Return whether the address is gone; a block list or a full mailbox does not say so."""
    why = _read_status(str(group["Status"] or ""))
    if why == UNKNOWN and (said := SAID.match(str(group["Diagnostic-Code"] or ""))):
        why = _read_status(said[1])
    return why is not None and transport.nobody_there(transport.PERMANENT, *why)


def _read_status(status: str) -> tuple[int, int] | None:
    """Return subject and detail of a permanent failure's status; None for another status."""
    found = STATUS.match(status)
    return None if found is None else (int(found[1]), int(found[2]))
