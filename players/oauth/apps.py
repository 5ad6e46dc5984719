"""The apps that act for a player."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.db.models.functions import Now
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from common.outbox.receivers import delete_receiver, disable_for_player
from common.rest.scopes import SCOPES, ScopeRequest, scope_requests
from players.models import App, AppCode, AppDevice, AppRefresh, AppToken
from players.models.app import is_safe, origin_of
from players.models.app_rights import lock_rights
from players.signals import app_ended


@dataclass
class Access:
    """The rights of one app."""

    app: App
    since: datetime
    used: datetime
    scopes: set[str] = field(default_factory=set)

    @property
    def name(self) -> str:
        return name_of(self.app)

    @property
    def wishes(self) -> list[ScopeRequest]:
        return scope_requests(name for name in SCOPES if name in self.scopes)

    @property
    def origins(self) -> list[str]:
        """Return the origins of its redirect addresses, as far as they are safe."""
        return sorted(set(map(origin_of, filter(is_safe, self.app.redirect_uris.split()))))


def name_of(app: App) -> str:
    """Return the name of an app, else its client id."""
    return str(app.name or app.client_id)


@login_required
def apps(request: HttpRequest) -> HttpResponse:
    mine = AppToken.objects.live().filter(user=request.user.pk, application__isnull=False)
    # The table's tokens end with the browser's session, which has a page of its own.
    rows = mine.filter(session=None)
    found = _by_app(rows.select_related("application", "refresh_token"))
    webhooks = request.user.webhooks.select_related("endpoint")  # type: ignore[misc, union-attr]  # A signed-in user is a player.
    shown = {
        "title": _("Apps"),
        "apps": found,
        "webhooks": webhooks.order_by("created_at", "pk"),
        "most": settings.TIDE_MAX_WEBHOOKS_PER_PLAYER,
    }
    return render(request, "oauth/apps.html", shown)


def _by_app(tokens: Iterable[AppToken]) -> list[Access]:
    found: dict[App, Access] = {}
    for token in tokens:
        used = token.last_used_at or token.created
        app = token.application
        assert app is not None  # noqa: S101  The query takes tokens of apps alone.
        access = found.setdefault(app, Access(app, token.created, used))
        access.scopes |= token.held_scopes
        access.since, access.used = min(access.since, token.created), max(access.used, used)
    return sorted(found.values(), key=lambda one: one.used, reverse=True)


@login_required
@require_POST
def end_app(request: HttpRequest, app: int) -> HttpResponse:
    found_app = get_object_or_404(App, pk=app)
    end_rights(request.user, found_app)
    message = _("{name} can no longer do anything for you.").format(name=name_of(found_app))
    messages.success(request, message)
    return redirect("oauth2_provider:apps")


@login_required
@require_POST
def end_webhook(request: HttpRequest, webhook: str) -> HttpResponse:
    """Delete a webhook of the player's own, or disable that of an app, which a refresh would make again."""
    mine = request.user.webhooks.filter(pk=webhook)  # type: ignore[misc, union-attr]  # As above.
    disable_for_player(mine.exclude(endpoint=None))
    delete_receiver(mine.filter(endpoint=None))
    messages.success(request, _("No more events are sent there."))
    return redirect("oauth2_provider:apps")


@transaction.atomic
def end_rights(player: Any, app: App) -> None:
    """End all rights of this app for this player, and the receivers that it has set up.

    The rights are codes, refresh tokens, tokens, and so streams.
    """
    lock_rights(player.pk)
    AppCode.objects.filter(user=player, application=app).delete()
    AppDevice.objects.filter(user=player, client_id=app.client_id).delete()
    unused = AppRefresh.objects.filter(user=player, application=app, revoked=None)
    unused.update(revoked=Now(), updated=Now(), end_reason=AppRefresh.End.BY_PLAYER)
    AppToken.objects.filter(user=player, application=app).delete()
    app_ended.send(App, player=player, app=app)
