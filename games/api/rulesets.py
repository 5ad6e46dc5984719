"""Which games there are."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from games.bots import registry as bots
from games.rules import registry
from games.rules.ruleset import Ruleset
from players.authentication import HasScopes
from tideapi.rest.describe import Answer, call
from tideapi.rest.errors import ApiError
from tideapi.rest.view import View


class Rulesets(View):
    permission_classes = [HasScopes]

    @call(
        name="list_rulesets",
        scope="game:read",
        tag="rulesets",
        summary="List the rulesets",
        description="Returns all rulesets of this server.",
        answer=Answer(200, "RulesetPage", "All rulesets on one page.", "RulesetPage"),
        compressed=True,
    )
    def get(self, request: Request) -> Response:
        shown = [show(rules) for rules in registry.RULESETS.values()]
        return Response({"results": shown, "next": None, "previous": None})


class OneRuleset(View):
    permission_classes = [HasScopes]

    @call(
        name="get_ruleset",
        scope="game:read",
        tag="rulesets",
        summary="Get a ruleset",
        description="Returns one ruleset, with the JSON Schemas of its options, actions and standing orders.",
        answer=Answer(200, "Ruleset", "The ruleset.", "Ruleset"),
        refuses=("ruleset_not_found",),
        compressed=True,
    )
    def get(self, request: Request, ruleset: str) -> Response:
        rules = registry.RULESETS.get(ruleset)
        if rules is None:
            raise ApiError("ruleset_not_found", "There is no such ruleset.")
        return Response(show(rules))


def show(rules: Ruleset[Any, Any]) -> dict[str, Any]:
    return {
        "id": rules.id,
        "name": rules.name,
        "version": rules.version,
        "players": _players(rules.seats),
        "editions": [
            {
                "id": edition,
                "players": _players(rules.seats_for(rules.read_options({"edition": edition}))),
            }
            for edition in rules.editions
        ],
        "bots": list(bots.names(rules.id)),
        "levels": bots.levels(rules.id),
        "decisions": dict(rules.decisions),
        "options": rules.schemas.options,
        "actions": dict(rules.schemas.actions),
        "order": rules.schemas.order,
    }


def _players(seats: range) -> dict[str, int]:
    return {"least": seats[0], "most": seats[-1]}
