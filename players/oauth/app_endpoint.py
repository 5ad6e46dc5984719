"""The endpoint of an app: one address and one secret for the events of all players who let the app in.

Each of these players has a webhook whose address and secret are the app's (`notifications.webhooks`). So each
has an order, a back-off and a log as for a webhook of the player's own.
"""

from functools import partial

from django.db import transaction

from common.outbox.receivers import WITHOUT_BACK_OFF, enable_receivers
from players.models import App, AppToken, Player, new_webhook_secret, show_webhook_secret
from players.signals import rights_given


def announce_rights(app: App, player: Player | None) -> None:
    """Send `rights_given` after the commit, when the locks of the exchange are released."""
    if app.webhook_url and player is not None:
        sent = partial(rights_given.send, App, app=app.pk, player=player.pk)
        transaction.on_commit(sent, robust=True)


def held_scopes(app: int, player: int) -> set[str]:
    """Return the scopes that an app has for a player now; none if the player has ended it."""
    tokens = (
        AppToken.objects.live().filter(application=app, user=player).select_related("refresh_token")
    )
    return set().union(*(token.held_scopes for token in tokens))


def set_endpoint(client_id: str, url: str) -> dict[str, str]:
    """Set an app's endpoint, or remove it; return what the answer says of it.

    Another address gets a new secret, which is told this once. What waits goes there.
    """
    app = App.objects.select_for_update(no_key=True).get(client_id=client_id)
    if not url:
        app.delete_webhooks()
        App.objects.filter(pk=app.pk).update(webhook_url="", webhook_secret=None)
        return {}
    answer = {"webhook_uri": url}
    if url != app.webhook_url:
        secret = new_webhook_secret()
        App.objects.filter(pk=app.pk).update(webhook_url=url, webhook_secret=secret)
        app.webhooks.update(proven=False, slow=True, **WITHOUT_BACK_OFF)
        answer["webhook_secret"] = show_webhook_secret(secret)
    # Where the endpoint, and not the player, is why nothing is sent.
    enable_receivers(app.webhooks.given_up())
    return answer
