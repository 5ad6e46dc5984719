"""Proof that a mail, the address it was written to, and its text belong together.

Why so: docs/decisions/mail.md.
"""

from notifications.replies import address, body_form, mailboxes
from notifications.replies.incoming_mail import IncomingMail
from notifications.replies.proof import SenderProof, Signature

WANTED = ("from", "to", "subject")
"""Headers that a signature has to cover where the mail has them (RFC 6376, section 5.4)."""


def is_bound(mail: IncomingMail, recipient: str, proof: SenderProof) -> bool:
    """Return whether the proof covers that the mail was written to this address."""
    if proof.vouched:
        return _has_address(mail, recipient, ("to", "cc")) and body_form.is_unambiguous(
            mail.message, mail.raw_body
        )
    return any(_is_binding(mail, recipient, one) for one in proof.signatures)


def _is_binding(mail: IncomingMail, recipient: str, signature: Signature) -> bool:
    if any(mail.raw_headers(name) and name not in signature.covers for name in WANTED):
        return False
    signed = tuple(name for name in ("to", "cc") if name in signature.covers)
    if not _has_address(mail, recipient, signed):
        return False
    free = [name for name in body_form.HEADERS - signature.covers if mail.raw_headers(name)]
    return not free or body_form.is_unambiguous(mail.message, mail.raw_body)


def _has_address(mail: IncomingMail, recipient: str, headers: tuple[str, ...]) -> bool:
    """Return whether one of these headers has the address."""
    written = (one for name in headers for one in mail.raw_headers(name))
    return any(
        address.is_same(one, recipient) for header in written for one in mailboxes.read(header)
    )
