"""Receivers of the caller: every channel, webhooks among them."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from common.outbox.receivers import delete_receiver, disable_for_player
from common.rest import paging
from common.rest.errors import ApiError
from common.rest.responses import LOCATION, created_response, problems, typed_response
from common.rest.serializers import Body
from common.rest.view import ViewSet
from games.event_types.catalogue import feed_scopes
from notifications import receivers
from notifications.api import shapes
from notifications.api.receiver_rows import (
    create_webhook,
    find_receiver,
    list_receivers,
    receiver_not_found,
    refuse_for_app,
    refuse_unless_webhook,
    send_soon,
    update_webhook,
)
from notifications.api.serializers import ReceiverChangeRequest, ReceiverRequest, WebhookAddress
from notifications.channels import CHANNELS, WEBHOOK, Channel
from notifications.models import Receiver, Webhook
from notifications.webhooks import signature
from players.authentication import lock_caller, player, refuse_without, token
from players.idempotency import make_idempotent
from players.models import show_webhook_secret
from players.models.app import origin_of

Json = dict[str, Any]

TOLD_SCOPES = ("game:read", "message:read")
"""The scopes that show what a receiver is told: games, and what people do."""


class Receivers(ViewSet):
    required_scopes = ["notice:write"]
    serializer_classes = {"create": ReceiverRequest, "partial_update": ReceiverChangeRequest}
    lookup_url_kwarg = "receiver"
    lookup_value_converter = "id"

    @extend_schema(
        operation_id="list_receivers",
        tags=["notifications"],
        responses={
            200: typed_response(
                paging.PageBody[shapes.ReceiverBody], "The receivers.", "ReceiverPage"
            ),
        },
    )
    def list(self, request: Request) -> Response:
        """List my receivers.

        Returns the caller's receivers, newest first. The receiver of `mail` exists once the caller has
        verified an address.
        """
        found = [show_receiver(one) for one in list_receivers(player(request))]
        return Response(paging.whole_page(found))

    @make_idempotent
    @extend_schema(
        operation_id="create_receiver",
        tags=["notifications"],
        parameters=[LOCATION],
        responses={
            201: typed_response(
                shapes.IssuedReceiver, "The receiver, with its secret.", "IssuedReceiver"
            ),
            **problems(
                "channel_off",
                "invalid_url",
                "not_a_webhook",
                "too_many_receivers",
                "not_for_guests",
            ),
        },
    )
    def create(self, request: Request) -> Response:
        """Create a receiver.

        Creates a receiver that is notified from now on of what the caller's settings switch on for its
        channel: games and deadlines, invitations, and messages. The token therefore also needs `game:read`
        and `message:read`. Addresses are on the public Internet; their secret parts are not shown again. A
        receiver of `ntfy` with `moves` shows cards of the caller's hand and plays them, and needs `game:play`
        as well.

        A receiver of `webhook` is for programs: it receives every event of the caller's feed, or those of the
        types in `events`, signed as Standard Webhooks define it; the section `webhooks` of this document
        describes the messages. Its secret is shown only once. The token needs the scopes of its events:
        `game:read`, and `message:read` for events between people.
        """
        body = ReceiverRequest(data=request.data)
        body.is_valid(raise_exception=True)
        made = _create(request, body.validated_data)
        return created_response(_issued(made), "notifications:me-receiver-detail", made.pk)

    @extend_schema(
        operation_id="get_receiver",
        tags=["notifications"],
        responses={
            200: typed_response(shapes.ReceiverBody, "The receiver.", "Receiver"),
            **problems("receiver_not_found"),
        },
    )
    def retrieve(self, request: Request, receiver: str) -> Response:
        """Get a receiver.

        Returns one receiver of notifications, such as a webhook.
        """
        return Response(show_receiver(find_receiver(request, receiver)))

    @extend_schema(
        operation_id="update_receiver",
        tags=["notifications"],
        responses={
            200: typed_response(shapes.ReceiverBody, "The changed receiver.", "ReceiverChanged"),
            **problems("receiver_not_found", "invalid_url", "not_a_webhook", "too_many_receivers"),
        },
    )
    def partial_update(self, request: Request, receiver: str) -> Response:
        """Update a receiver.

        Changes the given members only; `address` and `events` are those of a webhook. A receiver that is
        enabled again is sent what waited when it was disabled, as far as it still holds, and what happens
        from now on; events in between are in `GET /me/events`. Enabling one, changing its address and adding
        types of events need the scopes of `create_receiver`.
        """
        body = ReceiverChangeRequest(data=request.data)
        body.is_valid(raise_exception=True)
        data = body.validated_data
        with transaction.atomic():
            _update(request, receiver, data)
            # Checked last: if the receiver is gone, nothing has changed.
            found = find_receiver(request, receiver)
        if data.get("enabled") is True:
            send_soon(found)
        return Response(show_receiver(found))

    @extend_schema(
        operation_id="delete_receiver",
        tags=["notifications"],
        responses={
            204: OpenApiResponse(description="The receiver and its deliveries are deleted."),
            **problems("receiver_not_found", "not_a_webhook"),
        },
    )
    def destroy(self, request: Request, receiver: str) -> Response:
        """Delete a receiver.

        Deletes a receiver and drops its waiting deliveries. Disable the receiver of `mail`, or of an app,
        instead.
        """
        found = find_receiver(request, receiver)
        refuse_for_app(found)
        rows: Any = type(found).objects.filter(player=player(request), pk=receiver)
        if not delete_receiver(rows):
            raise receiver_not_found()
        return Response(status=204)

    @extend_schema(
        operation_id="renew_receiver_secret",
        tags=["notifications"],
        responses={
            200: typed_response(
                shapes.IssuedReceiver, "The receiver, with its secret.", "ReceiverRenewed"
            ),
            **problems("receiver_not_found", "not_a_webhook"),
        },
    )
    @action(detail=True, methods=["post"])
    @make_idempotent
    def secret(self, request: Request, receiver: str) -> Response:
        """Create a new webhook secret.

        Creates a new secret for a webhook, which is shown only once. For 24 hours every message is signed
        with the old secret, too, so that the receiving server misses nothing while it changes over. The token
        needs the scopes of `create_receiver`.
        """
        with transaction.atomic():
            app = lock_caller(player(request), token(request))
            found = refuse_unless_webhook(find_receiver(request, receiver))
            refuse_for_app(found)
            refuse_without(request, *feed_scopes(found.events))
            renewed = signature.renew_secret(found, app)
        if renewed is None:
            raise receiver_not_found()
        return Response(_issued(renewed))


def _create(request: Request, data: Json) -> Receiver | Webhook:
    name, address = data["channel"], data["address"]
    if name == WEBHOOK:
        _check_address(WebhookAddress, address)
        return create_webhook(request, data)
    _refuse_members(data, "events")
    channel = CHANNELS.get(name)
    if channel is not None:
        _check_address(channel.form, address)
        _check_scopes(request, channel, address)
    me, note = player(request), data.get("note", "")
    try:
        return receivers.create(me, token(request), name, address, note)
    except ApiError as refused:
        if refused.pointer:
            refused.pointer = f"/address{refused.pointer}"
        raise


def _update(request: Request, receiver: str, data: Json) -> None:
    """Change a receiver within the caller's transaction. Raises `ApiError`."""
    me, enabled = player(request), data.get("enabled")
    needs_lock = data.keys() - {"enabled"} or enabled is True
    app = lock_caller(me, token(request)) if needs_lock else None
    found = find_receiver(request, receiver)
    if isinstance(found, Webhook):
        if "address" in data:
            _check_address(WebhookAddress, data["address"])
        update_webhook(request, found, data, app)
    else:
        _refuse_members(data, "address", "events")
        if enabled is True:
            _check_scopes(request, CHANNELS.get(found.channel), found.address)
            receivers.enable(me, receiver, app)
    receivers_found: Any = type(found).objects.filter(player=me, pk=receiver)
    if "note" in data:
        receivers_found.update(note=data["note"])
    if enabled is False:
        disable_for_player(receivers_found)


def _check_address(form: type[Body], address: Json) -> None:
    """Raise `ApiError` for an address that has not the form of its channel."""
    form(data=address, place="/address").is_valid(raise_exception=True)


def _refuse_members(data: Json, *of_webhooks: str) -> None:
    """Raise `ApiError` (`not_a_webhook`) for a member that only a webhook has."""
    for name in of_webhooks:
        if name in data:
            message = _("Only a receiver of the channel `webhook` has its `{name}` set.").format(
                name=name
            )
            raise ApiError("not_a_webhook", message, f"/{name}")


def _check_scopes(request: Request, channel: Channel | None, address: Json) -> None:
    """Raise `insufficient_scope` unless the token may itself do all that is done at this address."""
    if channel is not None:
        refuse_without(request, *TOLD_SCOPES, *channel.takes(address))


def show_receiver(one: Receiver | Webhook) -> shapes.ReceiverBody:
    return {
        "id": one.pk,
        **_of_channel(one),
        "note": one.note,
        "enabled": one.enabled,
        "disabled": {"at": one.disabled_at, "why": one.disabled_why}
        if one.disabled_at and one.disabled_why
        else None,
        "failing_since": one.failing_since,
        "created_at": one.created_at,
    }


def _of_channel(one: Receiver | Webhook) -> shapes.OfChannel:
    """Return the members that tell a webhook from a receiver of another channel."""
    if isinstance(one, Webhook):
        return {
            "channel": WEBHOOK,
            "address": {"url": one.address if one.endpoint is None else origin_of(one.address)},
            "events": one.events,
            "after": one.after,
            "old_secret_until": one.old_secret_until,
        }
    channel = CHANNELS.get(one.channel)
    return {
        "channel": one.channel,
        "address": {} if channel is None else channel.shown(one.address),
        "events": None,
        "after": None,
        "old_secret_until": None,
    }


def _issued(one: Receiver | Webhook) -> shapes.IssuedReceiver:
    secret = show_webhook_secret(bytes(one.secret)) if isinstance(one, Webhook) else None
    return {**show_receiver(one), "secret": secret}
