"""Stopping mails: the links in them, and the page that they lead to, without a sign-in.

A mail program may POST to the page by itself (RFC 8058); a player who opens it sees what would stop, and a
button. GET and HEAD only show, because scanners of mail open every link.
"""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import override
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from notifications.notice import Notice, NoticeKind
from notifications.replies import stop_links
from players.mail import links
from players.mail.letters import language_of


def unsubscribe_page(notice: Notice, kind: NoticeKind | None) -> str:
    """Return the page at which the player of a notice stops mails of a kind.

    None is all mails but those about the account.
    """
    token = stop_links.make_token(notice.player, kind, notice.at)
    return links.to_route("notices_stop", token)


def unsubscribe_addresses(notice: Notice, kind: NoticeKind | None) -> Sequence[str]:
    """Return all ways to do so: the page, and an address where mail comes in."""
    address = stop_links.address_of(notice.player, kind, notice.at)
    return [unsubscribe_page(notice, kind), *([f"mailto:{address}"] if address else [])]


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
