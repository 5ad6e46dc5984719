"""Calls on the private addresses of a player's calendar and news."""

from datetime import datetime
from typing import Annotated, TypedDict

from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiResponse,
    extend_schema,
    extend_schema_serializer,
)
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest.fields import ChoiceField
from common.rest.paging import PageBody, whole_page
from common.rest.responses import LOCATION, created_response, problems, typed_response
from common.rest.serializers import Body
from common.rest.shapes import Address, KnownValues
from common.rest.view import ViewSet
from notifications import subscriptions
from notifications.models import Subscription
from players.authentication import player, refuse_without, token
from players.idempotency import make_idempotent
from players.models import Player

KINDS = Subscription.Kind.values
KIND = "`calendar`: the caller's deadlines, as iCalendar. `news`: events of the caller's games, as Atom."


class SubscriptionBody(TypedDict):
    kind: Annotated[str, KnownValues(KINDS), KIND]
    created_at: Annotated[datetime, "When the address was created."]
    read_at: Annotated[
        datetime | None, "When the address was last read, to the hour; null if never."
    ]


class IssuedSubscription(SubscriptionBody):
    url: Annotated[Address, "The address, shown only once."]


@extend_schema_serializer(examples=[OpenApiExample("Example", {"kind": "calendar"})])
class SubscriptionRequest(Body):
    kind = ChoiceField(KINDS, help_text=KIND)


class Subscriptions(ViewSet):
    required_scopes = {
        "GET": ["notice:write"],
        "POST": ["notice:write", "game:read"],
        "DELETE": ["notice:write"],
    }
    serializer_classes = {"create": SubscriptionRequest}
    lookup_url_kwarg = "subscription"
    lookup_value_converter = "id"

    @extend_schema(
        operation_id="list_subscriptions",
        tags=["page"],
        responses={
            200: typed_response(
                PageBody[SubscriptionBody],
                "The feed addresses on one page, at most one of each kind.",
                "SubscriptionPage",
            ),
        },
    )
    def list(self, request: Request) -> Response:
        """List my feed addresses.

        Returns the caller's private feed addresses for calendars and news readers, without the addresses
        themselves, which are shown only once.
        """
        return Response(whole_page(list_subscriptions(player(request))))

    @make_idempotent
    @extend_schema(
        operation_id="create_subscription",
        tags=["page"],
        parameters=[LOCATION],
        responses={
            201: typed_response(
                IssuedSubscription, "The feed address, shown only once.", "IssuedSubscription"
            ),
            **problems("channel_off"),
        },
    )
    def create(self, request: Request) -> Response:
        """Create a feed address.

        Creates a private address for a calendar or a news reader. Everyone with the address can read which
        games the caller plays and when an answer is due, but nothing of the hand. The token therefore also
        needs `game:read`, and `message:read` for `news`, which has invitations and messages. An earlier
        address of the same kind ends, and a new password ends all of them. Google's calendar fetches every 8
        to 24 hours, so today's deadlines may appear late there.
        """
        body = SubscriptionRequest(data=request.data)
        body.is_valid(raise_exception=True)
        kind = body.validated_data["kind"]
        if kind == Subscription.Kind.NEWS:
            refuse_without(request, "message:read")
        made, url = subscriptions.create(player(request), token(request), kind)
        issued: IssuedSubscription = {**_shown(made), "url": url}
        return created_response(issued, "notifications:me-subscription-detail", kind)

    @extend_schema(
        operation_id="delete_subscription",
        tags=["page"],
        responses={
            204: OpenApiResponse(description="The feed address is void."),
            **problems("subscription_not_found"),
        },
    )
    def destroy(self, request: Request, subscription: str) -> Response:
        """Delete a feed address.

        Deletes a feed address, which is void at once.
        """
        subscriptions.end(player(request), subscription)
        return Response(status=204)


def list_subscriptions(me: Player) -> list[SubscriptionBody]:
    return [_shown(one) for one in subscriptions.of(me)]


def _shown(one: Subscription) -> SubscriptionBody:
    return {"kind": one.kind, "created_at": one.made_at, "read_at": one.read_at}
