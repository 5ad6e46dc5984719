"""The page at which mails stop, without a sign-in.

Why so: docs/why.md#way-out.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import override
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from notifications.mail import unsubscribing
from notifications.words import KINDS


@csrf_exempt  # A mail program has no cookie; the address itself is what only she knows.
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Show what would stop, or stop it."""
    wish = unsubscribing.read(token)
    if wish is None:
        raise Http404
    stopped = request.method == "POST"
    if stopped:
        unsubscribing.stop(wish, everything="everything" in request.POST)
    with override(unsubscribing.language(wish.player)):
        kind = "" if wish.kind is None else str(KINDS[wish.kind])
        shown = {"wish": wish, "kind": kind, "stopped": stopped}
        return render(request, "notifications/stop.html", shown)
