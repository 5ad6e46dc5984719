"""Reports that a mail of ours has not arrived (RFC 3464).

Nobody proves who has written one. So it is believed only at the address that the mail had as its envelope's
sender, and only about the address to which it went: both are in a code that stands in no text, and that none
makes of the address for answers, which is passed on with every mail that is forwarded.
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
from notifications.replies.parsing import Mail
from players.mail import reachable, transport

SALT = "notifications.replies.returned"
STATUS = re.compile(r"\s*5\.(\d{1,3})\.(\d{1,3})\b")
"""That mail will never arrive, and why (RFC 3463)."""
SAID = re.compile(r"\s*smtp\s*;\s*5\d\d[\s-]+(5\.\d{1,3}\.\d{1,3}\b.*)", re.IGNORECASE | re.DOTALL)
"""The same as the other server said it, in the words of a report (RFC 3464, section 2.3.6)."""
UNKNOWN = (0, 0)
"""What a status says that says nothing; some servers write it in all their reports."""


@dataclass(frozen=True, slots=True)
class Returned:
    """An address that mail does not reach, in small letters, and whether it never will."""

    address: str
    permanent: bool


def address_of(notice: Notice, to: str) -> str | None:
    """The envelope's sender of a mail about a question to this address; None where no mail comes in."""
    if not settings.TIDE_REPLY_DOMAIN:
        return None
    row = secrets.asked(notice)
    return None if row is None else address.for_reports(_token(row.pk, to.lower()))


def sent_to(recipient: str) -> str | None:
    """To which address the mail went that is reported here; None without one, or if it is hers no more."""
    token = address.reports(recipient)
    number, _, _ = (token or "").partition(".")
    if token is None or not address.NUMBER.fullmatch(number):
        return None
    row = secrets.numbered(int(number))
    hers = () if row is None else reachable.verified(row.player_id)
    return next((to for to in hers if constant_time_compare(token, _token(int(number), to))), None)


def _token(number: int, to: str) -> str:
    mac = salted_hmac(SALT, f"{number}.{to}", algorithm="sha256").digest()
    return f"{number}.{base64.b32encode(mac)[:26].decode().lower()}"


def is_report(mail: Mail) -> bool:
    return mail.message.get_content_type() == "multipart/report"


def returned(mail: Mail) -> Iterator[Returned]:
    """What a report says; what only tells of a delay is left out."""
    for part in mail.message.walk():
        if part.get_content_type() == "message/delivery-status":
            for group in part.get_payload():
                yield from _of(group)


def _of(group: object) -> Iterator[Returned]:
    if (
        not isinstance(group, EmailMessage)
        or str(group["Action"] or "").strip().lower() != "failed"
    ):
        return
    _, _, whose = str(group["Final-Recipient"] or group["Original-Recipient"] or "").partition(";")
    if whose.strip():
        yield Returned(whose.strip().strip("<>").lower(), permanent=_nobody_there(group))


def _nobody_there(group: EmailMessage) -> bool:
    """Whether the address is gone. A list on which we stand, or a full mailbox, says nothing of that."""
    why = _why(str(group["Status"] or ""))
    if why == UNKNOWN and (said := SAID.match(str(group["Diagnostic-Code"] or ""))):
        why = _why(said[1])
    return why is not None and transport.nobody_there(transport.PERMANENT, *why)


def _why(status: str) -> tuple[int, int] | None:
    """Subject and detail of a status, None if it does not say that mail will never arrive."""
    found = STATUS.match(status)
    return None if found is None else (int(found[1]), int(found[2]))
