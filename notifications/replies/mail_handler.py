"""Handling of an incoming mail, however it came.

Its effects are written in one transaction with a mark that the mail was handled. So a mail that is brought
twice has its effects once, and if the process dies on the way, the mail is brought again and handled.

Why so: docs/decisions/mail.md.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.utils.translation import override

from notifications.models import ReceivedMail
from notifications.preferences import chosen_language
from notifications.questions import secrets
from notifications.replies import (
    address,
    automatic,
    bounces,
    command_handlers,
    proof,
    responses,
    stop_links,
    syntax,
)
from notifications.replies.bounces import Returned
from notifications.replies.incoming_mail import IncomingMail
from notifications.replies.outcome import Later, ReplyOutcome
from notifications.replies.proof import SenderProof
from notifications.replies.syntax import Malformed
from notifications.replies.text import first_lines
from players.mail import reachable

log = logging.getLogger(__name__)


def knows(recipient: str) -> bool:
    """Return whether this address belongs to an open question, a sent mail or a link. Raises `Later`."""
    secret = address.secret_in(recipient)
    try:
        if secret is None:
            return (stop_links.way(recipient) or bounces.sent_to(recipient)) is not None
        return secrets.find(secret) is not None
    except (OperationalError, InterfaceError) as error:
        raise Later("The database does not answer.") from error


def receive(
    raw: bytes,
    recipient: str | None,
    envelope_sender: str | None = None,
    *,
    dialogue: bool = False,
) -> ReplyOutcome:
    """Carry out what a mail to this address asks for, if its sender may. Raises `Later`, without effect.

    `recipient` is None where it is not known: then the headers say for which question it is.
    `envelope_sender` is None where it is not known. `dialogue` says that the mail server in the dialogue
    tells the sender of a refusal; without it the player is told by a letter.
    """
    if len(raw) > settings.TIDE_MAX_MAIL_BYTES:
        return _log_outcome(ReplyOutcome.TOO_LARGE)
    try:
        parsed = _read_mail(raw)
    except Malformed as why:
        return _log_outcome(ReplyOutcome.MALFORMED, str(why))
    if recipient is None:
        recipient = next((one for one in parsed.mail.recipients if address.is_ours(one)), "")
    try:
        if (way := stop_links.way(recipient)) is not None:
            outcome = _stop_by_mail(parsed, recipient, way)
        elif (sent_to := bounces.sent_to(recipient)) is not None:
            outcome = _note_report(parsed, sent_to)
        else:
            outcome = _receive_reply(parsed, recipient, envelope_sender, dialogue=dialogue)
    except (OperationalError, InterfaceError) as error:
        raise Later("The database does not answer.") from error
    except Malformed as why:
        return _log_outcome(ReplyOutcome.MALFORMED, str(why))
    return _log_outcome(outcome)


def _log_outcome(outcome: ReplyOutcome, why: str = "") -> ReplyOutcome:
    log.info("mail in: %s%s", outcome, f": {why}" if why else "")
    return outcome


@dataclass(frozen=True, slots=True)
class ParsedMail:
    """A mail, with all that its parts say."""

    mail: IncomingMail
    lines: Sequence[str]
    reports: Sequence[Returned] | None
    """Mails that it reports as not arrived; None if it is no report."""


def _read_mail(raw: bytes) -> ParsedMail:
    """Read all of a mail before its effects. Raises `Malformed`, also for what no parser can read."""
    try:
        mail = IncomingMail(raw)
        reports = [*bounces.returned(mail)] if bounces.is_report(mail) else None
        return ParsedMail(mail, [*first_lines(mail)], reports)
    except Malformed:
        raise
    except Exception as error:  # The parsers raise whatever they stumble over.
        raise Malformed(f"It cannot be read: {type(error).__name__}.") from error


def _receive_reply(
    parsed: ParsedMail, recipient: str, envelope_sender: str | None, *, dialogue: bool
) -> ReplyOutcome:
    mail, secret = parsed.mail, address.secret_in(recipient)
    answer_link = None if secret is None else secrets.find(secret)
    if answer_link is None or secret is None:
        return ReplyOutcome.UNKNOWN
    if parsed.reports is not None or automatic.is_automatic(mail, envelope_sender):
        return ReplyOutcome.AUTOMATIC
    if automatic.is_reaction(mail, parsed.lines):
        return ReplyOutcome.AUTOMATIC
    proved = _find_proof(mail, recipient, answer_link.player_id)
    with (
        transaction.atomic(),
        override(chosen_language(answer_link.player) or answer_link.language),
    ):
        if isinstance(proved, ReplyOutcome):
            if not dialogue and ReceivedMail.objects.mark_handled(
                [mail.id.encode() or sha256(mail.raw).digest()], f"{secret}{proved}"
            ):
                responses.write_refusal(answer_link, mail)
            return proved
        if not ReceivedMail.objects.mark_handled(proved.digests, secret):
            return ReplyOutcome.SEEN
        return command_handlers.handle_command(mail, parsed.lines, answer_link, secret)


def _stop_by_mail(parsed: ParsedMail, recipient: str, way: stop_links.Way) -> ReplyOutcome:
    """Stop the mails of a link, if the player has written that. A second time changes nothing."""
    proved = _find_proof(parsed.mail, recipient, way.player.pk)
    if isinstance(proved, ReplyOutcome):
        return proved
    stop_links.stop_mails(way)
    return ReplyOutcome.STOPPED


def _note_report(parsed: ParsedMail, sent_to: str) -> ReplyOutcome:
    """Note that mail does not reach the address to which it went; other addresses are ignored.

    Any other mail that comes here was written by a machine that answers the sender of an envelope.
    """
    if parsed.reports is None:
        return ReplyOutcome.AUTOMATIC
    for one in parsed.reports:
        if one.address == sent_to:
            reachable.record_bounce(one.address, permanent=one.permanent)
    return ReplyOutcome.RETURNED


def _find_proof(mail: IncomingMail, recipient: str, player: int) -> SenderProof | ReplyOutcome:
    """Return the proof that a player has written a mail to this address, or why there is none.

    Raises `Later`, `Malformed`.
    """
    syntax.check_headers(mail.raw_fields)
    sender = mail.sender
    if sender is None or sender not in reachable.verified_addresses(player):
        return ReplyOutcome.STRANGER
    found = proof.find_proof(mail, sender.rpartition("@")[2])
    if found is None:
        return ReplyOutcome.UNPROVED
    return found if proof.is_bound(mail, recipient, found) else ReplyOutcome.UNBOUND
