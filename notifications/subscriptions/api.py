"""Private addresses for a calendar and a reader of news: listed, made anew, ended."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from notifications.models import Subscription
from notifications.subscriptions import rows
from notifications.subscriptions.schema import SCHEMAS
from players.authentication import player, refuse_without, token
from players.idempotency import once
from tideapi.rest.describe import Answer, call
from tideapi.rest.reading import body
from tideapi.rest.view import View

Json = dict[str, Any]


class Subscriptions(View):
    @call(
        name="list_subscriptions",
        scope="notice:write",
        tag="me",
        summary="My private addresses for calendars and readers of news",
        description="Without the addresses themselves: each is shown when it is made.",
        answer=Answer(200, "SubscriptionList", "My addresses.", "SubscriptionList"),
    )
    def get(self, request: Request) -> Response:
        return Response({"results": [_shown(one) for one in rows.of(player(request))]})

    @once
    @call(
        name="create_subscription",
        scope="notice:write",
        more_scopes=("game:read",),
        tag="me",
        summary="Get an address for my calendar or my reader of news",
        description=(
            "Whoever has the address reads what is there: which games I play, that I am asked something, and "
            "until when; nothing of my hand. So this takes `game:read`, too, and for `news`, which has "
            "invitations and messages, `message:read`. An address that I have of the same kind ends. All of "
            "them end with a new password. Google's calendar fetches every 8 to 24 hours, whatever it is "
            "told, so a deadline of today may come late there."
        ),
        request="SubscriptionRequest",
        request_example={"kind": "calendar"},
        answer=Answer(201, "IssuedSubscription", "The address.", "IssuedSubscription"),
        refuses=("channel_off",),
    )
    def post(self, request: Request) -> Response:
        wish = body(request, SCHEMAS["SubscriptionRequest"])
        if wish["kind"] == Subscription.Kind.NEWS:
            refuse_without(request, "message:read")
        made, url = rows.create(player(request), token(request), wish["kind"])
        return Response({**_shown(made), "url": url}, status=201)


class OneSubscription(View):
    @call(
        name="delete_subscription",
        scope="notice:write",
        tag="me",
        summary="End an address of mine",
        answer=Answer(204, None, "Nothing is there any more."),
        refuses=("subscription_not_found",),
    )
    def delete(self, request: Request, subscription: str) -> Response:
        rows.end(player(request), subscription)
        return Response(status=204)


def _shown(one: Subscription) -> Json:
    return {"kind": one.kind, "made_at": one.made_at, "read_at": one.read_at}
