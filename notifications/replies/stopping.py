"""No more mail, as somebody wishes by a reply, or by a mail to an address that is for that alone.

Such an address stands in the header of each mail (RFC 2369), for programs that know no other way out. It is
for one player and one kind, never grows old, and nobody can make one. Only its player's own mail stops
anything, with the same proof as a reply.
"""

import base64
from dataclasses import dataclass

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from games.models import Game
from notifications.notice import Kind
from notifications.preferences import choosing
from notifications.replies import address
from players.models import Player

SALT = "notifications.replies.stopping"
ALL = "all"
"""In place of a kind: all mails but those about the account."""


@dataclass(frozen=True, slots=True)
class Way:
    """Whose mails of which kind stop; None for all but those about the account."""

    player: Player
    kind: Kind | None


def address_of(player: Player, kind: Kind | None) -> str | None:
    """The address at which mails of this kind stop; None where no mail comes in."""
    if not settings.TIDE_REPLY_DOMAIN:
        return None
    return address.for_stopping(_token(player.pk, kind or ALL))


def way(recipient: str) -> Way | None:
    """What an address stops; None for one that is not ours, or whose account is gone."""
    token = address.stops(recipient)
    number, _, kind = (token or "").rpartition(".")[0].partition(".")
    if token is None or not address.NUMBER.fullmatch(number):
        return None
    if kind not in {ALL, *Kind} - {Kind.ACCOUNT}:
        return None
    if not constant_time_compare(token, _token(int(number), kind)):
        return None
    player = Player.objects.filter(pk=number, is_active=True).first()
    return None if player is None else Way(player, None if kind == ALL else Kind(kind))


def _token(number: int, kind: str) -> str:
    mac = salted_hmac(SALT, f"{number}.{kind}", algorithm="sha256").digest()
    return f"{number}.{kind}.{base64.b32encode(mac)[:26].decode().lower()}"


def no_more_of_game(player: Player, game: Game) -> None:
    """Tell her nothing more of this game."""
    choosing.mute(player, game.pk, off=True)


def no_more(player: Player, only: Kind | None = None) -> None:
    """Send her no more mail of one kind, or none at all but that about her account."""
    kinds = [kind for kind in Kind if kind is not Kind.ACCOUNT] if only is None else [only]
    choosing.change(player, {"switches": {kind: {"mail": False} for kind in kinds}})
