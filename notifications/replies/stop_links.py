"""Links that stop mails: the page in each mail, and the address to write to in its header (RFC 2369, 8058).

Both hold one token. It is for one player, one kind and the day of its mail. It is good for 90 days, in one
epoch of its player, and until mails of its kind are switched on again. The page asks for nothing else. The
address to write to needs the same proof as a reply.
"""

import base64
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import override

from notifications.channels import MAIL
from notifications.notice import NoticeKind
from notifications.preferences import change_preferences, get_preferences, is_on
from notifications.replies import address
from notifications.words import KINDS
from players.mail import letters, links, reachable
from players.mail.letters import language_of
from players.models import Player

SALT = "notifications.replies.stop_links"
ALL = "all"
"""In place of a kind: all mails but those about the account. A mail about several things is of this kind."""
STOPPABLE = tuple(kind for kind in NoticeKind if kind is not NoticeKind.ACCOUNT)
TTL = timedelta(days=90)
FIRST_DAY = date(1970, 1, 1)
TEMPLATE = "replies/stopped"
HEADERS = {"Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All"}


@dataclass(frozen=True, slots=True)
class Way:
    """The mails of one player that a link stops; `kind` None is all but those about the account."""

    player: Player
    kind: NoticeKind | None

    @property
    def stopped_kinds(self) -> tuple[NoticeKind, ...]:
        return STOPPABLE if self.kind is None else (self.kind,)

    @property
    def kind_words(self) -> str:
        """Return what stops, in the active language."""
        return _("all but those about the account") if self.kind is None else str(KINDS[self.kind])


def make_token(player: Player, kind: NoticeKind | None, at: datetime) -> str:
    """Return the token of a mail of this day, in characters that survive an address."""
    day = (at.astimezone(UTC).date() - FIRST_DAY).days
    return _sign_way(Way(player, kind), day)


def find_way(token: str) -> Way | None:
    """Return what a token stops; None if it is not valid, too old, or ended."""
    number, kind, day, *_rest = [*token.split("."), "", "", ""][:4]
    if not all(address.NUMBER.fullmatch(one) for one in (number, day)):
        return None
    if kind not in {ALL, *STOPPABLE}:
        return None
    player = Player.objects.filter(pk=number, is_active=True).first()
    if player is None:
        return None
    way = Way(player, None if kind == ALL else NoticeKind(kind))
    if not constant_time_compare(token, _sign_way(way, int(day))):
        return None
    return way if FIRST_DAY + timedelta(days=int(day)) + TTL >= timezone.now().date() else None


def _sign_way(way: Way, day: int) -> str:
    named = f"{way.player.pk}.{way.kind or ALL}.{day}"
    resumed = get_preferences(way.player).resumed
    rounds = sum(resumed.get(kind, 0) for kind in way.stopped_kinds)
    known = f"{named}.{way.player.epoch}.{rounds}"
    mac = salted_hmac(SALT, known, algorithm="sha256").digest()
    return f"{named}.{base64.b32encode(mac)[:26].decode().lower()}"


def address_of(player: Player, kind: NoticeKind | None, at: datetime) -> str | None:
    """Return the address that stops mails of this kind; None where no mail comes in."""
    if not settings.TIDE_REPLY_DOMAIN:
        return None
    return address.for_stopping(make_token(player, kind, at))


def way(recipient: str) -> Way | None:
    """Return what an address stops; None if it is not valid, too old, or ended."""
    token = address.stops(recipient)
    return None if token is None else find_way(token)


@transaction.atomic
def stop_mails(way: Way) -> None:
    """Stop the mails of a link, and write the player a letter about it if they were on."""
    # Twice at the same time is as once: the second waits for the first, and finds them off.
    Player.objects.select_for_update(no_key=True).only("pk").get(pk=way.player.pk)
    chosen = get_preferences(way.player)
    on = [kind for kind in way.stopped_kinds if is_on(chosen, kind, MAIL)]
    no_more(way.player, way.kind)
    to = reachable.address_of(way.player)
    if not on or to is None:
        return
    with override(language_of(way.player)):
        context = {"way": way.kind_words, "link": links.to_route("table_notices")}
        letters.write(way.player, to, TEMPLATE, context, headers=HEADERS)


def no_more(player: Player, only: NoticeKind | None = None) -> None:
    """Stop the player's mails of one kind, or all but those about the account."""
    kinds = STOPPABLE if only is None else (only,)
    change_preferences(player, {"switches": {kind: {"mail": False} for kind in kinds}})
