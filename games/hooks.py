"""Events for webhooks: each player's feed, handed over to be sent, every number once.

A feed gets its numbers when it is read, and for whoever has a webhook a task reads it as soon as there is
something new (`games.wake`); now and then it is looked for what a lost task has left behind.
"""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now
from django.dispatch import receiver

from games import announce, wake
from games.models import Whisper
from games.now import now
from games.rules.refusal import Refusal
from games.sql import feeds, people
from players.models import Player, Webhook
from players.webhooks import outbox
from players.webhooks.outbox import Message
from tideapi.rest.wire import dump

AT_ONCE = 200
"""Events that are handed over in one transaction."""


@transaction.atomic
def make(player: Player, url: str, note: str, events: list[str]) -> Webhook:
    """A new webhook for what comes after the present end of the player's feed. Raises `Refusal`."""
    still(player)  # The lock that it takes keeps them from being counted too early.
    end = announce.brought_in(player)
    if Webhook.objects.filter(player=player).count() >= settings.TIDE_WEBHOOKS_PER_PLAYER:
        most = settings.TIDE_WEBHOOKS_PER_PLAYER
        raise Refusal("too_many_webhooks", f"You may have {most} webhooks at most.")
    return Webhook.objects.create(
        player=player,
        url=url,
        note=note,
        events=events,
        after=end,
        heard=end,
        created_at=now(),
    )


def enable(player: Player, webhook_id: str) -> None:
    """Send what comes from now on, and what was still to be sent; what came in between is in the feed.

    The caller holds the lock of the player's row (`still`).
    """
    end = announce.brought_in(player)
    Webhook.objects.filter(player=player, pk=webhook_id, enabled=False).update(
        enabled=True,
        disabled_at=None,
        disabled_why=None,
        failing_since=None,
        slow=True,
        after=end,
        heard=end,
        look_at=Now(),
    )


def still(player: Player) -> None:
    """Lock the player's row, and see that what she called with is still good. Raises `Refusal`.

    Whatever ends her epoch takes this lock too, and disables the webhooks that are there then.
    """
    found = people.LOCK.row(player=player.pk)
    if found is None or found[1] != player.epoch:
        raise Refusal("token_invalid", "This token is not known.")


def disable(player: Player, webhook_id: str) -> None:
    """Send nothing any more, because its player wants it so."""
    Webhook.objects.filter(player=player, pk=webhook_id, enabled=True).update(
        enabled=False, disabled_at=Now(), disabled_why=Webhook.Why.PLAYER
    )


def tell(player_id: int) -> int:
    """Hand over what is new in a player's feed. Says how many of her webhooks have something to send."""
    touched = set[str]()
    while not _tell_some(player_id, touched):
        pass
    return len(touched)


def left_behind() -> list[int]:
    """The players with a webhook whose feeds have something that was not handed over."""
    return [player for (player,) in feeds.LEFT_BEHIND.rows()]


@transaction.atomic
def _tell_some(player_id: int, touched: set[str]) -> bool:
    """Hand over some, under the lock of the player's row. True when that was all."""
    player = Player.objects.filter(pk=player_id, is_active=True).first()
    if player is None:
        return True
    announce.bring_in(player)  # The lock that it takes is held to the end of this transaction.
    moment = now()
    return all(_hand_over(player, webhook, moment, touched) for webhook in _enabled(player))


def _enabled(player: Player) -> list[Webhook]:
    """Her webhooks with the locks of their rows, so that none is deleted while it is handed something."""
    rows = Webhook.objects.filter(player=player, enabled=True).order_by("pk")
    return list(rows.select_for_update(no_key=True))


def _hand_over(player: Player, webhook: Webhook, moment: datetime, touched: set[str]) -> bool:
    told = announce.feed(player, webhook.heard, AT_ONCE)
    if told:
        messages = [message(one) for one in told if _wanted(webhook, one["type"])]
        outbox.put(webhook, messages, told[-1]["number"], moment)
        if messages:
            touched.add(webhook.pk)
    return len(told) < AT_ONCE


def message(event: dict[str, Any]) -> Message:
    """An event of a feed as it is sent: the same bytes as in the feed."""
    return Message(event["number"], event["type"], dump(event))


def _wanted(webhook: Webhook, kind: str) -> bool:
    return not webhook.events or kind in webhook.events


@receiver(outbox.disabled)
def whisper_that_it_is_disabled(webhook: Webhook, **_: object) -> None:
    """Tell the player in her feed that nothing is sent to an address of hers any more."""
    Whisper.objects.create(
        player_id=webhook.player_id,
        type="webhook_disabled",
        data={"webhook": webhook.pk, "url": webhook.url, "why": webhook.disabled_why},
        at=now(),
    )
    wake.listeners([], [webhook.player_id])
