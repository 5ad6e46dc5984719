"""Secrets and signatures, as in the specification of Standard Webhooks 1.0.

A message is signed with every secret that is valid at the time. For a day after a new one was made that
includes the old one, so a receiver can change over without missing anything.
"""

import base64
import hmac
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Coalesce, Now

from common.db.encrypted import WrongKey
from notifications.models import Webhook
from players.models import new_webhook_secret

BOTH_FOR = timedelta(hours=24)


def signature_headers(
    message: str, at: datetime, body: bytes, secrets: Iterable[bytes]
) -> dict[str, str]:
    """Return the headers that prove the sender, the id and the time of this body."""
    moment = str(int(at.timestamp()))
    content = b".".join((message.encode(), moment.encode(), body))
    digests = (hmac.digest(secret, content, "sha256") for secret in secrets)
    signed = [f"v1,{base64.b64encode(digest).decode()}" for digest in digests]
    return {
        "webhook-id": message,
        "webhook-timestamp": moment,
        "webhook-signature": " ".join(signed),
    }


@transaction.atomic
def renew_secret(webhook: Webhook, app: int | None) -> Webhook | None:
    """Give a webhook a new secret; the old one stays valid for a day. None if the webhook is gone.

    A webhook that no app has set up becomes this app's, which sees the secret.
    """
    rows = Webhook.objects.filter(pk=webhook.pk)
    found = rows.update(
        app=Coalesce("app", app),
        secret=new_webhook_secret(),
        old_secret=F("secret"),
        old_secret_until=Now() + BOTH_FOR,
    )
    return rows.get() if found else None


def signing_secrets(webhook: Webhook, moment: datetime) -> list[bytes]:
    """Return the secrets that sign a message at this moment. Raises `WrongKey`.

    An old one that no key opens is left out, so that a new one ends the problem.
    """
    if webhook.endpoint is not None:
        return [bytes(webhook.endpoint.webhook_secret)]
    secrets = [bytes(webhook.secret)]
    until = webhook.old_secret_until
    if until is not None and moment < until:
        with suppress(WrongKey):
            secrets.append(bytes(webhook.old_secret))
    return secrets
