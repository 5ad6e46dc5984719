"""Webhooks: a player's own addresses, what is sent to them, and with which outcome.

Why so: docs/why.md#redeliveries.
"""

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.schema import schemas
from games.api.webhook_schema import STATE
from games.feeds import webhooks
from games.feeds.event_scopes import feed_scopes, shown_types
from games.tasks import send_webhooks
from players.authentication import player, refuse_without, token
from players.idempotency import once
from players.kinds import refuse_guest
from players.models import Delivery, Webhook
from players.webhooks import addresses, outbox, signature
from players.webhooks.addresses import BadAddress
from tideapi.outbox.receivers import delete_receiver, disable_for_player
from tideapi.rest import paging
from tideapi.rest.counting import count
from tideapi.rest.describe import Answer, call
from tideapi.rest.errors import ApiError
from tideapi.rest.reading import body
from tideapi.rest.schemas import closed
from tideapi.rest.view import View

Json = dict[str, Any]

_SCHEMAS = schemas()
_NOTHING = closed({})
NEWEST_FIRST = ("-created_at", "-id")


class Webhooks(View):
    @call(
        name="list_webhooks",
        scope="notice:write",
        tag="webhooks",
        summary="List my webhooks",
        description="Returns the caller's webhooks, newest first.",
        query=paging.QUERY,
        answer=Answer(200, "WebhookPage", "The webhooks.", "WebhookPage"),
    )
    def get(self, request: Request) -> Response:
        def show(found: Iterable[Webhook]) -> list[Json]:
            return [_shown(webhook) for webhook in found]

        rows = Webhook.objects.filter(player=player(request))
        return paging.paged(request, rows, NEWEST_FIRST, show, self.query.get("page_size"))

    @once
    @call(
        name="create_webhook",
        scope="notice:write",
        tag="webhooks",
        summary="Create a webhook",
        description=(
            "Creates a webhook that receives every event of the caller's feed from now on, or those of the "
            "types in `events`, signed as Standard Webhooks define it. The section `webhooks` of this "
            "document describes the messages. The secret is shown only once. The server checks before every "
            "delivery that the host has a public address. Since the webhook reads the caller's feed, the "
            "token also needs the scopes of its events: `game:read`, and `message:read` for events between "
            "people."
        ),
        request="WebhookRequest",
        request_example={"url": "https://bots.example/tide", "note": "my bot", "events": []},
        answer=Answer(201, "IssuedWebhook", "The webhook, with its secret.", "IssuedWebhook"),
        refuses=("invalid_url", "too_many_webhooks", "not_for_guests"),
    )
    def post(self, request: Request) -> Response:
        wish = body(request, _SCHEMAS["WebhookRequest"])
        refuse_without(request, *feed_scopes(wish.get("events", [])))
        _check(wish)
        refuse_guest(player(request), "webhooks")
        made = webhooks.create(
            player(request),
            token(request),
            wish["url"],
            wish.get("note", ""),
            _distinct(wish.get("events", [])),
        )
        return Response(_issued(made), status=201)


class OneWebhook(View):
    @call(
        name="get_webhook",
        scope="notice:write",
        tag="webhooks",
        summary="Get a webhook",
        description="Returns one of the caller's webhooks.",
        answer=Answer(200, "Webhook", "The webhook.", "Webhook"),
        refuses=("webhook_not_found",),
    )
    def get(self, request: Request, webhook: str) -> Response:
        return Response(_shown(_find(request, webhook)))

    @call(
        name="update_webhook",
        scope="notice:write",
        tag="webhooks",
        summary="Update a webhook",
        description=(
            "Changes the given members only. A webhook that is enabled again receives what waited when it "
            "was disabled and what happens from now on; events in between are in `GET /me/events`. Enabling "
            "it, changing its `url` and adding types need the scopes of `create_webhook`."
        ),
        request="WebhookChange",
        request_example={"events": ["turn_opened", "finished"]},
        answer=Answer(200, "Webhook", "The changed webhook.", "WebhookChanged"),
        refuses=("webhook_not_found", "invalid_url"),
    )
    def patch(self, request: Request, webhook: str) -> Response:
        wish, me = body(request, _SCHEMAS["WebhookChange"]), player(request)
        _check(wish)
        change: Json = {"note": wish["note"]} if "note" in wish else {}
        if "events" in wish:
            change["events"] = _distinct(wish["events"])
        with transaction.atomic():
            if wish.keys() - {"enabled"} or wish.get("enabled") is True:
                app = webhooks.lock_caller(me, token(request))
            self._refuse_more(request, webhook, wish)
            if change:
                Webhook.objects.filter(player=me, pk=webhook).update(**change)
            if "url" in wish:
                webhooks.turn(me, webhook, wish["url"], app)
            if wish.get("enabled") is True:
                webhooks.enable(me, webhook, app)
            elif wish.get("enabled") is False:
                disable_for_player(Webhook.objects.filter(player=me, pk=webhook))
            # Checked last: if the webhook is gone, nothing has changed.
            shown = _shown(_find(request, webhook))
        if wish.get("enabled") is True:
            send_webhooks.delay_on_commit()
        return Response(shown)

    @staticmethod
    def _refuse_more(request: Request, webhook: str, wish: Json) -> None:
        """Raise `insufficient_scope` unless the token may itself read what is sent by the change."""
        if player(request).scopes.issuperset(feed_scopes([])):
            return
        found = _find(request, webhook)
        kinds = wish.get("events", found.events)
        if "url" in wish and kinds:
            # What waits was wanted earlier, and goes to the new address, too.
            waiting = found.deliveries.filter(state=Delivery.State.WAITING)
            kinds = [*kinds, *waiting.values_list("type", flat=True)]
        more = found.events and not (kinds and set(kinds) <= set(found.events))
        if "url" in wish or wish.get("enabled") is True or more:
            refuse_without(request, *feed_scopes(kinds))

    @call(
        name="delete_webhook",
        scope="notice:write",
        tag="webhooks",
        summary="Delete a webhook",
        description="Deletes a webhook. Waiting messages are dropped.",
        answer=Answer(204, None, "The webhook and its deliveries are deleted."),
        refuses=("webhook_not_found",),
    )
    def delete(self, request: Request, webhook: str) -> Response:
        if not delete_receiver(Webhook.objects.filter(player=player(request), pk=webhook)):
            raise _not_found()
        return Response(status=204)


class Secret(View):
    @once
    @call(
        name="renew_webhook_secret",
        scope="notice:write",
        tag="webhooks",
        summary="Create a new webhook secret",
        description=(
            "Creates a new secret, which is shown only once. For 24 hours every message is signed with the "
            "old secret, too, so that the receiving server misses nothing while it changes over. The token "
            "needs the scopes of `create_webhook`."
        ),
        answer=Answer(200, "IssuedWebhook", "The webhook, with its secret.", "WebhookRenewed"),
        refuses=("webhook_not_found",),
    )
    def post(self, request: Request, webhook: str) -> Response:
        body(request, _NOTHING)
        with transaction.atomic():
            app = webhooks.lock_caller(player(request), token(request))
            found = _find(request, webhook)
            refuse_without(request, *feed_scopes(found.events))
            renewed = signature.renew(found, app)
        if renewed is None:
            raise _not_found()
        return Response(_issued(renewed))


class Ping(View):
    @once
    @call(
        name="test_webhook",
        scope="notice:write",
        tag="webhooks",
        summary="Send a test ping",
        description=(
            "Sends a message of type `ping` at once, without retries. The webhook's deliveries show the "
            "result."
        ),
        answer=Answer(202, "Delivery", "The ping is being sent.", "DeliveryOfPing"),
        refuses=("webhook_not_found", "webhook_disabled"),
    )
    def post(self, request: Request, webhook: str) -> Response:
        body(request, _NOTHING)
        made = outbox.ping(_to_be_sent(request, webhook))
        if made is None:
            raise _not_found()
        send_webhooks.delay_on_commit()
        return Response(_delivery(made), status=202)


class Deliveries(View):
    @call(
        name="list_deliveries",
        scope="notice:write",
        tag="webhooks",
        summary="List a webhook's deliveries",
        description=(
            "Returns a webhook's deliveries with every attempt, newest first. The server keeps them for 30 "
            "days unless its operator has set another time. Events that the token's scopes do not cover are "
            "left out."
        ),
        query={"state": STATE, **paging.QUERY},
        answer=Answer(200, "DeliveryPage", "The deliveries.", "DeliveryPage"),
        refuses=("webhook_not_found",),
    )
    def get(self, request: Request, webhook: str) -> Response:
        wish = self.query

        def show(deliveries: Iterable[Delivery]) -> list[Json]:
            return [_delivery(delivery) for delivery in deliveries]

        me = player(request)
        hers = Delivery.objects.filter(shown_types(me), webhook=webhook, webhook__player=me)
        rows = hers.defer("body").select_related("webhook").prefetch_related("log")
        if "state" in wish:
            rows = rows.filter(state=wish["state"])
        page = paging.paged(request, rows, NEWEST_FIRST, show, wish.get("page_size"))
        if not page.data["results"]:
            _find(request, webhook)
        return page


class Redelivery(View):
    @once
    @call(
        name="redeliver_message",
        scope="notice:write",
        tag="webhooks",
        summary="Send a delivery again",
        description=(
            "Sends a delivery again with the same `webhook-id` and body, whether it was delivered, given up, "
            "or waits. A message that is due anyway is sent once. Redeliveries and pings of all of the "
            "caller's webhooks share a limit."
        ),
        answer=Answer(202, "Delivery", "The message is being sent.", "DeliveryAgain"),
        refuses=("webhook_not_found", "delivery_not_found", "webhook_disabled"),
    )
    def post(self, request: Request, webhook: str, delivery: str) -> Response:
        body(request, _NOTHING)
        shown = shown_types(player(request))
        found = outbox.again(_to_be_sent(request, webhook), delivery, shown)
        if found is None:
            raise ApiError("delivery_not_found", "This webhook has no such delivery.")
        send_webhooks.delay_on_commit()
        return Response(_delivery(found), status=202)


def _not_found() -> ApiError:
    return ApiError("webhook_not_found", "You have no such webhook.")


def _find(request: Request, webhook: str) -> Webhook:
    found = Webhook.objects.filter(player=player(request), pk=webhook).first()
    if found is None:
        raise _not_found()
    return found


def _to_be_sent(request: Request, webhook: str) -> Webhook:
    """The webhook of a call that has something sent, which counts against a limit."""
    found = _find(request, webhook)
    if not found.enabled:
        raise ApiError("webhook_disabled", "This webhook is disabled; enable it first.")
    # Counted for the player, because a webhook could be deleted and made again.
    count("sent_again", str(found.player_id)).raise_if_over("You have had too much sent again.")
    return found


def _check(wish: Json) -> None:
    if "url" in wish:
        try:
            addresses.read(wish["url"])
        except BadAddress as error:
            raise ApiError("invalid_url", str(error), "/url") from error


def _distinct(events: list[str]) -> list[str]:
    return sorted(set(events))


def _shown(webhook: Webhook) -> Json:
    disabled = {"at": webhook.disabled_at, "why": webhook.disabled_why}
    return {
        "id": webhook.pk,
        "url": webhook.url,
        "note": webhook.note,
        "events": webhook.events,
        "enabled": webhook.enabled,
        "disabled": None if webhook.enabled else disabled,
        "after": webhook.after,
        "failing_since": webhook.failing_since,
        "old_secret_until": webhook.old_secret_until,
        "created_at": webhook.created_at,
    }


def _issued(webhook: Webhook) -> Json:
    return {**_shown(webhook), "secret": signature.shown(bytes(webhook.secret))}


def _delivery(delivery: Delivery) -> Json:
    return {
        "id": delivery.pk,
        "number": delivery.number,
        "type": delivery.type,
        "state": delivery.state,
        "created_at": delivery.created_at,
        "next_at": delivery.next_try(delivery.webhook),
        "attempts": [
            {
                "at": attempt.at,
                "status": attempt.status,
                "error": attempt.error or None,
                "milliseconds": attempt.milliseconds,
            }
            for attempt in delivery.log.all()
        ],
    }
