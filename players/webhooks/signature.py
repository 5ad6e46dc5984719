"""Secrets and signatures, as in the specification of Standard Webhooks 1.0.

A message is signed with every secret that is good at the time. For a day after a new one was made that
includes the old one, so a receiver can change over without missing anything.
"""

import base64
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models.functions import Coalesce, Now
from standardwebhooks.webhooks import Webhook as Signer

from players.models import Webhook, new_webhook_secret

BOTH_FOR = timedelta(hours=24)


def shown(secret: bytes) -> str:
    """A secret in the form in which its receiver gets it."""
    return f"whsec_{base64.b64encode(secret).decode()}"


def headers(message: str, at: datetime, body: bytes, secrets: Iterable[bytes]) -> dict[str, str]:
    """The headers that prove who has sent this body as this message, and when."""
    signed = [Signer(secret).sign(message, at, body.decode()) for secret in secrets]
    return {
        "webhook-id": message,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(signed),
    }


@transaction.atomic
def renew(webhook: Webhook, app: int | None) -> Webhook | None:
    """Give a webhook a new secret; the old one is good for a day more. None if the webhook is gone.

    If no app has set it up, it is from now on the app's that is shown the secret.
    """
    rows = Webhook.objects.filter(pk=webhook.pk)
    before = rows.select_for_update(no_key=True).first()
    if before is None:
        return None
    rows.update(
        app=Coalesce("app", app),
        secret=new_webhook_secret(),
        old_secret=before.secret,
        old_secret_until=Now() + BOTH_FOR,
    )
    return rows.get()


def good(webhook: Webhook, moment: datetime) -> list[bytes]:
    """The secrets with which a message is signed at this moment."""
    secrets = [bytes(webhook.secret)]
    old, until = webhook.old_secret, webhook.old_secret_until
    if old is not None and until is not None and moment < until:
        secrets.append(bytes(old))
    return secrets
