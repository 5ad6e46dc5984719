"""What becomes of a mail that has come in, whichever way.

Whatever it leads to is written in one transaction with a note that this mail is done. So a mail that is
brought twice does nothing twice, and one whose reader dies on the way is brought again and done.

Why so: docs/why.md#mail-once.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.utils.translation import override

from notifications.preferences import choosing
from notifications.questions import secrets
from notifications.replies import (
    address,
    addressee,
    automatic,
    doing,
    done,
    proof,
    returned,
    stopping,
    syntax,
    telling,
)
from notifications.replies.outcome import Later, Outcome
from notifications.replies.parsing import Mail
from notifications.replies.proof import SenderProof
from notifications.replies.returned import Returned
from notifications.replies.syntax import Malformed
from notifications.replies.text import first_lines
from players.mail import reachable

log = logging.getLogger(__name__)


def knows(recipient: str) -> bool:
    """Whether mail to this address is for something that there is. Raises `Later`."""
    secret = address.secret_in(recipient)
    try:
        if secret is None:
            return (stopping.way(recipient) or returned.sent_to(recipient)) is not None
        return secrets.find(secret) is not None
    except (OperationalError, InterfaceError) as error:
        raise Later("The database does not answer.") from error


def receive(
    raw: bytes,
    recipient: str | None,
    envelope_sender: str | None = None,
    *,
    dialogue: bool = False,
) -> Outcome:
    """Do what a mail to this address wishes, if it may. Raises `Later`; then nothing has happened.

    `recipient` is None where it is not known: then the mail's own headers say for which question it is.
    `envelope_sender` is None where it is not known. `dialogue` says that whoever brings it is told of a
    refusal, and tells its sender; where that is not so, the player hears of it by a letter.
    """
    if len(raw) > settings.TIDE_MAIL_MOST:
        return _log_outcome(Outcome.TOO_LARGE)
    try:
        read = _read(raw)
    except Malformed as why:
        return _log_outcome(Outcome.MALFORMED, str(why))
    if recipient is None:
        recipient = next((one for one in read.mail.recipients if address.is_ours(one)), "")
    try:
        if (way := stopping.way(recipient)) is not None:
            outcome = _stop(read, recipient, way)
        elif (sent_to := returned.sent_to(recipient)) is not None:
            outcome = _note_report(read, sent_to)
        else:
            outcome = _receive(read, recipient, envelope_sender, dialogue=dialogue)
    except (OperationalError, InterfaceError) as error:
        raise Later("The database does not answer.") from error
    except Malformed as why:
        return _log_outcome(Outcome.MALFORMED, str(why))
    return _log_outcome(outcome)


def _log_outcome(outcome: Outcome, why: str = "") -> Outcome:
    log.info("mail in: %s%s", outcome, f": {why}" if why else "")
    return outcome


@dataclass(frozen=True, slots=True)
class Read:
    """A mail, with all that its parts say."""

    mail: Mail
    lines: Sequence[str]
    reports: Sequence[Returned] | None
    """What it says of mail that has not arrived; None if it is no report."""


def _read(raw: bytes) -> Read:
    """Read all of a mail before anything is done. Raises `Malformed`, also for what no parser can read."""
    try:
        mail = Mail(raw)
        reports = [*returned.returned(mail)] if returned.is_report(mail) else None
        return Read(mail, [*first_lines(mail)], reports)
    except Malformed:
        raise
    except Exception as error:  # The parsers raise whatever they stumble over.
        raise Malformed(f"It cannot be read: {type(error).__name__}.") from error


def _receive(read: Read, recipient: str, envelope_sender: str | None, *, dialogue: bool) -> Outcome:
    mail, secret = read.mail, address.secret_in(recipient)
    row = None if secret is None else secrets.find(secret)
    if row is None or secret is None:
        return Outcome.UNKNOWN
    if read.reports is not None or automatic.is_automatic(mail, envelope_sender):
        return Outcome.AUTOMATIC
    if automatic.is_reaction(mail, read.lines):
        return Outcome.AUTOMATIC
    proved = _find_proof(mail, recipient, row.player_id)
    with transaction.atomic(), override(choosing.language(row.player) or row.language):
        if isinstance(proved, Outcome):
            if not dialogue and done.is_first_time([_known_by(mail)], f"{secret}{proved}"):
                telling.not_hers(row, mail)
            return proved
        if not done.is_first_time(proved.digests, secret):
            return Outcome.SEEN
        return doing.do(mail, read.lines, row, secret)


def _stop(read: Read, recipient: str, way: stopping.Way) -> Outcome:
    """Stop the mails of a link, if the player has written that. Twice is as once."""
    proved = _find_proof(read.mail, recipient, way.player.pk)
    if isinstance(proved, Outcome):
        return proved
    stopping.stop_mails(way)
    return Outcome.STOPPED


def _note_report(read: Read, sent_to: str) -> Outcome:
    """Note that mail does not reach the address to which it went; what is said of others is left alone.

    Whatever else comes here was written by a machine that answers the sender of an envelope.
    """
    if read.reports is None:
        return Outcome.AUTOMATIC
    for one in read.reports:
        if one.address == sent_to:
            reachable.bounced(one.address, permanent=one.permanent)
    return Outcome.RETURNED


def _known_by(mail: Mail) -> bytes:
    """Return what a refused mail is known by: nothing of it was proved."""
    return mail.id.encode() or sha256(mail.raw).digest()


def _find_proof(mail: Mail, recipient: str, player: int) -> SenderProof | Outcome:
    """Prove that a player has written a mail to this address, or say why not. Raises `Later`, `Malformed`."""
    syntax.check_headers(mail.raw_fields)
    sender = mail.sender
    if sender is None or sender not in reachable.verified(player):
        return Outcome.STRANGER
    found = proof.find_proof(mail, sender.rpartition("@")[2])
    if found is None:
        return Outcome.UNPROVED
    return found if addressee.is_bound(mail, recipient, found) else Outcome.UNBOUND
