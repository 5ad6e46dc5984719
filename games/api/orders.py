"""The standing order of a seat."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.turns import NOT_RUNNING
from games.lobby import standing_orders
from games.rules import registry
from games.visibility.game_view import GameView
from players.authentication import player
from tideapi.rest.describe import Answer, call
from tideapi.rest.reading import body
from tideapi.rest.schemas import BOOLEAN, closed
from tideapi.rest.view import View

# The ruleset reads the order itself, under the lock of the game.
ORDERS_REFUSE = [code for rules in registry.RULESETS.values() for code in rules.all_refusals]
_GIVING = closed({"order": {"type": "object"}, "at_once": BOOLEAN}, optional=["at_once"])


class MyOrder(View):
    @call(
        name="get_standing_order",
        scope="game:read",
        tag="seats",
        summary="Get my standing order",
        description="Returns the caller's standing order in a game.",
        answer=Answer(200, "StandingOrder", "The standing order.", "StandingOrder"),
        refuses=("game_not_found", "not_a_player", "no_order"),
    )
    def get(self, request: Request, game: str) -> Response:
        return Response(GameView.find(game, player(request)).standing_order())

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
            "did not fit (`order_followed`, `order_failed`)."
        ),
        request="StandingOrderRequest",
        request_example={
            "order": {"plays": [{"card": 44, "when": {"higher_tide": {"least": 8}}}, {"card": 12}]},
            "at_once": False,
        },
        answer=Answer(200, "StandingOrder", "The standing order.", "StandingOrder"),
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
        wish = body(request, _GIVING)
        given = standing_orders.give(
            game, player(request), wish["order"], at_once=wish.get("at_once", False)
        )
        return Response(given)

    @call(
        name="delete_standing_order",
        scope="game:play",
        tag="seats",
        summary="Delete my standing order",
        description="Deletes the caller's standing order. An answer that it has already sealed stays sealed.",
        answer=Answer(204, None, "The standing order is deleted."),
        refuses=("game_not_found", "not_a_player", "no_order"),
    )
    def delete(self, request: Request, game: str) -> Response:
        standing_orders.take_back(game, player(request))
        return Response(status=204)
