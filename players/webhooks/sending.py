"""The sender: claims a webhook, sends what is due, and writes down what came of it."""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from players.models import Delivery, Webhook
from players.webhooks import outbox, signature
from players.webhooks.post import SECONDS, post

HOLD = 2.0
"""Seconds after which a webhook with much to send lets others go first; one that is slow does after each."""
UNPROVEN = 5.0
"""Seconds that an address has to answer in as long as nothing has ever been delivered to it."""


_room = threading.BoundedSemaphore(outbox.SLOW_AT_ONCE)
"""Threads of this process that may wait for slow receivers. Their webhooks' rows do not tell how many do: who
makes hers anew deletes the old one, and its thread goes on waiting."""


def send_due(seconds: float = 15.0) -> Counter[str]:
    """Send what is due, for about so many seconds. Says what became of how many messages."""
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
    """The webhook that is next, until this sender is done with it."""
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
