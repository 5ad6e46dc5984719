"""The rows behind the calls about receivers: of two tables, because webhooks have their own.

Why so: docs/decisions/outbox.md.
"""

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework.request import Request

from games.tasks import send_webhooks
from notifications.models import Receiver
from notifications.tasks import send
from players.authentication import player
from players.models import Player, Webhook
from tideapi.rest.errors import ApiError
from tideapi.rest.rate_limits import count_use


def receivers_of(player: Player) -> "tuple[QuerySet[Receiver], QuerySet[Webhook]]":
    """Return all receivers of a player, webhooks last."""
    return Receiver.objects.filter(player=player), Webhook.objects.filter(player=player)


def find_receiver(request: Request, receiver: str) -> Receiver | Webhook:
    """Return one of the caller's receivers. Raises `ApiError` (`receiver_not_found`)."""
    for rows in receivers_of(player(request)):
        found = rows.filter(pk=receiver).first()
        if found is not None:
            return found
    raise receiver_not_found()


def refuse_unless_webhook(found: Receiver | Webhook) -> Webhook:
    """Return the receiver if it is a webhook. Raises `ApiError` (`not_a_webhook`)."""
    if not isinstance(found, Webhook):
        raise ApiError("not_a_webhook", "Only a receiver of the channel `webhook` has this.")
    return found


def count_sending(found: Receiver | Webhook) -> None:
    """Count a call that has something sent. Raises `ApiError` (`receiver_disabled`, `throttled`)."""
    if not found.enabled:
        raise ApiError("receiver_disabled", "This receiver is disabled; enable it first.")
    # Counted for the player, because a receiver could be deleted and made again.
    count_use("redeliveries", str(found.player_id)).raise_if_over(
        _("You have requested too many tests or redeliveries.")
    )


def send_soon(found: Receiver | Webhook) -> None:
    """Have a worker send what is due for this kind of receiver once this transaction is committed."""
    (send_webhooks if isinstance(found, Webhook) else send).delay_on_commit()


def receiver_not_found() -> ApiError:
    return ApiError("receiver_not_found", "You have no such receiver.")
