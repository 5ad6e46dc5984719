"""Reports that a mail of ours has not arrived (RFC 3464)."""

from collections.abc import Iterator
from dataclasses import dataclass
from email.message import EmailMessage

from notifications.replies.parsing import Mail


@dataclass(frozen=True, slots=True)
class Returned:
    """An address that mail does not reach, in small letters, and whether it never will."""

    address: str
    permanent: bool


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
    _, _, address = str(group["Final-Recipient"] or group["Original-Recipient"] or "").partition(
        ";"
    )
    status = str(group["Status"] or "").strip()
    if address.strip():
        yield Returned(address.strip().strip("<>").lower(), permanent=status.startswith("5"))
