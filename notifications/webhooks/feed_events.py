"""Events of each player's feed, put into the outboxes of the player's webhooks, every number once.

A feed gets its numbers when it is read. For a player with a webhook a task reads it as soon as there is
something new (`games.repository.signals`), and another one finds, now and then, what a lost task has left.
"""

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction

from common.outside.addresses import normalize
from common.rest.json_codec import dump
from games.clock.now import now
from games.event_types.catalogue import event_scope
from games.feeds import feed
from games.shapes.events import FeedEvent
from notifications.models import Delivery, Webhook
from notifications.webhooks import outbox
from notifications.webhooks.outbox import WebhookMessage
from players.models import Player
from players.oauth.app_endpoint import held_scopes

AT_ONCE = 200
"""Events that are handed over in one transaction."""


def enqueue_events(player_id: int) -> int:
    """Queue what is new in a player's feed for the player's webhooks; return how many are due now."""
    touched = set[str]()
    while not _enqueue_batch(player_id, touched):
        pass
    return outbox.OUTBOX.count_due(touched)


def list_left_behind() -> list[int]:
    """Return the players with a webhook whose feeds have something that was not enqueued."""
    return feed.find_behind(Webhook.objects.filter(enabled=True))


@transaction.atomic
def _enqueue_batch(player_id: int, touched: set[str]) -> bool:
    """Queue some events under the lock of the player's row; return whether that was all."""
    player = Player.objects.filter(pk=player_id, is_active=True).first()
    if player is None:
        return True
    feed.update_feed(player_id)  # The lock that it takes is held to the end of this transaction.
    moment = now()
    enabled = _lock_enabled(player)
    return all(_enqueue_new(webhook, enabled, moment, touched) for webhook in enabled)


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


def _enqueue_new(
    webhook: Webhook, enabled: list[Webhook], moment: datetime, touched: set[str]
) -> bool:
    events = feed.read_feed(webhook.player_id, webhook.feed_cursor, AT_ONCE).events
    if events:
        held = None
        if webhook.endpoint_id is not None:
            held = held_scopes(webhook.endpoint_id, webhook.player_id)
        wanted = [one for one in events if _is_wanted(webhook, one["type"], held)]
        sent = _find_sent(webhook, enabled, [one["number"] for one in wanted])
        messages = [_address_message(webhook, one) for one in wanted if one["number"] not in sent]
        outbox.enqueue(webhook, messages, events[-1]["number"], moment)
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
    """Return an event as it is sent: the same bytes as in the feed."""
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
