"""Whether what was proved of a mail says that it was written to this address, and what its text is.

Why so: docs/why.md#mail-bound.
"""

from notifications.replies import address, body_form, mailboxes
from notifications.replies.parsing import Mail
from notifications.replies.proof import Proof, Signature

WANTED = ("from", "to", "subject")
"""Headers that a signature has to cover where the mail has them (RFC 6376, section 5.4)."""


def is_bound(mail: Mail, recipient: str, proof: Proof) -> bool:
    """Return whether the mail was written to this address, by what was proved."""
    if proof.vouched:
        return _names(mail, recipient, ("to", "cc")) and body_form.fits(mail.message, mail.body)
    return any(_binds(mail, recipient, one) for one in proof.signatures)


def _binds(mail: Mail, recipient: str, signature: Signature) -> bool:
    if any(mail.written(name) and name not in signature.covers for name in WANTED):
        return False
    signed = tuple(name for name in ("to", "cc") if name in signature.covers)
    if not _names(mail, recipient, signed):
        return False
    free = [name for name in body_form.HEADERS - signature.covers if mail.written(name)]
    return not free or body_form.fits(mail.message, mail.body)


def _names(mail: Mail, recipient: str, headers: tuple[str, ...]) -> bool:
    """Whether one of these headers has the address."""
    written = (one for name in headers for one in mail.written(name))
    return any(address.same(one, recipient) for header in written for one in mailboxes.read(header))
