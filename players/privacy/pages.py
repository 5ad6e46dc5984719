"""The pages for exporting one's data and ending one's account."""

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib.auth import authenticate, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from common.rest.errors import ApiError
from players.models import Export, Player
from players.privacy import closure, exports

LOOK_AGAIN = 5
"""Seconds after which the page of an unfinished export is loaded again."""


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
def data(request: HttpRequest) -> HttpResponse:
    """Show the exports of the signed-in player, and a button for another.

    An export has everything about the player. So it takes a recent sign-in.
    """
    refused = None
    if request.method == "POST":
        try:
            exports.start_export(_signed_in_player(request))
        except ApiError as refusal:
            refused = refusal.detail
        else:
            return HttpResponseRedirect(request.path)
    own = list(exports.exports_of(_signed_in_player(request)).order_by("-asked_at"))
    building = any(one.state == Export.ExportState.BUILDING for one in own)
    shown = [
        {
            "export": one,
            "archives": exports.archives_of(one),
            "deleted_at": exports.deleted_at(one),
        }
        for one in own
    ]
    page = {"title": _("My data"), "exports": shown, "building": building, "refused": refused}
    answer = render(request, "account/data.html", page, status=409 if refused else 200)
    if building:
        answer["Refresh"] = str(LOOK_AGAIN)
    return answer


@login_required
@never_cache
@require_safe
@reauthentication_required  # type: ignore[untyped-decorator]
def archive(request: HttpRequest, export: str, number: int) -> HttpResponse:
    """Return one archive, to be saved."""
    return exports.archive_response(_signed_in_player(request), export, number)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest) -> HttpResponse:
    """Show the consequences of ending the account, request the end, or withdraw the request."""
    player, fault = _signed_in_player(request), None
    if request.method == "POST":
        if "keep" in request.POST:
            closure.take_back(player)
            return HttpResponseRedirect(request.path)
        fault = _not_known(request, player)
        if fault is None:
            closure.ask_herself(request, player)
            # This browser stays signed in, so that the player can withdraw the request.
            update_session_auth_hash(request, player)
            return HttpResponseRedirect(request.path)
    shown = {
        "title": _("Leave"),
        "ending": closure.find_ending(player),
        "consequences": closure.list_consequences(player),
        "days": settings.TIDE_DELETION_GRACE_DAYS,
        "fault": fault,
        "with_password": player.has_usable_password(),
    }
    return render(request, "account/leave.html", shown, status=403 if fault else 200)


def _not_known(request: HttpRequest, player: Player) -> str | None:
    """Return why the player is not authenticated enough; None if so. Raises `ApiError` (`throttled`)."""
    if player.has_usable_password():
        given = request.POST.get("password", "")
        found = authenticate(request, username=player.username, password=given)
        right = found is not None and found.pk == player.pk
        return None if right else _("This is not your password.")
    since = timezone.now() - closure.FRESH
    if player.last_login and player.last_login > since:
        return None
    return _("You have no password. Sign out and in again, and come back within ten minutes.")


def _signed_in_player(request: HttpRequest) -> Player:
    assert isinstance(request.user, Player)  # noqa: S101  Nobody else gets here.
    return request.user
