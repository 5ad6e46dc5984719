"""Reports that a mail of this server has not arrived (RFC 3464, and RFC 6533 for addresses in UTF-8).

A report has no proof of its sender. So it counts only at the address that the mail had as its envelope's
sender, and only about the address to which it went: both are in a code that stands in no text, and that
cannot be derived from the reply address, which is passed on with every mail that is forwarded.
"""

import base64
import quopri
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_string
from email.message import EmailMessage, MIMEPart
from email.policy import default

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.encoding import punycode

from notifications.notice import Notice
from notifications.questions import secrets
from notifications.replies import address
from notifications.replies.incoming_mail import IncomingMail
from players.mail import reachable, transport

SALT = "notifications.replies.returned"
STATUSES = frozenset({"message/delivery-status", "message/global-delivery-status"})
AS_IT_CAME = default.clone(refold_source="none")
BETWEEN = re.compile(r"\r?\n(?:[ \t]*\r?\n)+")
"""What separates two groups of a report."""
COMMENT = re.compile(r"\([^()]*\)")
ESCAPE = re.compile(r"\\x\{([0-9a-f]{2,5}|10[0-9a-f]{4})\}", re.IGNORECASE)
"""A character of an address, where the report has to be ASCII (RFC 6533, section 3)."""
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
    answer_link = secrets.asked(notice)
    if answer_link is None:
        return None
    return address.for_reports(_make_token(answer_link.pk, to.lower()))


def sent_to(recipient: str) -> str | None:
    """Return the address whose mail is reported here; None if unknown or no longer the player's."""
    token = address.reports(recipient)
    number, _, _ = (token or "").partition(".")
    if token is None or not address.NUMBER.fullmatch(number):
        return None
    answer_link = secrets.numbered(int(number))
    own = () if answer_link is None else reachable.verified_addresses(answer_link.player_id)
    return next(
        (to for to in own if constant_time_compare(token, _make_token(int(number), to))), None
    )


def _make_token(number: int, to: str) -> str:
    mac = salted_hmac(SALT, f"{number}.{to}", algorithm="sha256").digest()
    return f"{number}.{base64.b32encode(mac)[:26].decode().lower()}"


def is_report(mail: IncomingMail) -> bool:
    """Return whether a mail is a report of any kind; some servers send one in another wrapping."""
    if mail.message.get_content_type() == "multipart/report":
        return True
    return any(one.get_content_type() in STATUSES for one in mail.own_parts)


def returned(mail: IncomingMail) -> Iterator[Returned]:
    """Yield the failures in a report; delays are left out."""
    for part in mail.own_parts:
        if part.get_content_type() in STATUSES:
            for group in BETWEEN.split(_status_text(part).strip()):
                yield from _read_group(message_from_string(group, policy=default))


def _status_text(part: MIMEPart) -> str:
    """Return the text of a report's fields.

    Python's parser reads the fields of ASCII alone, and decodes none of them.
    """
    inner = part.get_payload()
    groups = [one for one in inner if isinstance(one, EmailMessage)] if part.is_multipart() else []
    raw = b"\n\n".join(one.as_bytes(policy=AS_IT_CAME).strip() for one in groups)
    encoding = str(part.get("Content-Transfer-Encoding", "")).strip().lower()
    if encoding == "base64":
        raw = base64.b64decode(raw)
    elif encoding == "quoted-printable":
        raw = quopri.decodestring(raw)
    return raw.decode(errors="replace")


def _read_group(group: EmailMessage) -> Iterator[Returned]:
    action = COMMENT.sub("", str(group["Action"] or ""))
    if action.strip().lower() != "failed":
        return
    recipient = str(group["Final-Recipient"] or group["Original-Recipient"] or "")
    returned_from = COMMENT.sub("", recipient.rpartition(";")[2]).strip().strip("<>")
    if returned_from:
        yield Returned(_as_sent(returned_from), permanent=_is_address_gone(group))


def _as_sent(address: str) -> str:
    """Return an address of a report in small letters, its domain in ASCII as in all accounts."""
    local, _, domain = ESCAPE.sub(lambda one: chr(int(one[1], 16)), address).lower().rpartition("@")
    try:
        return f"{local}@{punycode(domain)}"
    except UnicodeError:
        return f"{local}@{domain}"


def _is_address_gone(group: EmailMessage) -> bool:
    """Return whether the address is gone; a block list or a full mailbox does not say so."""
    why = _read_status(str(group["Status"] or ""))
    if why == UNKNOWN and (matched := SAID.match(str(group["Diagnostic-Code"] or ""))):
        why = _read_status(matched[1])
    return why is not None and transport.nobody_there(transport.PERMANENT, *why)


def _read_status(status: str) -> tuple[int, int] | None:
    """Return subject and detail of a permanent failure's status; None for another status."""
    found = STATUS.match(status)
    return None if found is None else (int(found[1]), int(found[2]))
