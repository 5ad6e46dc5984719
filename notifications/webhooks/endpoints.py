"""A player's webhooks: created, changed and enabled by the player, connected and ended with an app.

A player has a number of places for them, those of apps included.
"""

from django.conf import settings
from django.contrib.postgres.functions import TransactionNow
from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.dispatch import receiver
from django.utils.translation import ngettext

from common.outbox import receivers
from common.outbox.receivers import disabled
from common.rest.errors import ApiError
from games.clock.now import now
from games.feeds import feed
from games.models import PrivateEvent
from games.repository.signals import notify_subscribers
from notifications.models import Webhook
from players import signals
from players.authentication import lock_caller
from players.models import App, Player, Token
from players.oauth.app_endpoint import held_scopes


@transaction.atomic
def create_webhook(player: Player, by: Token, url: str, note: str, events: list[str]) -> Webhook:
    """A new webhook for what comes after the present end of the player's feed, made with the token `by`.

    Raises `ApiError` (`token_invalid`, `too_many_receivers`).
    """
    # With this lock held no other process counts the player's webhooks at the same time.
    app = lock_caller(player, by)
    end = feed.update_locked(player.pk)
    _refuse_if_full(player.pk)
    return Webhook.objects.create(
        player=player,
        url=url,
        note=note,
        events=events,
        after=end,
        feed_cursor=end,
        created_at=now(),
        app_id=app,
    )


def change_address(player: Player, webhook_id: str, url: str, app: int | None) -> None:
    """Send to this address, which has yet to show that it answers. If it is another, that is the app's doing.

    The caller holds the lock of the player's row, and has the app from there (`lock_caller`).
    """
    found = Webhook.objects.filter(player=player, pk=webhook_id)
    found.exclude(url=url).update(app=app)
    found.update(url=url, proven=False, slow=True, **receivers.WITHOUT_BACK_OFF)


def enable_webhook(player: Player, webhook_id: str, app: int | None) -> None:
    """Send what comes from now on, and what was still to be sent; what came in between is in the feed.

    If no app has set it up, that it is sent again is this one's doing. The caller holds the lock of the
    player's row, and has the app from there (`lock_caller`). Raises `ApiError` (`too_many_receivers`).
    """
    if not _find_placed(player.pk).filter(pk=webhook_id).exists():
        _refuse_if_full(player.pk)
    end = feed.update_locked(player.pk)
    receivers.enable_receivers(
        Webhook.objects.filter(player=player, pk=webhook_id),
        app=Coalesce("app", app),
        slow=True,
        after=end,
        feed_cursor=end,
    )


def _find_placed(player_id: int) -> "QuerySet[Webhook]":
    """Return the webhooks that have a place: all but those of apps that stay disabled by themselves."""
    ended = [Webhook.Why.PLAYER, Webhook.Why.SIGNED_OUT]
    rows = Webhook.objects.filter(player=player_id)
    return rows.exclude(endpoint__isnull=False, disabled_why__in=ended)


def _is_full(player_id: int) -> bool:
    """Return whether the player has no place left; the caller holds the lock of the player's row."""
    return _find_placed(player_id).count() >= settings.TIDE_MAX_WEBHOOKS_PER_PLAYER


def _refuse_if_full(player_id: int) -> None:
    """Raise `ApiError` (`too_many_receivers`) if the player has no place left; the caller holds the lock."""
    if _is_full(player_id):
        most = settings.TIDE_MAX_WEBHOOKS_PER_PLAYER
        words = ngettext(
            "You may have {most} webhook at most, those of apps included.",
            "You may have {most} webhooks at most, those of apps included.",
            most,
        )
        raise ApiError("too_many_receivers", words.format(most=most))


@receiver(signals.rights_given)
@transaction.atomic
def connect_app(app: int, player: int, **_: object) -> None:
    """Have the player's events sent to the endpoint of an app from now on, if they are not already.

    A webhook that the player has disabled stays so. One that a new password had disabled is made again with
    the new consent. Where the player has no place left, none is made; a later refresh asks again.
    """
    Player.objects.filter(pk=player).lock()
    ended = Webhook.Why.SIGNED_OUT
    receivers.delete_receiver(
        Webhook.objects.filter(endpoint=app, player=player, disabled_why=ended)
    )
    people_only = Player.objects.exclude(kind=Player.AccountKind.GUEST)
    if not held_scopes(app, player) or not people_only.filter(pk=player).exists():
        return
    if Webhook.objects.filter(endpoint=app, player=player).exists() or _is_full(player):
        return
    end = feed.update_locked(player)
    Webhook.objects.create(
        endpoint_id=app, player_id=player, after=end, feed_cursor=end, created_at=now()
    )


@receiver(disabled, sender=Webhook)
def note_disabled(receiver: Webhook, **_: object) -> None:
    """Put an event about the disabled webhook into the player's feed, unless its address is an app's."""
    webhook = receiver  # The signal calls it so.
    if webhook.endpoint_id is not None:
        return
    PrivateEvent.objects.create(
        player_id=webhook.player_id,
        type="webhook_disabled",
        data={"webhook": webhook.pk, "url": webhook.url, "why": webhook.disabled_why},
        at=now(),
    )
    notify_subscribers([], [webhook.player_id])


@receiver(signals.app_ended)
def _end_with_app(player: Player, app: App, **_: object) -> None:
    receivers.delete_receiver(Webhook.objects.filter(player=player, endpoint=app))
    receivers.end_with_app(Webhook.objects.filter(player=player, app=app))


@receiver(signals.epoch_ended)
def _note_signed_out(player: Player, **_: object) -> None:
    """Send the signal for webhooks that the database has disabled in this transaction."""
    ended = Webhook.objects.filter(
        player=player, disabled_why=Webhook.Why.SIGNED_OUT, disabled_at=TransactionNow()
    )
    for webhook in ended.order_by("created_at", "pk"):
        disabled.send(Webhook, receiver=webhook)
