"""The page that stops mails, without a sign-in.

Why so: docs/decisions/mail.md.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import override
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from notifications.replies import stop_links
from players.mail.letters import language_of


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
