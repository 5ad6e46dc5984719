"""Subscriptions made, renewed, ended, and found by the secret in their addresses.

Why so: docs/why.md#subscriptions.
"""

from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.dispatch import receiver

from games.clock.now import now
from games.feeds.webhooks import lock_caller
from notifications.links import to_page
from notifications.models import Subscription
from notifications.models.subscription import new_secret
from players.models import App, Player, Token, digest
from players.oauth.ending import ended
from tideapi.extras import is_installed
from tideapi.rest.errors import ApiError

READ_EVERY = timedelta(hours=1)
"""How exact `read_at` is: writing it each time would make each read a write."""
PATHS = {
    Subscription.Kind.CALENDAR: "/calendar/{}.ics",
    Subscription.Kind.NEWS: "/atom/mine/{}.xml",
}


@transaction.atomic
def create(player: Player, by: Token, kind: str) -> tuple[Subscription, str]:
    """A new address in the place of the one that there may be: its row, and the address, shown this once.

    It is made with the token `by`. Raises `ApiError` (`token_invalid`, `channel_off`).
    """
    if kind == Subscription.Kind.CALENDAR and not is_installed("calendar"):
        raise ApiError("channel_off", "This server has no calendars.")
    app = lock_caller(player, by)
    secret = new_secret()
    made, _ = Subscription.objects.update_or_create(
        player=player,
        kind=kind,
        defaults={
            "digest": digest(secret),
            "epoch": player.epoch,
            "made_at": now(),
            "read_at": None,
            "app_id": app,
        },
    )
    return made, to_page(PATHS[Subscription.Kind(kind)].format(secret))


def of(player: Player) -> list[Subscription]:
    """Those that are good, by their kinds."""
    return list(Subscription.objects.filter(player=player, epoch=player.epoch).order_by("kind"))


def end(player: Player, kind: str) -> None:
    """Raises `ApiError` (`subscription_not_found`)."""
    gone, _ = Subscription.objects.filter(player=player, kind=kind, epoch=player.epoch).delete()
    if not gone:
        raise ApiError("subscription_not_found", "You have no such address.")


@receiver(ended)
def _end_with_app(player: Player, app: App, **_: object) -> None:
    Subscription.objects.filter(player=player, app=app).delete()


def find(kind: Subscription.Kind, secret: str) -> Player:
    """Whose address this is. Raises `ApiError` (`not_found`), the same whether it was ever there."""
    found = (
        Subscription.objects.filter(kind=kind, digest=digest(secret))
        .filter(epoch=F("player__epoch"), player__is_active=True)
        .select_related("player")
        .first()
    )
    if found is None:
        raise ApiError("not_found", "Nothing is at this address.")
    moment = now()
    if found.read_at is None or found.read_at < moment - READ_EVERY:
        Subscription.objects.filter(pk=found.pk).update(read_at=moment)
    return found.player
