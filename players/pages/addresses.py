"""The player's address for mail; only a verified one can reset a password.

A new address replaces a verified one only when it is verified itself. The old address gets a letter at once,
while the change can still be stopped. An address that was not verified is simply replaced.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.signals import email_removed
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F
from django.dispatch import receiver
from django.http import HttpRequest

from players.models import Player


@dataclass(frozen=True, slots=True)
class Known:
    """A player's address, empty for none; whether it is verified; and the pending one.

    `returned_at` is since when mail to it comes back, so that none is sent.
    """

    email: str
    verified: bool
    pending: str | None
    returned_at: datetime | None = None


def known_addresses(player: Player) -> Known:
    """Return the player's addresses, in one statement."""
    pending = None
    found = Known(player.email, verified=False, pending=None)
    rows = EmailAddress.objects.filter(user_id=player.pk)
    for address in rows.annotate(returned_at=F("returned__at")):
        if address.verified:
            found = Known(
                address.email, verified=True, pending=None, returned_at=address.returned_at
            )
        elif address.email != player.email.lower():
            pending = address.email
        else:
            found = replace(found, returned_at=found.returned_at or address.returned_at)
    return replace(found, pending=pending)


@transaction.atomic
def change_address(request: HttpRequest, player: Player, email: str) -> None:
    """Change or remove the address; send a link to the new one and a letter to the old one.

    Raises `PermissionDenied` if the account was closed in the meantime.
    """
    email = email.lower()
    if not player.still_active():
        raise PermissionDenied
    rows = EmailAddress.objects.filter(user_id=player.pk)
    old = rows.filter(verified=True).first()
    if old is not None and old.email == email:
        rows.filter(verified=False).delete()
        return
    waits = rows.filter(verified=False, email=email).first()
    rows.filter(verified=False).exclude(email=email).delete()
    if old is not None:
        _write_to_the_old(request, player, old.email, email)
    if not email:
        rows.delete()
    if old is None or not email:
        player.email = email
        player.save(update_fields=["email"])
    if email:
        new = waits or EmailAddress.objects.create(
            user_id=player.pk, email=email, primary=old is None
        )
        send_verification(request, player, new)


@receiver(email_removed)
def _note_removed(
    request: HttpRequest, user: Player, email_address: EmailAddress, **_: Any
) -> None:
    """Write to an address that was removed on a page."""
    if email_address.verified:
        _write_to_the_old(request, user, email_address.email, "")


def _write_to_the_old(request: HttpRequest, player: Player, old: str, wanted: str) -> None:
    adapter = get_adapter(request)
    shown = {"user": player, "wanted": wanted, "where": adapter.get_client_ip(request)}
    adapter.send_mail("account/email/address_wanted", old, shown)


def begin_address(request: HttpRequest, player: Player) -> None:
    """Record the address of a sign-up, and send a link to it."""
    if player.email:
        address = EmailAddress.objects.create(user_id=player.pk, email=player.email, primary=True)
        send_verification(request, player, address, signup=True)


def send_verification(
    request: HttpRequest, player: Player, address: EmailAddress, *, signup: bool = False
) -> None:
    """Send the link that verifies the address."""
    address.user = player
    EmailConfirmationHMAC(address).send(request, signup=signup)
