"""Taking back from an app what a player has given it."""

from typing import Any

from django.db.models.functions import Now

from players.models import App, AppCode, AppDevice, AppRefresh, AppToken


def end(player: Any, app: App) -> None:
    """End all that this app holds of this player: codes, refresh tokens, tokens, and so its streams."""
    # A code that is being exchanged at this moment finds itself gone, and ends what it has brought.
    AppCode.objects.filter(user=player, application=app).delete()
    AppDevice.objects.filter(user=player, client_id=app.client_id).delete()
    unused = AppRefresh.objects.filter(user=player, application=app, revoked=None)
    # One that is being exchanged has another after it, which a statement that waited for it does not see.
    while unused.exists():
        unused.update(revoked=Now(), updated=Now())
    AppToken.objects.filter(user=player, application=app).delete()
