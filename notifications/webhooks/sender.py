"""The sender of webhooks: signs and sends due messages, and records the outcome."""

import logging
from collections import Counter

from common import counters
from common.db.encrypted import WrongKey
from common.outbox import sender
from common.outside.post import SECONDS, Error, PostOutcome, post
from notifications.models import Delivery, Webhook
from notifications.webhooks import outbox, signature
from players.oauth.app_endpoint import held_scopes

log = logging.getLogger(__name__)

WEBHOOKS = "tide:counters:webhooks"
"""Counters of attempts, by outcome."""
UNPROVEN = 3.0
"""Seconds that an address has to answer until something was delivered to it.

A new webhook may have to wait as long for others that never answer and hold all threads for slow ones.
"""


def send_due(seconds: float = 15.0) -> Counter[str]:
    """Send what is due, for about so many seconds; return the number of messages by outcome."""
    outcomes = sender.send_due(outbox.OUTBOX, _send_to, seconds)
    if outcomes:
        counters.add_counts(WEBHOOKS, outcomes)
    return outcomes


def _send_to(webhook: Webhook) -> Counter[str]:
    def send_next() -> str | None:
        delivery = outbox.OUTBOX.next_due(webhook)
        return None if delivery is None else _send_delivery(delivery)

    return sender.send_in_turn(webhook, send_next)


def _send_delivery(delivery: Delivery) -> str:
    at = delivery.moment  # type: ignore[attr-defined]  # As it was claimed.
    webhook = delivery.webhook
    if not _is_covered(webhook, delivery):
        delivery.delete()
        return "failed"
    try:
        secrets, body = signature.signing_secrets(webhook, at), bytes(delivery.body)
    except WrongKey:
        log.error("No key of TIDE_KEYS opens the %s or its message", webhook)  # noqa: TRY400
        return outbox.record_attempt(delivery, at, PostOutcome(None, Error.SERVER, 0))
    headers = signature.signature_headers(delivery.pk, at, body, secrets)
    outcome = post(webhook.address, headers, body, SECONDS if webhook.proven else UNPROVEN)
    return outbox.record_attempt(delivery, at, outcome)


def _is_covered(webhook: Webhook, delivery: Delivery) -> bool:
    """Return whether an app may still be sent this: it may have lost its rights since it was queued."""
    if webhook.endpoint_id is None:
        return True
    held = held_scopes(webhook.endpoint_id, webhook.player_id)
    return delivery.scope in held if delivery.scope else bool(held)
