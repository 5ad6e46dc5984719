"""Forwarding of each player's feed to the player's webhooks, every number once.

A feed gets its numbers when it is read. For a player with a webhook a task reads it as soon as there is
something new (`games.repository.signals`), and another one finds, now and then, what a lost task has left.
"""

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models.functions import Coalesce
from django.dispatch import receiver

from common.outbox import receivers
from common.outbox.receivers import disabled
from common.outside.addresses import normalize
from common.rest.errors import ApiError
from common.rest.json_codec import dump
from games.clock.now import now
from games.event_types.scopes import event_scope
from games.feeds import feed
from games.models import PrivateEvent
from games.repository import signals
from games.repository.queries import feeds, people
from games.shapes.events import FeedEvent
from players.authentication import app_of
from players.models import Delivery, Player, Token, Webhook
from players.webhooks import app_webhooks, outbox, places
from players.webhooks.outbox import WebhookMessage

AT_ONCE = 200
"""Events that are handed over in one transaction."""


@transaction.atomic
def create_webhook(player: Player, by: Token, url: str, note: str, events: list[str]) -> Webhook:
    """A new webhook for what comes after the present end of the player's feed, made with the token `by`.

    Raises `ApiError` (`token_invalid`, `too_many_receivers`).
    """
    # With this lock held no other process counts the player's webhooks at the same time.
    app = lock_caller(player, by)
    end = feed.update_locked(player.pk)
    places.refuse_if_full(player.pk)
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
    hers = Webhook.objects.filter(player=player, pk=webhook_id)
    hers.exclude(url=url).update(app=app)
    hers.update(url=url, proven=False, slow=True, **receivers.WITHOUT_BACK_OFF)


def enable_webhook(player: Player, webhook_id: str, app: int | None) -> None:
    """Send what comes from now on, and what was still to be sent; what came in between is in the feed.

    If no app has set it up, that it is sent again is this one's doing. The caller holds the lock of the
    player's row, and has the app from there (`lock_caller`). Raises `ApiError` (`too_many_receivers`).
    """
    if not places.find_placed(player.pk).filter(pk=webhook_id).exists():
        places.refuse_if_full(player.pk)
    end = feed.update_locked(player.pk)
    receivers.enable_receivers(
        Webhook.objects.filter(player=player, pk=webhook_id),
        app=Coalesce("app", app),
        slow=True,
        after=end,
        feed_cursor=end,
    )


def lock_caller(player: Player, by: Token) -> int | None:
    """Lock the player's row, and check that the token of the call is still good.

    Whatever ends the player's epoch takes this lock too, and disables the webhooks that are there then; the
    end of an app does the same with that app's. Returns the app of the token, or None. Raises
    `ApiError` or `TokenEnded` (`token_invalid`).
    """
    found = people.LOCK.fetch_row(player=player.pk)
    if found is None or found[1] != player.epoch:
        raise ApiError("token_invalid", "This token is not known.")
    return app_of(by)


def enqueue_events(player_id: int) -> int:
    """Put what is new in a player's feed into the outboxes of the player's webhooks.

    Returns how many webhooks are to be sent something now by that.
    """
    touched = set[str]()
    while not _enqueue_some(player_id, touched):
        pass
    return outbox.OUTBOX.count_due(touched)


def list_left_behind() -> list[int]:
    """The players with a webhook whose feeds have something that was not enqueued."""
    return [player for (player,) in feeds.LEFT_BEHIND.fetch_rows()]


@transaction.atomic
def _enqueue_some(player_id: int, touched: set[str]) -> bool:
    """Enqueue some, under the lock of the player's row. True when that was all."""
    player = Player.objects.filter(pk=player_id, is_active=True).first()
    if player is None:
        return True
    feed.update_feed(player_id)  # The lock that it takes is held to the end of this transaction.
    moment = now()
    enabled = _lock_enabled(player)
    return all(_hand_over(webhook, enabled, moment, touched) for webhook in enabled)


def _lock_enabled(player: Player) -> list[Webhook]:
    """Lock and return the player's enabled webhooks, so that none is deleted in between.

    Of those at one address the first is sent an event. It is one that works: an app that names another app's
    address takes nothing from that app.
    """
    rows = Webhook.objects.filter(player=player, enabled=True).select_related("endpoint")
    locked = rows.select_for_update(no_key=True, of=("self",)).order_by("pk")
    return sorted(
        locked, key=lambda one: (one.failures > 0, not one.proven, one.created_at, one.pk)
    )


def _hand_over(
    webhook: Webhook, enabled: list[Webhook], moment: datetime, touched: set[str]
) -> bool:
    events = feed.read_feed(webhook.player_id, webhook.feed_cursor, AT_ONCE).events
    if events:
        held = None
        if webhook.endpoint_id is not None:
            held = app_webhooks.held_scopes(webhook.endpoint_id, webhook.player_id)
        wanted = [one for one in events if _is_wanted(webhook, one["type"], held)]
        sent = _find_sent(webhook, enabled, [one["number"] for one in wanted])
        messages = [_address_message(webhook, one) for one in wanted if one["number"] not in sent]
        outbox.put(webhook, messages, events[-1]["number"], moment)
        if messages:
            touched.add(webhook.pk)
    return len(events) < AT_ONCE


def _find_sent(webhook: Webhook, enabled: list[Webhook], numbers: list[int]) -> set[int]:
    """Return which of these numbers another webhook at the same address is sent."""
    place = normalize(webhook.address)
    same = [one for one in enabled if one != webhook and normalize(one.address) == place]
    if not same:
        return set()
    rows = Delivery.objects.filter(webhook__in=same, number__in=numbers)
    return {number for number in rows.values_list("number", flat=True) if number is not None}


def make_message(event: FeedEvent) -> WebhookMessage:
    """An event of a feed as it is sent: the same bytes as in the feed."""
    return WebhookMessage(event["number"], event["type"], dump(event))


def _address_message(webhook: Webhook, event: FeedEvent) -> WebhookMessage:
    """Return an event as it goes to this webhook; to an app with the account and the scope that covers it."""
    if webhook.endpoint_id is None:
        return make_message(event)
    named: Any = {**event, **outbox.name_account(webhook)}
    return replace(make_message(named), scope=event_scope(event["type"]))


def _is_wanted(webhook: Webhook, kind: str, held: set[str] | None) -> bool:
    """Return whether to send this type; an app has to have (`held`) the scope that shows it."""
    covered = held is None or event_scope(kind) in held
    return covered and (not webhook.events or kind in webhook.events)


@receiver(app_webhooks.rights_given)
@transaction.atomic
def connect_app(app: int, player: int, **_: object) -> None:
    """Have the player's events sent to the endpoint of an app from now on, if they are not already.

    A webhook that the player has disabled stays so. One that a new password had disabled is made again with
    the new consent. Where the player has no place left, none is made; a later refresh asks again.
    """
    people.LOCK.fetch_row(player=player)
    ended = Webhook.Why.SIGNED_OUT
    receivers.delete_receiver(
        Webhook.objects.filter(endpoint=app, player=player, disabled_why=ended)
    )
    people_only = Player.objects.exclude(kind=Player.AccountKind.GUEST)
    if not app_webhooks.held_scopes(app, player) or not people_only.filter(pk=player).exists():
        return
    if Webhook.objects.filter(endpoint=app, player=player).exists() or places.is_full(player):
        return
    end = feed.update_locked(player)
    Webhook.objects.create(
        endpoint_id=app, player_id=player, after=end, feed_cursor=end, created_at=now()
    )


@receiver(disabled, sender=Webhook)
def note_disabled(receiver: Webhook, **_: object) -> None:
    """Put an event about the disabled webhook into the player's feed, unless its address is an app's."""
    webhook = receiver
    if webhook.endpoint_id is not None:
        return
    PrivateEvent.objects.create(
        player_id=webhook.player_id,
        type="webhook_disabled",
        data={"webhook": webhook.pk, "url": webhook.url, "why": webhook.disabled_why},
        at=now(),
    )
    signals.notify_subscribers([], [webhook.player_id])
