"""Links that stop mails: a page without a sign-in, and an address to write to.

A mail program may POST to the page by itself (RFC 8058); a player who opens it sees what would stop, and a
button. GET and HEAD only show, because scanners of mail open every link.
"""

from collections.abc import Sequence
from datetime import datetime

from notifications.notice import Notice, NoticeKind
from notifications.replies import stop_links
from players.mail import links
from players.models import Player


def unsubscribe_page(notice: Notice) -> str:
    """Return the page at which the player of a notice stops mails of its kind."""
    return _page_address(notice.player, notice.kind, notice.at)


def address_for_all(notice: Notice) -> str:
    """Return the page at which the player of a notice stops all mails but those about the account."""
    return _page_address(notice.player, None, notice.at)


def unsubscribe_addresses(notice: Notice) -> Sequence[str]:
    """Return all ways to stop mails of its kind: the page, and an address where mail comes in."""
    return [unsubscribe_page(notice), *_by_mail(notice, notice.kind)]


def addresses_for_all(notice: Notice) -> Sequence[str]:
    """Return all ways to stop all mails but those about the account."""
    return [address_for_all(notice), *_by_mail(notice, None)]


def _by_mail(notice: Notice, kind: NoticeKind | None) -> Sequence[str]:
    found = stop_links.address_of(notice.player, kind, notice.at)
    return [] if found is None else [f"mailto:{found}"]


def _page_address(player: Player, kind: NoticeKind | None, at: datetime) -> str:
    token = stop_links.make_token(player, kind, at)
    return links.to_route("notices_stop", token)
