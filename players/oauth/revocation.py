"""Revocation of an app's rights by the player."""

from typing import Any

from django.db import transaction
from django.db.models.functions import Now

from players.models import App, AppCode, AppDevice, AppRefresh, AppToken
from players.models.app_rights import lock_rights
from players.signals import app_ended


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
