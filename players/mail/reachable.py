"""Addresses to which mail goes, and those from which it comes back.

To an address that does not exist, or whose owner has called our mail spam, nothing is sent except on the
player's own request: a new password, or the letter that verifies it again. The account's page says so.

Why so: docs/decisions/mail.md.
"""

import logging

from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.signals import email_confirmed
from django.db.models.functions import Now
from django.dispatch import receiver
from django.http import HttpRequest

from players.models import Player, ReturnedMail

log = logging.getLogger(__name__)


def address_of(player: Player) -> str | None:
    """Return the player's verified address at which mail arrives, None without one."""
    rows = EmailAddress.objects.filter(user_id=player.pk, verified=True, returned=None)
    found: str | None = rows.values_list("email", flat=True).first()
    return found


def verified_addresses(player: int) -> frozenset[str]:
    """Return the player's verified addresses, in small letters."""
    rows = EmailAddress.objects.filter(user_id=player, verified=True)
    return frozenset(one.lower() for one in rows.values_list("email", flat=True))


def returned_mail(player: Player) -> ReturnedMail | None:
    """Return why no mail goes to an address of the player's, if so."""
    return ReturnedMail.objects.filter(address__user_id=player.pk).select_related("address").first()


def record_bounce(address: str, *, permanent: bool) -> None:
    """Record that mail to this address came back; only a permanent failure counts."""
    if permanent:
        _stop_mail(address, ReturnedMail.ReturnReason.BOUNCED)


def record_complaint(address: str) -> None:
    """Record that the owner of this address calls our mail spam."""
    _stop_mail(address, ReturnedMail.ReturnReason.COMPLAINED)


def _stop_mail(address: str, why: ReturnedMail.ReturnReason) -> None:
    for row in EmailAddress.objects.filter(email__iexact=address):
        ReturnedMail.objects.update_or_create(address=row, defaults={"why": why, "at": Now()})
        log.info("Mail to player %s is no longer sent: %s", row.user_id, why)


def try_anew(request: HttpRequest, player: Player) -> None:
    """Send the letter that verifies the player's address again."""
    if (mark := returned_mail(player)) is not None:
        # A link verifies nothing that is verified already.
        EmailAddress.objects.filter(pk=mark.address_id).update(verified=False)
        mark.address.verified = False
        EmailConfirmationHMAC(mark.address).send(request, signup=False)


@receiver(email_confirmed)
def _verified_anew(email_address: EmailAddress, **_: object) -> None:
    ReturnedMail.objects.filter(address=email_address).delete()
