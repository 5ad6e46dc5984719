"""The standing order of a seat."""

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest.responses import problems, typed_response
from common.rest.view import View
from games.api.ruleset_schemas import order_examples
from games.api.serializers import StandingOrderRequest
from games.api.turns import NOT_RUNNING
from games.lobby import standing_orders
from games.rulesets import registry
from games.shapes.turns import StandingOrderBody
from games.visibility.game_view import GameView
from players.authentication import player

# The ruleset reads the order itself, under the lock of the game.
ORDERS_REFUSE = [code for rules in registry.RULESETS.values() for code in rules.all_refusals]


class MyOrder(View):
    required_scopes = {
        "GET": ["game:read"],
        "PUT": ["game:play"],
        "DELETE": ["game:play"],
    }
    serializer_class = StandingOrderRequest

    @extend_schema(
        operation_id="get_standing_order",
        tags=["seats"],
        responses={
            200: typed_response(StandingOrderBody, "The standing order.", "StandingOrder"),
            **problems("game_not_found", "not_a_player", "no_order"),
        },
    )
    def get(self, request: Request, game: str) -> Response:
        """Get my standing order.

        Returns the caller's standing order, which nobody else is shown.
        """
        return Response(GameView.load(game, player(request)).get_standing_order())

    @extend_schema(
        operation_id="set_standing_order",
        tags=["seats"],
        responses={
            200: typed_response(StandingOrderBody, "The standing order.", "StandingOrder"),
            **problems(
                "game_not_found",
                "not_a_player",
                *NOT_RUNNING,
                "no_standing_orders",
                "invalid_order",
                "no_such_number",
                "too_many_changes",
                *ORDERS_REFUSE,
            ),
        },
        examples=order_examples(),
    )
    def put(self, request: Request, game: str) -> Response:
        """Set my standing order.

        Sets the caller's standing order and replaces an earlier one. It is sealed like an answer. At the
        caller's deadline, or with `at_once` as soon as the caller is asked, the server plays the first of its
        entries that is legal then (`by: order`), or the fallback if none is. The caller's own answer always
        takes precedence. The caller's feed says what was played and which entries did not fit
        (`order_followed`, `order_failed`). `mine` of the game shows the order.
        """
        body = StandingOrderRequest(data=request.data)
        body.is_valid(raise_exception=True)
        order, at_once = body.validated_data["order"], body.validated_data.get("at_once", False)
        given = standing_orders.set_order(game, player(request), order, at_once=at_once)
        return Response(given)

    @extend_schema(
        operation_id="delete_standing_order",
        tags=["seats"],
        responses={
            204: OpenApiResponse(description="The standing order is deleted."),
            **problems("game_not_found", "not_a_player", "no_order"),
        },
    )
    def delete(self, request: Request, game: str) -> Response:
        """Delete my standing order.

        Deletes the caller's standing order. An answer that it has already sealed stays sealed.
        """
        standing_orders.delete_order(game, player(request))
        return Response(status=204)
