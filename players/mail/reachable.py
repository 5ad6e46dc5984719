"""Where mail to a player goes, and what becomes of an address from which it comes back.

To an address at which nobody is, or whose owner has called our mail spam, nothing is sent but what she asks
for herself: a new password, or the letter that verifies it anew. She reads of it where she sees her address.

Why so: docs/why.md#returned-mail.
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
    """The address that she has verified and at which mail arrives, None without one."""
    rows = EmailAddress.objects.filter(user_id=player.pk, verified=True, returned=None)
    found: str | None = rows.values_list("email", flat=True).first()
    return found


def verified(player: int) -> frozenset[str]:
    """The addresses that a player has verified, in small letters."""
    hers = EmailAddress.objects.filter(user_id=player, verified=True)
    return frozenset(one.lower() for one in hers.values_list("email", flat=True))


def returned(player: Player) -> ReturnedMail | None:
    """Why nothing goes to an address of hers, if that is so."""
    return ReturnedMail.objects.filter(address__user_id=player.pk).select_related("address").first()


def bounced(address: str, *, permanent: bool) -> None:
    """Mail to this address came back. Only what will never arrive is of consequence."""
    if permanent:
        _stop(address, ReturnedMail.Why.BOUNCED)


def complained(address: str) -> None:
    """Whoever has this address calls our mail spam."""
    _stop(address, ReturnedMail.Why.COMPLAINED)


def _stop(address: str, why: ReturnedMail.Why) -> None:
    for row in EmailAddress.objects.filter(email__iexact=address):
        ReturnedMail.objects.update_or_create(address=row, defaults={"why": why, "at": Now()})
        log.info("Mail to player %s is not sent any more: %s", row.user_id, why)


def try_anew(request: HttpRequest, player: Player) -> None:
    """She wants mail again: a letter goes to the address, with the link that verifies it anew."""
    if (mark := returned(player)) is not None:
        # A link verifies nothing that is verified already.
        EmailAddress.objects.filter(pk=mark.address_id).update(verified=False)
        mark.address.verified = False
        EmailConfirmationHMAC(mark.address).send(request, signup=False)


@receiver(email_confirmed)
def _verified_anew(email_address: EmailAddress, **_: object) -> None:
    ReturnedMail.objects.filter(address=email_address).delete()
