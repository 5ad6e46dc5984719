"""Stopping mails: the links in them, and the page that they lead to, without a sign-in.

A mail program may POST to the page by itself (RFC 8058); a player who opens it sees what would stop, and a
button. GET and HEAD only show, because scanners of mail open every link.
"""

from collections.abc import Sequence
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import override
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from notifications.notice import Notice, NoticeKind
from notifications.replies import stop_links
from players.mail import links
from players.mail.letters import language_of
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


@csrf_exempt  # A mail program has no cookie; the address itself is what only the player knows.
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Show what would stop, or stop it."""
    way = stop_links.find_way(token)
    if way is None:
        raise Http404
    stopped = request.method == "POST"
    if stopped:
        stop_links.stop_mails(way)
    with override(language_of(way.player)):
        shown = {"way": way, "stopped": stopped}
        return render(request, "notifications/stop.html", shown)
