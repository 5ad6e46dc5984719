"""What becomes of a mail that has come in, whichever way.

Whatever it leads to is written in one transaction with a note that this mail is done. So a mail that is
brought twice does nothing twice, and one whose reader dies on the way is brought again and done.

Why so: docs/why.md#mail-once.
"""

import logging
from datetime import timedelta
from hashlib import sha256

from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.db.models.functions import Now
from django.utils.translation import override

from notifications.models import ReceivedMail
from notifications.preferences import choosing
from notifications.questions import secrets
from notifications.replies import address, automatic, doing, proof, returned, stopping, telling
from notifications.replies.outcome import Later, Outcome
from notifications.replies.parsing import Mail
from players.mail import reachable

log = logging.getLogger(__name__)

KEPT_FOR = timedelta(days=60)
"""How long it is known that a mail is done: longer than its secret's turn is mostly open."""


def prune() -> int:
    """Forget mails that no mail server brings again any more; how many of them."""
    return ReceivedMail.objects.filter(at__lt=Now() - KEPT_FOR).delete()[0]


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
    raw: bytes, recipient: str, envelope_sender: str | None = None, *, dialogue: bool = False
) -> Outcome:
    """Do what a mail to this address wishes, if it may. Raises `Later`; then nothing has happened.

    `envelope_sender` is None where it is not known. `dialogue` says that whoever brings it is told of a
    refusal, and tells its sender; where that is not so, the player hears of it by a letter.
    """
    try:
        mail = Mail(raw)
        if (way := stopping.way(recipient)) is not None:
            outcome = _stop(mail, way)
        elif (sent_to := returned.sent_to(recipient)) is not None:
            outcome = _note_report(mail, sent_to)
        else:
            outcome = _receive(mail, recipient, envelope_sender, dialogue=dialogue)
    except (OperationalError, InterfaceError) as error:
        raise Later("The database does not answer.") from error
    log.info("mail in: %s", outcome)
    return outcome


def _receive(mail: Mail, recipient: str, envelope_sender: str | None, *, dialogue: bool) -> Outcome:
    secret = address.secret_in(recipient)
    row = None if secret is None else secrets.find(secret)
    if row is None or secret is None:
        return Outcome.UNKNOWN
    if len(mail.raw) > settings.TIDE_MAIL_MOST:
        return Outcome.TOO_LARGE
    if returned.is_report(mail) or automatic.is_automatic(mail, envelope_sender):
        return Outcome.AUTOMATIC
    why_not = _not_hers(mail, row.player_id)
    with transaction.atomic(), override(choosing.language(row.player) or row.language):
        if why_not is not None:
            if not dialogue and _first_time(mail, secret, why_not):
                telling.not_hers(row, mail)
            return why_not
        return doing.do(mail, row, secret) if _first_time(mail, secret) else Outcome.SEEN


def _stop(mail: Mail, way: stopping.Way) -> Outcome:
    """Stop the mails that somebody does not want any more, if it is she who wishes that.

    Twice is as once, and nothing is written back: so it may be a program of hers that has sent it.
    """
    if len(mail.raw) > settings.TIDE_MAIL_MOST:
        return Outcome.TOO_LARGE
    why_not = _not_hers(mail, way.player.pk)
    if why_not is not None:
        return why_not
    stopping.no_more(way.player, way.kind)
    return Outcome.STOPPED


def _note_report(mail: Mail, sent_to: str) -> Outcome:
    """Note that mail does not reach the address to which it went; what is said of others is left alone.

    Whatever else comes here was written by a machine that answers the sender of an envelope.
    """
    if len(mail.raw) > settings.TIDE_MAIL_MOST:
        return Outcome.TOO_LARGE
    if not returned.is_report(mail):
        return Outcome.AUTOMATIC
    for one in returned.returned(mail):
        if one.address == sent_to:
            reachable.bounced(one.address, permanent=one.permanent)
    return Outcome.RETURNED


def _first_time(mail: Mail, secret: str, refused: str = "") -> bool:
    """Note that a mail is done, or refused; False if that is noted already.

    A refusal is another note: the same mail is done when it comes again with its proof, and nobody else can
    have it taken for done. Another transaction that is about to note it is waited for.
    """
    known_by = mail.id.encode() or sha256(mail.raw).digest()
    digest = sha256(known_by + b"\n" + f"{secret}{refused}".encode()).digest()
    _, new = ReceivedMail.objects.get_or_create(digest=digest, defaults={"at": Now()})
    return new


def _not_hers(mail: Mail, player: int) -> Outcome | None:
    """Why a mail may not act for a player; None if it may. Raises `Later`."""
    sender = mail.sender
    if sender is None or sender not in reachable.verified(player):
        return Outcome.STRANGER
    return None if proof.is_proved(mail, sender.rpartition("@")[2]) else Outcome.UNPROVED
