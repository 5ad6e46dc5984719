"""The sender: claims a webhook, sends what is due, and notes the outcome."""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from players.models import Delivery, Webhook
from players.webhooks import outbox, signature
from players.webhooks.post import SECONDS, post

HOLD = 2.0
"""Seconds after which a webhook with much to send lets others go first; a slow one does after each."""
UNPROVEN = 5.0
"""Seconds that an address has to answer as long as nothing was ever delivered to it."""


_room = threading.BoundedSemaphore(outbox.SLOW_AT_ONCE)
"""Threads of this process that may wait for slow receivers. The rows do not show how many do: a player
may delete her webhook and make another, while the thread for the old one goes on waiting."""


def send_due(seconds: float = 15.0) -> Counter[str]:
    """Send what is due, for about so many seconds. Gives how many messages had which outcome."""
    outcomes = Counter[str]()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with _claimed() as webhook:
            if webhook is None:
                break
            outcomes += _send_to(webhook)
    return outcomes


@contextmanager
def _claimed() -> Iterator[Webhook | None]:
    """Claim the webhook that is next, and give it up at the end."""
    room = _room.acquire(blocking=False)
    try:
        webhook = outbox.claim(slow=room)
        if room and webhook is not None and not webhook.slow:
            _room.release()
            room = False
        try:
            yield webhook
        finally:
            if webhook is not None:
                outbox.release(webhook)
    finally:
        if room:
            _room.release()


def _send_to(webhook: Webhook) -> Counter[str]:
    outcomes = Counter[str]()
    end = time.monotonic() + HOLD
    while time.monotonic() < end and (delivery := outbox.next_due(webhook)) is not None:
        outcomes[_send(delivery)] += 1
        if webhook.slow:
            break
    return outcomes


def _send(delivery: Delivery) -> str:
    at = delivery.moment  # type: ignore[attr-defined]  # As it was claimed.
    webhook = delivery.webhook
    secrets = signature.good(webhook, at)
    body = bytes(delivery.body)
    headers = signature.headers(delivery.pk, at, body, secrets)
    outcome = post(webhook.url, headers, body, SECONDS if webhook.proven else UNPROVEN)
    return outbox.write_down(delivery, at, outcome)
