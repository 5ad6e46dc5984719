"""The way out that each mail has: its address is good without a sign-in, for one person and one kind.

A mail program may POST to it by itself (RFC 8058); whoever opens it sees what would stop, and two buttons.
GET and HEAD only show, because scanners of mail open every link.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.core import signing
from django.urls import reverse

from notifications import links
from notifications.notice import Kind, Notice
from notifications.replies import stopping
from players.mail.language import language_of
from players.models import Player

SALT = "notifications.mail.unsubscribing"


@dataclass(frozen=True, slots=True)
class Wish:
    """Whose mails of which kind are to stop; None for all but those about the account."""

    player: Player
    kind: Kind | None


def address(notice: Notice) -> str:
    """The page at which the person of a notice stops mails of its kind."""
    return _address(notice.player, notice.kind)


def address_for_all(player: Player) -> str:
    """The page at which she stops all mails but those about her account."""
    return _address(player, "")


def addresses(notice: Notice) -> Sequence[str]:
    """All ways to stop mails of its kind: the page, and an address to write to where mail comes in."""
    return [address(notice), *_by_mail(notice.player, notice.kind)]


def addresses_for_all(player: Player) -> Sequence[str]:
    return [address_for_all(player), *_by_mail(player, None)]


def _by_mail(player: Player, kind: Kind | None) -> Sequence[str]:
    found = stopping.address_of(player, kind)
    return [] if found is None else [f"mailto:{found}"]


def _address(player: Player, kind: str) -> str:
    # Without a time in it: mails that say the same are the same.
    token = signing.Signer(salt=SALT).sign_object([player.pk, kind])
    return links.to_page(reverse("notices_stop", args=[token]))


def stop(wish: Wish, *, everything: bool) -> None:
    """Send no more of what she does not want; by the next mail it is so."""
    stopping.no_more(wish.player, None if everything else wish.kind)


def language(player: Player) -> str:
    """In which language she reads: the one that she has chosen, else that of her browser."""
    return language_of(player)


def read(token: str) -> Wish | None:
    """What an address means; None for one that is not ours, or whose account is gone."""
    try:
        number, kind = signing.Signer(salt=SALT).unsign_object(token)
    except signing.BadSignature:
        return None
    player = Player.objects.filter(pk=number, is_active=True).first()
    return None if player is None else Wish(player, Kind(kind) if kind else None)
