"""The standing order of a seat."""

from rest_framework.request import Request
from rest_framework.response import Response

from common.rest.describe import SuccessAnswer, call
from common.rest.view import View
from games.api.ruleset_schemas import order_examples
from games.api.serializers import StandingOrderRequest
from games.api.turns import NOT_RUNNING
from games.lobby import standing_orders
from games.rulesets import registry
from players.authentication import player

# The ruleset reads the order itself, under the lock of the game.
ORDERS_REFUSE = [code for rules in registry.RULESETS.values() for code in rules.all_refusals]


class MyOrder(View):
    serializer_class = StandingOrderRequest

    @call(
        name="set_standing_order",
        scope="game:play",
        tag="seats",
        summary="Set my standing order",
        description=(
            "Sets the caller's standing order and replaces an earlier one. It is sealed like an answer. At "
            "the caller's deadline, or with `at_once` as soon as the caller is asked, the server plays the "
            "first of its entries that is legal then (`by: order`), or the fallback if none is. The caller's "
            "own answer always takes precedence. The caller's feed says what was played and which entries "
            "did not fit (`order_followed`, `order_failed`). `mine` of the game shows the order."
        ),
        request_example={
            "order": {"plays": [{"card": 44, "when": {"higher_tide": {"least": 8}}}, {"card": 12}]},
            "at_once": False,
        },
        request_examples=order_examples(),
        answer=SuccessAnswer(200, "StandingOrder", "The standing order.", "StandingOrder"),
        refuses=(
            "game_not_found",
            "not_a_player",
            *NOT_RUNNING,
            "no_standing_orders",
            "invalid_order",
            "too_many_changes",
            *ORDERS_REFUSE,
        ),
    )
    def put(self, request: Request, game: str) -> Response:
        body = StandingOrderRequest(data=request.data)
        body.is_valid(raise_exception=True)
        order, at_once = body.validated_data["order"], body.validated_data.get("at_once", False)
        given = standing_orders.set_order(game, player(request), order, at_once=at_once)
        return Response(given)

    @call(
        name="delete_standing_order",
        scope="game:play",
        tag="seats",
        summary="Delete my standing order",
        description="Deletes the caller's standing order. An answer that it has already sealed stays sealed.",
        answer=SuccessAnswer(204, None, "The standing order is deleted."),
        refuses=("game_not_found", "not_a_player", "no_order"),
    )
    def delete(self, request: Request, game: str) -> Response:
        standing_orders.delete_order(game, player(request))
        return Response(status=204)
