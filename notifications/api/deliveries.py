"""Deliveries to a receiver of any channel: the log, a test, and one sent again.

Why so: docs/decisions/outbox.md.
"""

from typing import Any

from django.db.models import Q
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest.errors import ApiError
from common.rest.paging import PageBody
from common.rest.responses import problems, typed_response
from common.rest.throttles import RedeliveryThrottle
from common.rest.view import PagedView, View
from games.event_types.catalogue import shown_types
from notifications import receivers
from notifications.api import shapes
from notifications.api.receiver_rows import (
    find_receiver,
    receiver_not_found,
    refuse_disabled,
    refuse_unless_webhook,
    send_soon,
)
from notifications.api.serializers import DeliveryListQuery
from notifications.models import Delivery, Notification, Receiver, Webhook
from notifications.notice import NoticeKind
from notifications.webhooks import outbox
from players.authentication import player
from players.idempotency import make_idempotent
from players.models import Player

NEWEST_FIRST = ("-created_at", "-id")
OF_PEOPLE = [NoticeKind.INVITED, NoticeKind.MESSAGE]


class Trial(View):
    required_scopes = ["notice:write"]
    throttle_classes = [RedeliveryThrottle]

    @make_idempotent
    @extend_schema(
        operation_id="test_receiver",
        tags=["notifications"],
        responses={
            202: typed_response(shapes.DeliveryBody, "The test is being sent.", "DeliveryOfPing"),
            **problems("receiver_not_found", "receiver_disabled"),
        },
    )
    def post(self, request: Request, receiver: str) -> Response:
        """Send a test.

        Sends a test notification to the receiver at once, at any hour and without retries; to a webhook a
        message of type `ping`. The receiver's deliveries show the result. Tests and redeliveries of all of
        the caller's receivers share a limit.
        """
        found = find_receiver(request, receiver)
        refuse_disabled(found)
        made = outbox.queue_ping(found) if isinstance(found, Webhook) else receivers.test(found)
        if made is None:
            raise receiver_not_found()
        send_soon(found)
        return Response(_shown(made, found), status=202)


class Deliveries(PagedView):
    required_scopes = ["notice:write"]
    ordering = NEWEST_FIRST
    query_serializer_class = DeliveryListQuery

    @extend_schema(
        operation_id="list_deliveries",
        tags=["notifications"],
        responses={
            200: typed_response(PageBody[shapes.DeliveryBody], "The deliveries.", "DeliveryPage"),
            **problems("receiver_not_found"),
        },
    )
    def get(self, request: Request, receiver: str) -> Response:
        """List a receiver's deliveries.

        Returns a receiver's deliveries with every attempt, newest first, and notifications that wait for
        their hour. Notifications that became needless before they were sent are left out. The server keeps
        deliveries for 30 days unless its operator has set another time. Those that the token's scopes do not
        cover are left out: games without `game:read`, invitations and messages without `message:read`.
        """
        query = DeliveryListQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        found = find_receiver(request, receiver)
        rows = _log(found, player(request))
        if "state" in query.validated_data:
            rows = rows.filter(state=query.validated_data["state"])
        page = self.paginate_queryset(rows)
        return self.get_paginated_response([_shown(one, found) for one in page])


class Redelivery(View):
    required_scopes = ["notice:write"]
    throttle_classes = [RedeliveryThrottle]

    @make_idempotent
    @extend_schema(
        operation_id="redeliver_delivery",
        tags=["notifications"],
        responses={
            202: typed_response(shapes.DeliveryBody, "The message is being sent.", "DeliveryAgain"),
            **problems(
                "receiver_not_found", "delivery_not_found", "receiver_disabled", "not_a_webhook"
            ),
        },
    )
    def post(self, request: Request, receiver: str, delivery: str) -> Response:
        """Send a delivery again.

        Sends a webhook's delivery again with the same `webhook-id` and body, whether it was delivered, given
        up, or waits. A message that is due anyway is sent once. Notifications of other channels cannot be
        sent again: what they said may no longer be true.
        """
        webhook = refuse_unless_webhook(find_receiver(request, receiver))
        refuse_disabled(webhook)
        found = outbox.queue_again(webhook, delivery, shown_types(player(request)))
        if found is None:
            raise ApiError("delivery_not_found", "This receiver has no such delivery.")
        send_soon(webhook)
        return Response(_shown(found, webhook), status=202)


def _log(receiver: Receiver | Webhook, viewer: Player) -> Any:
    """Return the rows of a receiver's log that the viewer's token may be shown."""
    if isinstance(receiver, Webhook):
        rows: Any = receiver.deliveries.filter(shown_types(viewer)).defer("body")
    else:
        rows = receiver.notifications.filter(_shown_kinds(viewer))
    return rows.prefetch_related("log")


def _shown_kinds(viewer: Player) -> Q:
    """Return the condition for notifications of a kind that the viewer's token may be shown."""
    people, account = Q(kind__in=OF_PEOPLE), Q(kind=NoticeKind.ACCOUNT)
    shown = account
    if "message:read" in viewer.scopes:
        shown |= people
    if "game:read" in viewer.scopes:
        shown |= ~people & ~account
    return shown


def _shown(one: Delivery | Notification, receiver: Receiver | Webhook) -> shapes.DeliveryBody:
    kind, game = (one.type, None) if isinstance(one, Delivery) else (one.kind, one.game_id)
    return {
        "id": one.pk,
        "type": kind,
        "number": one.number,
        "game": game,
        "state": one.state,
        "created_at": one.created_at,
        "next_at": one.next_try(receiver),
        "attempts": [
            {
                "at": attempt.at,
                "status": attempt.status,
                "error": attempt.error or None,
                "detail": getattr(attempt, "detail", "") or None,
                "milliseconds": attempt.milliseconds,
            }
            for attempt in one.log.all()
        ],
    }
