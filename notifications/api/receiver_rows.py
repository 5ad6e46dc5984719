"""The rows behind the calls about receivers: of two tables, because webhooks have their own.

A webhook is sent the events of its player's feed, so the token needs the scopes that read them.
"""

from operator import attrgetter
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from rest_framework.request import Request

from common.rest.errors import ApiError
from games.event_types.catalogue import feed_scopes
from notifications.channels.egress import check_url
from notifications.models import Delivery, Receiver, Webhook
from notifications.tasks import send_notices, send_webhooks
from notifications.webhooks import endpoints
from players.accounts import refuse_guest
from players.authentication import player, refuse_without, token
from players.models import Player


def list_receivers(player: Player) -> list[Receiver | Webhook]:
    """Return all receivers of a player, newest first: there are a few of each kind."""
    rows = _receivers_of(player)
    return sorted(
        (one for some in rows for one in some), key=attrgetter("created_at", "id"), reverse=True
    )


def _receivers_of(player: Player) -> "tuple[QuerySet[Receiver], QuerySet[Webhook]]":
    return Receiver.objects.filter(player=player), Webhook.objects.filter(player=player)


def find_receiver(request: Request, receiver: str) -> Receiver | Webhook:
    """Return one of the caller's receivers. Raises `ApiError` (`receiver_not_found`)."""
    for rows in _receivers_of(player(request)):
        found = rows.filter(pk=receiver).first()
        if found is not None:
            return found
    raise receiver_not_found()


def refuse_unless_webhook(found: Receiver | Webhook) -> Webhook:
    """Return the receiver if it is a webhook. Raises `ApiError` (`not_a_webhook`)."""
    if not isinstance(found, Webhook):
        raise ApiError("not_a_webhook", "Only a receiver of the channel `webhook` has this.")
    return found


def refuse_disabled(found: Receiver | Webhook) -> None:
    """Raise `ApiError` (`receiver_disabled`) for a receiver to which nothing is sent."""
    if not found.enabled:
        raise ApiError("receiver_disabled", "This receiver is disabled; enable it first.")


def send_soon(found: Receiver | Webhook) -> None:
    """Have a worker send what is due for this kind of receiver once this transaction is committed."""
    (send_webhooks if isinstance(found, Webhook) else send_notices).delay_on_commit()


def receiver_not_found() -> ApiError:
    return ApiError("receiver_not_found", "You have no such receiver.")


Json = dict[str, Any]


def create_webhook(request: Request, data: Json) -> Webhook:
    """Create a webhook for the caller. Raises `ApiError`."""
    events, url, me = data.get("events", []), data["address"]["url"], player(request)
    refuse_without(request, *feed_scopes(events))
    check_url(url, "/address/url")
    refuse_guest(me, gettext_noop("webhooks"))
    return endpoints.create_webhook(
        me, token(request), url, data.get("note", ""), _sort_distinct(events)
    )


def update_webhook(request: Request, webhook: Webhook, data: Json, app: int | None) -> None:
    """Change the given members of a webhook. Raises `ApiError`.

    The caller of this holds the lock of the player's row, and has the app from there (`lock_caller`).
    """
    me, url = player(request), data.get("address", {}).get("url")
    if url is not None:
        refuse_for_app(webhook)
        check_url(url, "/address/url")
    _refuse_more(request, webhook, data)
    webhooks = Webhook.objects.filter(player=me, pk=webhook.pk)
    if "events" in data:
        webhooks.update(events=_sort_distinct(data["events"]))
    if url is not None:
        endpoints.change_address(me, webhook.pk, url, app)
    if data.get("enabled") is True:
        endpoints.enable_webhook(me, webhook.pk, app)


def refuse_for_app(found: object) -> None:
    """Raise `ApiError` (`not_a_webhook`) for a webhook with address and secret of its app."""
    if isinstance(found, Webhook) and found.endpoint_id is not None:
        message = _(
            "The app has the address and the secret. Disable this receiver, or end the app."
        )
        raise ApiError("not_a_webhook", message)


def _refuse_more(request: Request, webhook: Webhook, data: Json) -> None:
    """Raise `insufficient_scope` unless the token may itself read what is sent by the change."""
    kinds = data.get("events", webhook.events)
    if "address" in data and kinds:
        # What waits was wanted earlier, and goes to the new address, too.
        waiting = webhook.deliveries.filter(state=Delivery.State.WAITING)
        kinds = [*kinds, *waiting.values_list("type", flat=True)]
    more = webhook.events and not (kinds and set(kinds) <= set(webhook.events))
    if "address" in data or data.get("enabled") is True or more:
        refuse_without(request, *feed_scopes(kinds))


def _sort_distinct(events: list[str]) -> list[str]:
    return sorted(set(events))
